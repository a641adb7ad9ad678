import { contact } from '@tests/contact-rows';
import { expect, it } from 'vitest';
import { duplicates, findDuplicates } from './duplicates';

const contactsWith = (...changes: Parameters<typeof contact>[0][]) =>
  changes.map((change, index) =>
    contact({
      id: `c${index}`,
      email: null,
      organisation_id: `o${index}`,
      city: `Ville ${index}`,
      ...change,
    }),
  );
const pairs = (...changes: Parameters<typeof contact>[0][]) =>
  findDuplicates(contactsWith(...changes)).map(
    ({ pair, reason }) => `${pair.map(({ id }) => id).join(' ')} ${reason}`,
  );

it('asks again once what is compared has changed', () => {
  const [one] = contactsWith({}) as [ReturnType<typeof contact>];
  const keyOf = (change: Parameters<typeof contact>[0]) => duplicates.of({ ...one, ...change }).queryKey;
  for (const change of [{ name: 'A' }, { email: 'a@b.example' }, { city: 'A' }, { organisation_id: null }])
    expect(keyOf(change)).not.toEqual(keyOf({}));
});

it('takes one name for one person in one organisation, domain or town, whatever its accents and its order', () => {
  const name = 'Geneviève Côté';
  expect(pairs({ name, organisation_id: 'o' }, { name: 'COTE, Genevieve', organisation_id: 'o' })).toEqual([
    'c0 c1 Même nom, même organisation',
  ]);
  expect(pairs({ name, email: 'g@perce.example' }, { name, email: 'g.cote@PERCE.example' })).toEqual([
    'c0 c1 Même nom, même domaine de courriel',
  ]);
  expect(pairs({ name, city: 'Percé' }, { name, city: 'Perce' })).toEqual(['c0 c1 Même nom, même ville']);
});

it('says nothing of other people of an organisation, of mailboxes that anybody has, nor of a name elsewhere', () => {
  expect(pairs({ organisation_id: 'o' }, { name: 'Luc Roy', organisation_id: 'o' })).toEqual([]);
  expect(pairs({ email: 'g@videotron.ca' }, { email: 'g2@videotron.ca' })).toEqual([]);
  expect(pairs({}, {})).toEqual([]);
});

it('compares who has no name of their own by organisation and domain alone, and names each pair once', () => {
  const nobody = { name: 'Ville de Percé', company: 'Ville de Percé' };
  expect(pairs({ ...nobody, city: 'Percé' }, { name: 'Hôtel', company: 'Hôtel', city: 'Percé' })).toEqual([]);
  expect(
    pairs(
      { ...nobody, organisation_id: 'o', city: 'Percé' },
      { ...nobody, organisation_id: 'o', city: 'Percé' },
    ),
  ).toHaveLength(1);
});
