import { placeKey } from '@contract/search-key';
import { describe, expect, it } from 'vitest';
import { placesOfOrganisation } from './organisation-place';
import type { Place } from './place-search';

const place = (name: string, designation = 'Municipalité'): Place => ({
  code: `${name}-${designation}`,
  name,
  designation,
  region: 'Estrie',
  mrc_name: null,
  population: 1,
  latitude: 46,
  longitude: -71,
  approximate: false,
  search_key: placeKey(name),
});
const places = [
  place('Saint-Félicien', 'Ville'),
  place('Percé', 'Ville'),
  place('L’Anse-Saint-Jean'),
  place('Les Îles-de-la-Madeleine'),
  place('Le Bic', 'Village'),
  place('Saint-Denis', 'Paroisse'),
  place('Saint-Denis', 'Ville'),
  place('La Malbaie', 'Ville'),
];
const foundCodes = (organisation: string) =>
  placesOfOrganisation(places, organisation).map(({ code }) => code);

describe('the town of an organisation', () => {
  it.each([
    ['Municipalité de Saint-Félicien', 'Saint-Félicien-Ville'],
    ['VILLE DE ST-FELICIEN', 'Saint-Félicien-Ville'],
    ['Ville de Percé', 'Percé-Ville'],
    ['Percé', 'Percé-Ville'],
    ['Municipalité de L’Anse-Saint-Jean', 'L’Anse-Saint-Jean-Municipalité'],
    ['Municipalité des Îles-de-la-Madeleine', 'Les Îles-de-la-Madeleine-Municipalité'],
    ['Village du Bic', 'Le Bic-Village'],
    ['Ville de La Malbaie', 'La Malbaie-Ville'],
    ['Paroisse de Saint-Denis', 'Saint-Denis-Paroisse'],
  ])('%s → %s', (organisation, code) => {
    expect(foundCodes(organisation)).toEqual([code]);
  });

  it('two of one name, when the organisation does not say which', () => {
    expect(foundCodes('Saint-Denis')).toHaveLength(2);
    expect(foundCodes('Municipalité de Saint-Denis')).toHaveLength(2);
  });

  it.each(['MRC du Domaine-du-Roy', 'Société d’histoire de Percé', 'Ville', ''])(
    '%s: none',
    (organisation) => {
      expect(foundCodes(organisation)).toEqual([]);
    },
  );
});
