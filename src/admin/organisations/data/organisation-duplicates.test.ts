import { expect, it } from 'vitest';
import { findOrganisationDuplicates } from './organisation-duplicates';

type One = Parameters<typeof findOrganisationDuplicates>[0][number];

const organisation = (changes: Partial<One>): One => ({
  id: '',
  kind: 'autre',
  name: 'Quai',
  city: 'Percé',
  region: 'Gaspésie',
  email: null,
  register_code: null,
  ...changes,
});
const duplicateReasons = (...changes: Partial<One>[]) =>
  findOrganisationDuplicates(
    changes.map((change, index) => organisation({ id: `o${index}`, ...change })),
  ).map(({ reason }) => reason);

it('takes two records for one organisation by the town hall that they name, by name and town, by domain and town', () => {
  const town = { kind: 'municipalité', register_code: '02005' } as const;
  expect(
    duplicateReasons({ ...town, name: 'Ville de Percé' }, { kind: 'municipalité', name: 'Perce', city: '' }),
  ).toEqual(['Même municipalité ou MRC']);
  expect(
    duplicateReasons({ kind: 'mrc', name: 'MRC du Fjord' }, { kind: 'mrc', name: 'Le Fjord', city: 'Alma' }),
  ).toEqual([]);
  expect(
    duplicateReasons({ kind: 'mrc', name: 'MRC du Fjord' }, { kind: 'mrc', name: 'Fjord', city: 'Alma' }),
  ).toEqual(['Même municipalité ou MRC']);
  expect(duplicateReasons({ name: 'Auberge du Quai' }, { name: 'AUBERGE DU QUAI', city: 'Perce' })).toEqual([
    'Même nom, même ville',
  ]);
  expect(duplicateReasons({ email: 'a@quai.example' }, { name: 'Le Quai', email: 'b@QUAI.example' })).toEqual(
    ['Même domaine de courriel, même ville'],
  );
});

it('says nothing of two codes of the register, of another town or kind, nor of mailboxes that anybody has', () => {
  const kind = 'municipalité';
  expect(
    duplicateReasons(
      { kind, name: 'Percé', register_code: '02005' },
      { kind, name: 'Percé', register_code: '02010' },
    ),
  ).toEqual([]);
  expect(duplicateReasons({}, { city: 'Gaspé' }, { region: 'Estrie' })).toEqual([]);
  expect(
    duplicateReasons(
      { email: 'a@quai.example' },
      { name: 'Musée', kind: 'organisme-public', email: 'b@quai.example' },
    ),
  ).toEqual([]);
  expect(duplicateReasons({ email: 'a@videotron.ca' }, { name: 'Musée', email: 'b@videotron.ca' })).toEqual(
    [],
  );
});
