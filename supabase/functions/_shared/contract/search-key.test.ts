import { describe, expect, it } from 'vitest';
import { searchKey } from './search-key.ts';

describe('searchKey', () => {
  it('drops case, accents and outer spaces', () => {
    expect(searchKey('  Évènement à Québec ')).toBe('evenement a quebec');
  });
  it('reads hyphens, dashes and no-break spaces as one space', () => {
    expect(searchKey('Trois-Rivières')).toBe(searchKey('trois rivieres'));
    expect(searchKey('Saguenay–Lac-Saint-Jean')).toBe('saguenay lac saint jean');
    expect(searchKey('360\u00a0 VR')).toBe('360 vr');
  });
  it('opens ligatures and straightens apostrophes', () => {
    expect(searchKey('Sacré-Cœur')).toBe('sacre coeur');
    expect(searchKey('L’Anse')).toBe("l'anse");
  });
  it('keeps an empty text empty', () => {
    expect(searchKey('   ')).toBe('');
  });
});
