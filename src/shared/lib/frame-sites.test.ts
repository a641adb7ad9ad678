import { describe, expect, it, test } from 'vitest';
import { isFrameSite, mayBeFramed } from './frame-sites';

const own = 'https://studio.example';
const sites = ['https://ville.example', 'https://*.mrc.example', 'https://ville.test:8443'];
const listed = { is_open: false, sites };

test.each([
  'https://ville.example',
  'https://*.mrc.example',
  'https://xn--mtis-dpa.ca',
  'https://a.b.c.ca:8443',
])('%s may be named by a policy', (site) => expect(isFrameSite(site)).toBe(true));

test.each([
  ...[
    '',
    '*',
    'https://*',
    'https://*.ca',
    'https://ville',
    'http://ville.ca',
    'https://VILLE.ca',
    'https://ville.ca/',
  ],
  ...[
    'https://a.ca *',
    'https://a.ca;script-src *',
    'https://a.ca\nX-A: b',
    'https://a.ca\n',
    "https://a.ca'self'",
  ],
  ...[
    'https://1.2.3.4',
    'https://a.ca:0',
    'https://a.ca:123456',
    'https://u@a.ca',
    'https://a..ca',
    'https://-a.ca',
  ],
])('%j may not', (site) => expect(isFrameSite(site)).toBe(false));

describe('inside a page of another site', () => {
  it.each([
    ['https://ville.example', true],
    ['http://ville.example', false],
    ['https://ville.example:444', false],
    ['https://www.ville.example', false],
    ['https://visites.mrc.example', true],
    ['https://a.b.mrc.example', true],
    ['https://mrc.example', false],
    ['https://fauxmrc.example', false],
    ['https://mrc.example.pirate.test', false],
    ['https://ville.test:8443', true],
    [own, true],
    ['null', false],
  ])('from %s: %s', (origin, may) => expect(mayBeFramed(listed, [origin], own)).toBe(may));

  it('every page around it must be allowed', () => {
    expect(mayBeFramed(listed, ['https://ville.example', own], own)).toBe(true);
    expect(mayBeFramed(listed, ['https://ville.example', 'https://pirate.test'], own)).toBe(false);
  });

  it('rules that are not known allow nobody, open rules anybody', () => {
    expect(mayBeFramed(undefined, ['https://ville.example'], own)).toBe(false);
    expect(mayBeFramed(listed, [], own)).toBe(false);
    expect(mayBeFramed({ is_open: true, sites: [] }, [], own)).toBe(true);
    expect(mayBeFramed({ is_open: true, sites: [] }, ['https://pirate.test'], own)).toBe(true);
  });
});
