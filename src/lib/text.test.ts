import { describe, expect, it } from 'vitest';
import { searchKey } from './text';

describe('searchKey', () => {
  it('drops case, accents and outer spaces', () => {
    expect(searchKey('  Évènement à Trois-Rivières ')).toBe('evenement a trois-rivieres');
  });
  it('keeps an empty text empty', () => {
    expect(searchKey('   ')).toBe('');
  });
});
