import { placeKey } from '@contract/search-key';
import { expect, it } from 'vitest';
import type { ListedMunicipality } from '../data/municipality-pages';
import { filterMunicipalities, mrcOptions, municipalityFields } from './municipality-filters';

const NOW = Date.parse('2026-11-22T12:00:00Z');
const row = (name: string, change: Partial<ListedMunicipality> = {}): ListedMunicipality => ({
  code: name,
  name,
  designation: 'Ville',
  mrc_code: '150',
  mrc_name: 'Charlevoix-Est',
  region: 'Capitale-Nationale',
  population: 800,
  latitude: 47,
  longitude: -70,
  approximate: false,
  gone_on: null,
  search_key: placeKey(name),
  contacts: 0,
  is_client: false,
  last_sent_at: null,
  due_on: null,
  ...change,
});
const rows = [
  row('La Malbaie', { population: 8500, contacts: 2, is_client: true, last_sent_at: '2026-11-10T12:00:00Z' }),
  row('Saint-Irénée', { contacts: 1, last_sent_at: '2026-01-10T12:00:00Z' }),
  row('Baie-Saint-Paul', { mrc_code: '160', mrc_name: 'Charlevoix', population: 7300 }),
  row('Percé', { region: 'Gaspésie–Îles-de-la-Madeleine', mrc_code: '020', mrc_name: 'Le Rocher-Percé' }),
];
const filteredCodes = (params: Record<string, string>) =>
  filterMunicipalities(rows, municipalityFields.parse(params), NOW).map(({ name }) => name);

it.each([
  [{ q: 'st irenee' }, ['Saint-Irénée']],
  [{ q: 'rocher' }, ['Percé']],
  [{ region: 'Capitale-Nationale', mrc: '160' }, ['Baie-Saint-Paul']],
  [{ region: 'Estrie (05)', mrc: '020' }, ['Percé']],
  [{ population: '2000-10000', tri: '-population' }, ['La Malbaie', 'Baie-Saint-Paul']],
  [{ population: 'moins-500' }, []],
  [{ relation: 'client' }, ['La Malbaie']],
  [{ relation: 'contact' }, ['Saint-Irénée']],
  [{ relation: 'aucune' }, ['Baie-Saint-Paul', 'Percé']],
  [{ message: 'mois' }, ['La Malbaie']],
  [{ message: 'ancien' }, ['Saint-Irénée']],
  [{ message: 'jamais' }, ['Baie-Saint-Paul', 'Percé']],
] as [Record<string, string>, string[]][])('%o', (params, expected) =>
  expect(filteredCodes(params)).toEqual(expected),
);

it('offers the MRCs of the region alone', () => {
  expect(mrcOptions(rows, 'Capitale-Nationale')).toEqual({ '150': 'Charlevoix-Est', '160': 'Charlevoix' });
  expect(Object.keys(mrcOptions(rows, ''))).toHaveLength(3);
});
