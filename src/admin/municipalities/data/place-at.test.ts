import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { areas, placeAt } from './place-at';
import type { Place } from './place-search';

const place = (name: string, mrc_name: string, latitude: number | null, longitude: number | null): Place => ({
  ...{ code: name, name, mrc_name, latitude, longitude, region: '', designation: 'V', population: 1 },
  ...{ approximate: false, search_key: null },
});
const rimouski = place('Rimouski', 'Rimouski-Neigette', 48.4489, -68.5239);
const places = [
  rimouski,
  { ...place('Saint-Valérien', 'Rimouski-Neigette', 48.4477, -68.5236), approximate: true },
  place('Sans lieu', 'Rimouski-Neigette', null, null),
  place('Gatineau', 'Gatineau', 45.4772, -75.7016),
  place('Percé', 'Le Rocher-Percé', 48.5242, -64.2136),
];

it('is the nearest municipality of the MRC around a position', async () => {
  const grounds = await new QueryClient().fetchQuery(areas());
  const at = (latitude: number, longitude: number) => placeAt(places, grounds, { latitude, longitude })?.name;
  // The demo's camera, in a street of Rimouski.
  expect(at(48.447659, -68.523556)).toBe('Rimouski');
  expect(at(45.48, -75.75)).toBe('Gatineau');
});

it('is none outside Québec, however near, nor far from every municipality', async () => {
  const grounds = await new QueryClient().fetchQuery(areas());
  const at = (latitude: number, longitude: number) => placeAt(places, grounds, { latitude, longitude });
  // Places outside every municipality: Ottawa, two kilometres from Gatineau, New York, the sea, a northern
  // forest.
  for (const [latitude, longitude] of [
    [45.4215, -75.6972],
    [40.7, -74],
    [0.1, 0.1],
    [55, -72],
  ] as const)
    expect(at(latitude, longitude)).toBeUndefined();
  expect(placeAt([], grounds, { latitude: 48.447659, longitude: -68.523556 })).toBeUndefined();
});
