import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { systemClock } from '../_shared/dependencies.ts';
import {
  expectedSites,
  loopbackNetwork,
  pageCount,
  type SitesServer,
  startSites,
} from '../_testing/sites-server.ts';
import { readSite } from './read-site.ts';
import { pageReader } from './site-reader.ts';

const names = Object.keys(expectedSites);
let sites: SitesServer;
const foundByPage: Record<string, { email: string | null; phone: string | null; noSolicitation: boolean }> =
  {};

beforeAll(async () => {
  sites = await startSites();
  const env = (name: string) => (name === 'SITE_READER_ALLOWED' ? `127.0.0.1:${sites.port}` : undefined);
  for (const name of names) {
    const read = pageReader({ net: loopbackNetwork, env, clock: systemClock }, AbortSignal.timeout(10_000));
    const website = `http://${name}.test:${sites.port}/`;
    const details = await readSite(read, { website, company: expectedSites[name]?.company ?? '' });
    const { email, phone, noticeUrl } = details;
    const noSolicitation = noticeUrl !== undefined;
    foundByPage[name] = { email: email?.value ?? null, phone: phone?.value ?? null, noSolicitation };
  }
});
afterAll(() => sites.close());

function measureRecall(field: 'email' | 'phone') {
  const pairs = names.map((name) => [
    foundByPage[name]?.[field] ?? null,
    expectedSites[name]?.[field] ?? null,
  ]);
  const right = pairs.filter(([got, wanted]) => got !== null && got === wanted).length;
  const given = pairs.filter(([got]) => got !== null).length;
  const published = pairs.filter(([, wanted]) => wanted !== null).length;
  return { right, given, published, precision: right / given, recall: right / published };
}

describe('what is read on the test sites', () => {
  test.each(['email', 'phone'] as const)('%s: precision and recall', (field) => {
    const { right, given, published, precision, recall } = measureRecall(field);
    const percent = (part: number) => `${(part * 100).toFixed(1)} %`;
    console.log(
      `${field} : ${names.length} sites, ${pageCount} pages ; précision ${percent(precision)} (${right}/${given}), rappel ${percent(recall)} (${right}/${published})`,
    );
    const missed = names.filter((name) => foundByPage[name]?.[field] !== expectedSites[name]?.[field]);
    for (const name of missed) {
      console.log(`  ${name} : lu ${foundByPage[name]?.[field]}, attendu ${expectedSites[name]?.[field]}`);
    }
    expect(pageCount).toBeGreaterThanOrEqual(30);
    expect(precision).toBeGreaterThanOrEqual(0.95);
    expect(recall).toBeGreaterThanOrEqual(0.9);
  });

  test('notices that refuse solicitation are detected, and no others', () => {
    const refusing = (from: Record<string, { noSolicitation: boolean }>) =>
      names.filter((name) => from[name]?.noSolicitation);
    expect(refusing(foundByPage)).toEqual(refusing(expectedSites));
  });
});
