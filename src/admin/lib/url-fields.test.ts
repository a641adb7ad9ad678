import { expect, it } from 'vitest';
import { keyField, textField, urlFields } from './url-fields';

const schema = urlFields({
  q: textField(),
  tri: textField('-debut'),
  statut: keyField({ nouveau: 'Nouveau', archivé: 'Archivé' }),
  ordre: keyField({ promesse: '', distance: '' }, 'promesse'),
});

it('reads what an address holds', () => {
  const written = { q: 'été', tri: 'nom', statut: 'archivé', ordre: 'distance', autre: 'x' };
  expect(schema.parse(written)).toEqual({ q: 'été', tri: 'nom', statut: 'archivé', ordre: 'distance' });
});

it.each<Record<string, string>>([
  {},
  { statut: 'constructor', ordre: '' },
  { statut: 'Nouveau', ordre: 'toString' },
])('falls back for what it cannot read: %j', (written) => {
  expect(schema.parse(written)).toEqual({ q: '', tri: '-debut', statut: '', ordre: 'promesse' });
});
