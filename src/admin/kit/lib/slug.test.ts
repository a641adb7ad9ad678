import { describe, expect, it } from 'vitest';
import { SLUG_PATTERN, slugify } from './slug';

describe('slugify', () => {
  it.each([
    ['Le phare de Métis', 'le-phare-de-metis'],
    ['Sacré-Cœur', 'sacre-coeur'],
    ['Et cætera', 'et-caetera'],
    ['ÇÀ ÉTÉ — où?', 'ca-ete-ou'],
    ['Visite 360°', 'visite-360'],
    ["L'Anse-à-l’Eau", 'l-anse-a-l-eau'],
    ['  --Déjà   vu!--  ', 'deja-vu'],
    ['déjà composé (NFD)'.normalize('NFD'), 'deja-compose-nfd'],
    ['🎉 東京', ''],
    ['', ''],
  ])('makes %j into %j', (text, slug) => {
    expect(slugify(text, 200)).toBe(slug);
  });

  it('cuts to the length of the column, without a hyphen left at the end', () => {
    expect(slugify('aaa bbb ccc', 7)).toBe('aaa-bbb');
    expect(slugify('aaa bbb ccc', 8)).toBe('aaa-bbb');
    expect(slugify('x'.repeat(300), 100)).toHaveLength(100);
  });

  it('gives what the database accepts, and leaves it as it is', () => {
    for (const text of ['Île-d’Orléans', 'MRC de La Côte-de-Beaupré', '1re rue']) {
      const slug = slugify(text, 200);
      expect(slug).toMatch(SLUG_PATTERN);
      expect(slugify(slug, 200)).toBe(slug);
    }
  });

  it('knows a slug that an address cannot carry', () => {
    for (const wrong of ['', '-a', 'a-', 'a--b', 'A', 'é', 'a b', 'a/b', 'a\n'])
      expect(wrong).not.toMatch(SLUG_PATTERN);
  });
});
