import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { emptyTripPlan, type TripPlanValues, tripPlanRow, tripPlanSchema } from './trip-plans.schema';

const trip: TripPlanValues = {
  ...emptyTripPlan,
  city: 'La Malbaie',
  region: 'Capitale-Nationale',
  start_date: '2026-12-01',
  end_date: '2026-12-04',
};

function messages(change: Partial<TripPlanValues>): string[] {
  const result = tripPlanSchema.safeParse({ ...trip, ...change });
  return result.success
    ? []
    : result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
}

describe('tripPlanSchema', () => {
  it('begins with the defaults of the specification', () => {
    expect(emptyTripPlan).toMatchObject({
      radius_km: '50',
      status: 'planifié',
      job_type: 'visite_virtuelle',
      tag_ids: [],
    });
  });
  it('takes a whole trip, and stores its radius as a number', () => {
    expect(z.encode(tripPlanRow, tripPlanSchema.parse({ ...trip, city: ' La\tMalbaie ' }))).toMatchObject({
      city: 'La Malbaie',
      radius_km: 50,
    });
  });
  it('names everything that is missing at once', () => {
    expect(messages({ city: ' ', region: '', start_date: '', end_date: '', radius_km: ' ' })).toEqual([
      'city: La ville est requise',
      'region: La région est requise',
      'start_date: La date de début est requise',
      'end_date: La date de fin est requise',
      'radius_km: Le rayon est requis',
    ]);
  });
  it.each([
    ['0', 'Le rayon doit être au moins 1\u00a0km'],
    ['-5', 'Le rayon doit être au moins 1\u00a0km'],
    ['501', 'Le rayon ne peut pas dépasser 500\u00a0km'],
    ['beaucoup', 'Le rayon doit être un nombre'],
    ['10,5', 'Le rayon doit être un nombre entier de kilomètres'],
  ])('refuses a radius of %s', (radius_km, message) => {
    expect(messages({ radius_km })).toEqual([`radius_km: ${message}`]);
  });
  it.each(['1', '500', ' 50 '])('takes a radius of %s', (radius_km) =>
    expect(messages({ radius_km })).toEqual([]),
  );
  it('refuses an end before the start, beside the other messages; the same day is fine', () => {
    const wrong = { start_date: '2026-12-05', end_date: '2026-12-04' };
    expect(messages(wrong)).toEqual(['end_date: La date de fin doit suivre la date de début']);
    expect(messages({ ...wrong, city: '' })).toEqual([
      'city: La ville est requise',
      'end_date: La date de fin doit suivre la date de début',
    ]);
    expect(messages({ start_date: '2026-12-04' })).toEqual([]);
  });
  it('refuses what is no day', () => {
    for (const start_date of ['demain', '2026-02-31', '2026-1-1']) {
      expect(messages({ start_date })[0]).toMatch(/^start_date: Date invalide/);
    }
  });
  it('refuses what the database would cut', () => {
    const long = (length: number) => 'é'.repeat(length);
    expect(
      messages({ city: long(100), region: long(100), client_name: long(200), description: long(2000) }),
    ).toEqual([]);
    expect(messages({ city: long(101) })).toEqual(['city: La ville ne peut pas dépasser 100 caractères']);
    expect(messages({ region: long(101) })).toEqual([
      'region: La région ne peut pas dépasser 100 caractères',
    ]);
    expect(messages({ client_name: long(201) })).toHaveLength(1);
    expect(messages({ description: long(2001) })).toHaveLength(1);
  });
});
