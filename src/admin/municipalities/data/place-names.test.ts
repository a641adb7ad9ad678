import { describe, expect, it } from 'vitest';
import { withTown } from './place-names';

describe('an address and its town', () => {
  it.each([
    ["141, rue Principale, L'Isle-Verte (Québec) G0L 1K0", 'L’Isle-Verte'],
    ['12, 2e Rue, St-Fabien', 'Saint-Fabien'],
  ])('%s names %s once', (address, town) => {
    expect(withTown(address, town)).toBe(address);
  });
  it('has its town added where only a longer name has those letters', () => {
    expect(withTown('3, rue du Quai', 'Alma')).toBe('3, rue du Quai, Alma');
    expect(withTown('3, rue Malmaison', 'Alma')).toBe('3, rue Malmaison, Alma');
  });
});
