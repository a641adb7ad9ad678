import { expect, it } from 'vitest';
import type { ListedTrip } from '../data/trip-plans';
import { filterTrips, tripListFields } from './trip-filters';

const trip = (id: string, start_date: string, end_date: string) =>
  ({ id, city: id, region: '', client_name: null, start_date, end_date }) as ListedTrip;

const trips = [
  trip('demain', '2026-11-23', '2026-11-24'),
  trip('part aujourd’hui', '2026-11-22', '2026-11-25'),
  trip('en route', '2026-11-20', '2026-11-22'),
  trip('rentré', '2026-11-20', '2026-11-21'),
];

it.each([
  ['a-venir', ['demain', 'part aujourd’hui']],
  ['en-cours', ['en route']],
  ['passes', ['rentré']],
])('a trip is in one period, %s as the dashboard counts it', (periode, expected) => {
  const found = filterTrips(trips, { ...tripListFields.parse({}), periode, tri: '' }, '2026-11-22');
  expect(found.map(({ id }) => id)).toEqual(expected);
});
