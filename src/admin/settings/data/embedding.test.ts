import { describe, expect, it, test } from 'vitest';
import { embeddingSchema, siteOf } from './embedding';

describe('a site', () => {
  it.each([
    ['https://ville.example', 'https://ville.example'],
    [' Ville.Example/page?x=1#y ', 'https://ville.example'],
    ['ville.example:8443', 'https://ville.example:8443'],
    ['https://ville.example:443/', 'https://ville.example'],
    ['*.mrc.example', 'https://*.mrc.example'],
    ['https://*.MRC.example/', 'https://*.mrc.example'],
    ['https://métis.ca', 'https://xn--mtis-bpa.ca'],
  ])('%j is kept as %s', (typed, site) => expect(siteOf(typed)).toBe(site));

  it.each([
    ...['', 'ville', '*', '*.ca', 'http://ville.example', 'javascript:alert(1)', 'https://u:p@ville.example'],
    ...[
      'https://a.example *',
      "https://a.example;script-src 'self'",
      'https://a.example\nX: y',
      '1.2.3.4',
      'a.*.ca',
    ],
  ])('%j is none', (typed) => expect(siteOf(typed)).toBe(''));
});

const parse = (sites: string[], new_site = '') =>
  embeddingSchema.safeParse({ is_open: false, sites, new_site });
const messages = (sites: string[], typed?: string) =>
  parse(sites, typed).error?.issues.map(({ path, message }) => [path[0], message]) ?? [];

test('a site that is typed and not added is saved with the others, once', () => {
  expect(parse(['https://a.ca'], 'b.ca/page').data?.sites).toEqual(['https://a.ca', 'https://b.ca']);
  expect(parse(['https://a.ca'], 'https://A.ca/').data?.sites).toEqual(['https://a.ca']);
});

test('what is no site, and a list that is too long, are refused where the site is typed', () => {
  expect(messages([], 'ville')).toEqual([['new_site', expect.stringContaining('l’adresse d’un site')]]);
  expect(messages([], 'http://ville.example')[0]).toEqual(['new_site', 'Le site doit être en https']);
  const many = Array.from({ length: 50 }, (_, i) => `https://a${i}.ca`);
  expect(messages(many)).toEqual([]);
  expect(messages(many, 'b.ca')).toEqual([['new_site', 'Cinquante sites au plus']]);
  const long = Array.from({ length: 19 }, (_, i) => `https://${'a'.repeat(50)}${i + 10}.ca`);
  expect(messages(long)).toEqual([['new_site', expect.stringContaining('trop longue')]]);
});
