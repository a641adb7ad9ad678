import { placeKey } from '@contract/search-key';
import { describe, expect, it } from 'vitest';
import { findPlace, type Place, searchPlaces } from './place-search';

const place = (name: string, region = 'Estrie', population: number | null = 1000): Place => ({
  code: name,
  name,
  region,
  population,
  designation: 'Ville',
  mrc_name: null,
  latitude: 46,
  longitude: -71,
  approximate: false,
  search_key: placeKey(name),
});

const places = [
  place('Petite-Rivière-Saint-François', 'Capitale-Nationale'),
  place('Saint-Félicien', 'Saguenay–Lac-Saint-Jean', 10_000),
  place('Saint-Ferdinand', 'Centre-du-Québec'),
  place('Sainte-Foy', 'Capitale-Nationale', null),
  place("L'Anse-Saint-Jean", 'Saguenay–Lac-Saint-Jean'),
  place('Stoneham-et-Tewkesbury', 'Capitale-Nationale'),
  place('Gaspé', 'Gaspésie–Îles-de-la-Madeleine'),
];
const names = (typed: string) => searchPlaces(places, typed, 7).map(({ name }) => name);

// The pairs are those of private.place_key, in tests/database/attacks/municipalities.ts.
describe('placeKey', () => {
  it.each([
    ['Saint-Félicien', 'saint felicien'],
    ['ST  felicien', 'saint felicien'],
    ['Ste-Anne-des-Monts', 'sainte anne des monts'],
    ["L'Anse-Saint-Jean", 'l anse saint jean'],
    ['Sacré-Cœur', 'sacre coeur'],
    ['ŒUVRE', 'oeuvre'],
    ['Gaspésie–Îles', 'gaspesie iles'],
    ['Stoneham', 'stoneham'],
  ])('of « %s » is « %s », as in the database', (name, key) => expect(placeKey(name)).toBe(key));
});

describe('searchPlaces', () => {
  it.each(['saint-f', 'Saint F', 'st-f', 'SAINT‑FÉ', 'st felicien'])(
    'finds Saint-Félicien by « %s »',
    (typed) => expect(names(typed)[0]).toBe('Saint-Félicien'),
  );
  it('puts names that begin with it first, then words, the most populous first', () => {
    expect(names('saint-f')).toEqual(['Saint-Félicien', 'Saint-Ferdinand', 'Petite-Rivière-Saint-François']);
    expect(names('jean')).toEqual(["L'Anse-Saint-Jean"]);
    expect(names('ham')).toEqual(['Stoneham-et-Tewkesbury']);
    expect(names('anse')).toEqual(["L'Anse-Saint-Jean"]);
  });
  it('does not take « St » for « Saint » inside a word, nor find anything by nothing', () => {
    expect(names('stone')).toEqual(['Stoneham-et-Tewkesbury']);
    expect(names(' - ')).toEqual([]);
  });
  it('stops at the limit', () => expect(searchPlaces(places, 'sa', 2)).toHaveLength(2));
});

describe('findPlace', () => {
  it('is the only municipality of that name and region, however written', () => {
    expect(findPlace(places, 'st felicien', 'saguenay lac st jean')?.name).toBe('Saint-Félicien');
    expect(findPlace(places, 'Saint-Félicien', 'Estrie')).toBeUndefined();
    expect(findPlace(places, 'Saint-F', 'Saguenay–Lac-Saint-Jean')).toBeUndefined();
  });
  it('by the name alone when the region is not known yet', () => {
    expect(findPlace(places, 'gaspe', '')?.name).toBe('Gaspé');
    expect(findPlace([...places, place('Gaspé', 'Estrie')], 'gaspe', '')).toBeUndefined();
  });
});
