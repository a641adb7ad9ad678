import { expect, it } from 'vitest';
import { findOrganisationDuplicates } from './organisation-duplicates';

type One = Parameters<typeof findOrganisationDuplicates>[0][number];

const one = (changes: Partial<One>): One => ({
  id: '',
  kind: 'autre',
  name: 'Quai',
  city: 'Percé',
  region: 'Gaspésie',
  email: null,
  register_code: null,
  ...changes,
});
const reasons = (...changes: Partial<One>[]) =>
  findOrganisationDuplicates(changes.map((change, index) => one({ id: `o${index}`, ...change }))).map(
    ({ reason }) => reason,
  );

it('takes two records for one organisation by the town hall that they name, by name and town, by domain and town', () => {
  const town = { kind: 'municipalité', register_code: '02005' } as const;
  expect(
    reasons({ ...town, name: 'Ville de Percé' }, { kind: 'municipalité', name: 'Perce', city: '' }),
  ).toEqual(['Même municipalité ou MRC']);
  expect(
    reasons({ kind: 'mrc', name: 'MRC du Fjord' }, { kind: 'mrc', name: 'Le Fjord', city: 'Alma' }),
  ).toEqual([]);
  expect(
    reasons({ kind: 'mrc', name: 'MRC du Fjord' }, { kind: 'mrc', name: 'Fjord', city: 'Alma' }),
  ).toEqual(['Même municipalité ou MRC']);
  expect(reasons({ name: 'Auberge du Quai' }, { name: 'AUBERGE DU QUAI', city: 'Perce' })).toEqual([
    'Même nom, même ville',
  ]);
  expect(reasons({ email: 'a@quai.example' }, { name: 'Le Quai', email: 'b@QUAI.example' })).toEqual([
    'Même domaine de courriel, même ville',
  ]);
});

it('says nothing of two codes of the register, of another town or kind, nor of mailboxes that anybody has', () => {
  const kind = 'municipalité';
  expect(
    reasons({ kind, name: 'Percé', register_code: '02005' }, { kind, name: 'Percé', register_code: '02010' }),
  ).toEqual([]);
  expect(reasons({}, { city: 'Gaspé' }, { region: 'Estrie' })).toEqual([]);
  expect(
    reasons(
      { email: 'a@quai.example' },
      { name: 'Musée', kind: 'organisme-public', email: 'b@quai.example' },
    ),
  ).toEqual([]);
  expect(reasons({ email: 'a@videotron.ca' }, { name: 'Musée', email: 'b@videotron.ca' })).toEqual([]);
});
