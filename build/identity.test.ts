import { expect, it } from 'vitest';
import { browserConfig, parseEnv } from './env.ts';
import { storedIdentity } from './identity.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };
const answering = (body: unknown, status = 200): typeof fetch =>
  (async (address, init) => {
    expect(String(address)).toBe('https://projet.example/rest/v1/rpc/public_identity');
    expect(new Headers(init?.headers).get('apikey')).toBe('sb_publishable_essai');
    return Response.json(body, { status });
  }) as typeof fetch;

const savedIdentity = {
  legal_name: 'Studio Nord inc.',
  postal_address: 'x'.repeat(300),
  contact_email: 'nord@exemple.test',
  contact_phone: null,
  sender_name: null,
  neq: null,
  logo_path: null,
  tax_registered: null,
  tps_number: null,
  tvq_number: null,
};

it('the saved identity becomes the variables of the site; what is not saved leaves them alone', async () => {
  expect(await storedIdentity(api, answering(savedIdentity))).toEqual({
    variables: {
      VITE_LEGAL_NAME: 'Studio Nord inc.',
      VITE_POSTAL_ADDRESS: 'x'.repeat(300),
      VITE_CONTACT_EMAIL: 'nord@exemple.test',
    },
  });
});

it('whatever the settings accept, the site is built with', async () => {
  const longest = {
    ...savedIdentity,
    legal_name: 'é'.repeat(200),
    contact_phone: '4'.repeat(20),
    sender_name: 'é'.repeat(100),
    neq: '1234567890',
    tax_registered: true,
    tps_number: '123456789 RT0001',
    tvq_number: '1234567890 TQ0001',
    logo_path: `${'a'.repeat(80)}.webp`,
  };
  const { variables } = await storedIdentity(api, answering(longest));
  const env = parseEnv({
    VITE_SUPABASE_URL: api.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: api.key,
    ...variables,
  });
  expect([env.VITE_LEGAL_NAME.length, env.VITE_POSTAL_ADDRESS.length]).toEqual([200, 300]);
  const { site } = browserConfig(env);
  expect([site.name.length, site.neq, site.taxes?.replace(/\s/g, ' ')]).toEqual([
    100,
    '1234567890',
    'TPS 123456789 RT0001 · TVQ 1234567890 TQ0001',
  ]);
});

it.each([
  [{ tax_registered: false, tps_number: '123456789 RT0001' }, 'Non inscrit aux taxes (TPS, TVQ)'],
  [{ tax_registered: true, tps_number: '123456789 RT0001' }, 'TPS\u00a0123456789 RT0001'],
  [{ tax_registered: true }, undefined],
  [{}, undefined],
])('taxes of %j: %s', async (change, text) => {
  const { variables } = await storedIdentity(api, answering({ ...savedIdentity, ...change }));
  expect(variables.VITE_TAXES).toBe(text);
});

it.each([
  ['logo-240x80-0f.png', { width: 240, height: 80 }],
  // A logo file without a size in its name, as earlier versions saved it.
  ['logo-0f.png', { width: 1, height: 1 }],
])('the logo %s has its address and its size, so that nothing moves when it comes', (path, size) => {
  const env = parseEnv({
    VITE_SUPABASE_URL: api.url,
    VITE_SUPABASE_PUBLISHABLE_KEY: api.key,
    VITE_LOGO_PATH: path,
  });
  const url = `https://projet.example/storage/v1/object/public/studio/${path}`;
  expect(browserConfig(env).site.logo).toEqual({ url, ...size });
});

it.each([
  ['an error', answering({ message: 'non' }, 503), /503/],
  ['another shape', answering({ legal_name: 7 }), /identité/],
  ['no answer', (async () => Promise.reject(new Error('fetch failed'))) as typeof fetch, /fetch failed/],
])('%s: the environment stays, and the build says why', async (_, ask, words) => {
  const { variables, problem } = await storedIdentity(api, ask);
  expect(variables).toEqual({});
  expect(problem).toMatch(words);
});
