import { describe, expect, it } from 'vitest';
import { embedOf } from './tour-embed';

const site = 'https://www.territoire360.example';

describe('embedOf', () => {
  it('lets a tour of another server run with its own origin, and nothing that would touch our page', () => {
    const { src, sandbox } = embedOf('https://visites.example/fjord/', site) ?? {};
    expect(src).toBe('https://visites.example/fjord/');
    expect(sandbox?.split(' ').sort()).toEqual([
      'allow-popups',
      'allow-popups-to-escape-sandbox',
      'allow-same-origin',
      'allow-scripts',
    ]);
  });
  it('gives a page of our own no origin: it could take its sandbox off', () => {
    expect(embedOf(`${site}/visite/`, site)?.sandbox).not.toContain('allow-same-origin');
  });
  it.each(['http://visites.example/', 'javascript:alert(1)', 'data:text/html,x', 'visites.example'])(
    'refuses %s',
    (url) => {
      expect(embedOf(url, site)).toBeUndefined();
    },
  );
});
