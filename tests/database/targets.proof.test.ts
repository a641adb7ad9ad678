import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Api, startApi } from '../../local/api/start-api.ts';
import { readMigrations } from '../../local/database/migrations.ts';
import { proveOn, type Verdict } from '../proof/targets/prove.ts';
import { differences, report } from '../proof/targets/report.ts';
import { targetOf } from '../proof/targets/targets.ts';
import { forgedTokens } from './attacks/tokens.ts';
import { sqlOfApi } from './engines/embedded.ts';
import { type Check, type EngineKind, NotShown } from './engines/engine.ts';
import { startOn } from './engines/hosted.ts';
import { parityChecks } from './engines/parity.ts';
import { type People, requesterOf } from './engines/project.ts';

const check = (name: string, run: () => Promise<void>, needs?: Check['needs']): Check => {
  return { name, object: 'x', needs, run };
};
const failCheck = () => Promise.reject(new Error('broken\nat some place'));
const engineKind = (name: string, offers: EngineKind['offers']): EngineKind => ({
  name,
  offers,
  start: async () => ({ close: async () => undefined }) as never,
});

describe('the report', () => {
  let verdicts: Verdict[];
  beforeAll(async () => {
    const checks = {
      access: [check('holds', async () => undefined), check('breaks', failCheck)],
      attacks: [
        check('at once', failCheck, 'simultaneity'),
        check('signed', () => Promise.reject(new NotShown('no secret'))),
      ],
    };
    verdicts = await proveOn(engineKind('Stand-in', []), undefined, checks);
  });

  test('counts each suite, names what failed, and gives the reason for what is not shown', () => {
    expect(report('stand-in', verdicts).replaceAll(/ +/g, ' ')).toBe(`
stand-in
 run passed failed not shown
access 2 1 1 0
attacks 0 0 0 2
all 2 1 1 2
 failed: breaks
 broken
 not shown: 1, requests do not run at once on this target
 not shown: 1, no secret`);
  });

  test('says where two targets that ran the same check answered otherwise', () => {
    const other = verdicts.map((verdict): Verdict => ({ ...verdict, outcome: 'passed' }) as Verdict);
    expect(
      differences([
        ['one', verdicts],
        ['two', other],
      ]),
    ).toEqual(['breaks: failed on one, passed on two']);
    expect(
      differences([
        ['one', verdicts],
        ['two', verdicts],
      ]),
    ).toEqual([]);
  });
});

describe('a target', () => {
  const keys = { SUPABASE_PUBLISHABLE_KEY: 'p', SUPABASE_SECRET_KEY: 's', SUPABASE_DB_URL: 'postgresql://x' };
  const address = 'https://abcd.supabase.co';

  test('that nobody says may be emptied is left alone', async () => {
    const asked: string[] = [];
    const answer = targetOf(address, keys, async (reference) => {
      asked.push(reference);
      return false;
    });
    await expect(answer).rejects.toThrow(NotShown);
    expect(asked).toEqual(['abcd']);
    expect((await targetOf(address, keys, async () => true)).name).toBe('abcd.supabase.co');
  });

  test('without its keys is not shown, with the names of the variables', async () => {
    await expect(targetOf(address, { SUPABASE_SECRET_KEY: 's' }, async () => true)).rejects.toThrow(
      'the environment lacks SUPABASE_PUBLISHABLE_KEY, SUPABASE_DB_URL',
    );
  });

  test('on the network is asked from no other address than ours', async () => {
    const project = { url: address, publishableKey: 'p', secretKey: 's' };
    const request = requesterOf(project, {} as People);
    const call = { path: '/rest/v1/tags', address: '203.0.113.7' };
    await expect(request('visitor', call)).rejects.toThrow(NotShown);
  });

  test('of another name is refused', async () => {
    await expect(targetOf('ailleurs', keys, async () => true)).rejects.toThrow('Unknown target');
  });
});

// The embedded stack over HTTP stands in for a hosted project: accounts, tokens and requests are real.
describe('a project at an address', () => {
  const supabaseDir = fileURLToPath(new URL('../../supabase', import.meta.url));
  const versions = readMigrations(`${supabaseDir}/migrations`).map(({ version }) => version);
  let api: Api;
  beforeAll(async () => {
    api = await startApi({ supabaseDir, port: 0, webUrls: ['http://127.0.0.1:5173'], seed: false });
  });
  afterAll(() => api?.close());

  const project = (jwtSecret?: string): EngineKind => ({
    name: 'Stand-in',
    offers: ['whole-stack'],
    start: () => startOn({ ...api, jwtSecret }, sqlOfApi(api), versions, async () => undefined),
  });

  test('is proven by its accounts service and its tokens', async () => {
    const checks = { engines: parityChecks, tokens: forgedTokens };
    const verdicts = await proveOn(project(), undefined, checks);
    const outcomes = verdicts.map(({ outcome }) => outcome);
    expect(verdicts.filter(({ outcome }) => outcome === 'failed')).toEqual([]);
    // Tokens of other roles and expired ones cannot be signed without the secret.
    expect(outcomes.filter((outcome) => outcome === 'not shown')).toHaveLength(7);
    const signed = await proveOn(project(api.jwtSecret), undefined, { tokens: forgedTokens });
    expect(new Set(signed.map(({ outcome }) => outcome))).toEqual(new Set(['passed']));
  });

  test('leaves nobody behind', async () => {
    const { rows } = await api.sql(
      "select (select count(*)::int from auth.users) as people, to_regnamespace('test_fixtures') as helpers",
    );
    expect(rows).toEqual([{ people: 0, helpers: null }]);
  });

  test('is refused when it holds one row of a business', async () => {
    await api.sql("insert into public.tags (name, slug) values ('À elle', 'a-elle')");
    await expect(project().start()).rejects.toThrow(/in use and is left alone: .*public\.tags 1/);
    const { rows } = await api.sql('select count(*)::int as kept from public.tags');
    expect(rows).toEqual([{ kept: 1 }]);
    await api.sql("delete from public.tags where slug = 'a-elle'");
  });

  test('is refused when its database has other migrations', async () => {
    const older = startOn(api, sqlOfApi(api), ['20200101000000'], async () => undefined);
    await expect(older).rejects.toThrow('those of this folder are 20200101000000');
  });
});
