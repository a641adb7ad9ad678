import { createHash } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type DemoAuthority,
  makeDemoAuthority,
  serveDemoAuthority,
} from '../../../local/time-stamping/demo-authority.ts';
import { certificatesOf, checkTimeStamp } from '../_shared/evidence/time-stamp.ts';
import { prepareHarness } from '../_testing/harness.ts';
import { startServer, type TestServer } from '../_testing/http-server.ts';
import { handler } from './handler.ts';

const sealId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const root = 'ab'.repeat(32);
const digest = createHash('sha256').update(Buffer.from(root, 'hex')).digest('hex');

const harness = prepareHarness();
let authority: DemoAuthority;
let server: Awaited<ReturnType<typeof serveDemoAuthority>>;
let claimed: object[];
let finished: Record<string, unknown>[];
let asked: unknown[];
let certificates: string;
const openServers: TestServer[] = [];

beforeEach(async () => {
  authority = await makeDemoAuthority();
  server = await serveDemoAuthority(authority);
  [claimed, finished, asked, certificates] = [[dueRequest(server.url)], [], [], authority.rootPem];
  harness.supabase.data = (url, body) => {
    const [, name] = /\/rest\/v1\/rpc\/(\w+)/.exec(url) ?? [];
    if (name === 'claim_seal_requests') {
      asked.push(JSON.parse(body));
      return claimed;
    }
    if (name === 'finish_seal_request') return finished.push(JSON.parse(body)) > 0;
    return url.startsWith('/rest/v1/evidence_settings') ? [{ certificates }] : undefined;
  };
});
afterEach(async () => {
  await server.close();
  for (const one of openServers.splice(0)) await one.close();
});

const dueRequest = (address: string, attempt = 1) => ({ seal_id: sealId, authority: address, root, attempt });
const call = () => harness.call(handler, { sealId });
const failureOf = async (address: string) => {
  [claimed, finished] = [[dueRequest(address)], []];
  await call();
  return finished[0]?.why;
};

test('a seal is stamped, and what is kept is the answer of the authority', async () => {
  expect(await call()).toMatchObject({ status: 200, body: { stamped: 1, failed: 0 } });
  expect(asked).toEqual([{ batch: 4, seal: sealId }]);
  const [{ token = '', ...rest } = {}] = finished as [{ token?: string }];
  expect(rest).toMatchObject({ seal: sealId, authority: server.url, attempt: 1 });
  const der = new Uint8Array(Buffer.from(token, 'base64'));
  const { stamp, problems } = await checkTimeStamp(der, digest, certificatesOf(authority.rootPem));
  expect([problems, stamp?.serial]).toEqual([[], (rest as { serial?: string }).serial]);
});

test('a root that is not in the settings yet holds no stamp back', async () => {
  certificates = '';
  expect((await call()).body).toEqual({ stamped: 1, failed: 0 });
});

test('one authority that fails takes nothing from the other', async () => {
  claimed = [dueRequest('http://127.0.0.1:1/'), dueRequest(server.url)];
  expect((await call()).body).toEqual({ stamped: 1, failed: 1 });
  expect(finished.map(({ why: reason }) => reason)).toEqual(['Elle est injoignable.', undefined]);
});

describe('an authority that gives no stamp is said in French', () => {
  const serve = async (answer: Parameters<typeof startServer>[0]) => {
    const one = await startServer(answer);
    openServers.push(one);
    return `${one.url}/`;
  };

  test('an error, another page, too much, nothing at all', async () => {
    expect(await failureOf(await serve((_, response) => response.writeHead(503).end()))).toMatch(
      /erreur \(503\)/,
    );
    expect(
      await failureOf(await serve((_, response) => response.writeHead(302, { location: server.url }).end())),
    ).toMatch(/302/);
    expect(await failureOf(await serve((_, response) => response.end('<html>')))).toMatch(
      /pas un horodatage/,
    );
    expect(await failureOf(await serve((_, response) => response.end(Buffer.alloc(200_000))))).toMatch(
      /illisible/,
    );
    harness.shortenTimeouts(300);
    expect(await failureOf(await serve(() => undefined))).toMatch(/pas répondu à temps/);
  });

  test('a stamp of something else, an old answer, a wrong clock, an expired certificate', async () => {
    const other = await authority.answer(new Uint8Array(Buffer.from(await requestOf('cd'.repeat(32)))));
    expect(await failureOf(await serve((_, response) => response.end(other)))).toMatch(/autre chose/);
    const old = await authority.answer(new Uint8Array(Buffer.from(await requestOf(root))));
    expect(await failureOf(await serve((_, response) => response.end(old)))).toMatch(/autre demande/);
    const late = await serveDemoAuthority(
      await makeDemoAuthority({ clock: () => new Date(Date.now() - 3_600_000) }),
    );
    expect(await failureOf(late.url)).toMatch(/plus de dix minutes/);
    await late.close();
    const past = { from: new Date('2025-01-01'), until: new Date('2025-02-01') };
    const expired = await serveDemoAuthority(await makeDemoAuthority({ period: past }));
    expect(await failureOf(expired.url)).toMatch(/pas valide en ce moment/);
    await expired.close();
  });

  async function requestOf(hex: string): Promise<Uint8Array> {
    const { timeStampRequest } = await import('../_shared/evidence/time-stamp.ts');
    const of = createHash('sha256').update(Buffer.from(hex, 'hex')).digest();
    return timeStampRequest(new Uint8Array(of), new Uint8Array(16).fill(7));
  }

  test.each([
    'http://horodatage.exemple.test/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://horodatage.exemple.test:8443/',
    'pas une adresse',
  ])('%s is not asked', async (address) => {
    harness.dependencies.net = { ...harness.dependencies.net, resolve: async () => ['192.168.1.1'] };
    expect(await failureOf(address)).toMatch(/pas permise/);
  });

  test('the authority of a demonstration is asked by nobody but a project of this machine', async () => {
    const local = harness.supabase.url;
    harness.setEnv({ SUPABASE_URL: 'https://abc.supabase.co' });
    const fetchLocally: typeof harness.dependencies.fetch = (url, init) =>
      fetch(url.replace('https://abc.supabase.co', local), init);
    [claimed, finished] = [[dueRequest(server.url)], []];
    await harness.call(
      (request, dependencies) => handler(request, { ...dependencies, fetch: fetchLocally }),
      { sealId },
    );
    expect(finished[0]?.why).toMatch(/pas permise/);
  });
});
