import { expect, it } from 'vitest';
import { storedFrameRules } from './frame-rules.ts';

const api = { url: 'https://projet.example', key: 'sb_publishable_essai' };
const answering = (body: unknown, status = 200) =>
  (async () => Response.json(body, { status })) as typeof fetch;

it.each([
  [{ is_open: false, sites: [] }, undefined],
  [
    { is_open: false, sites: ['https://ville.example', 'https://*.mrc.example'] },
    'https://ville.example https://*.mrc.example',
  ],
  [{ is_open: true, sites: [] }, '*'],
])('%j is written as « %s »', async (rules, ancestors) =>
  expect(await storedFrameRules(api, answering(rules))).toEqual({ ancestors }),
);

it.each([
  { is_open: false, sites: ['https://ville.example\n  X-Frame-Options: ALLOWALL'] },
  { is_open: false, sites: ["https://ville.example; script-src 'unsafe-inline'"] },
  { is_open: false, sites: ['https://ville.example *'] },
  { is_open: false, sites: '*' },
  null,
])('%j opens nothing, and the build says so', async (rules) => {
  const { ancestors, problem } = await storedFrameRules(api, answering(rules));
  expect([ancestors, problem]).toEqual([undefined, expect.stringContaining('réponse inattendue')]);
});

it('a database that does not answer opens nothing', async () =>
  expect(await storedFrameRules(api, answering({}, 503))).toEqual({
    problem: 'sites qui peuvent montrer les visites : réponse 503',
  }));
