import { z } from 'zod';
import { distanceKm, roundKm } from '../_shared/geography/distance.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import type { Candidate, Place } from './candidate.ts';

const town = z.object({
  code: z.string(),
  name: z.string(),
  mrc_name: z.string().nullable(),
  latitude: z.number(),
  longitude: z.number(),
});
const studioSchema = z.object({
  clients: z.array(town),
  tours: z.array(town.extend({ title: z.string() })),
});

/** The studio's work around a trip: its client towns, and its published tours, the newest first. */
export type Studio = z.infer<typeof studioSchema>;

/** Added to the trip's own radius: an MRC reaches farther than its prospects. */
const BEYOND_KM = 60;

/** Reads the studio's work around a place. */
export async function studioAround(
  service: ServiceApi,
  { latitude, longitude, radiusKm }: Place & { radiusKm: number },
): Promise<Studio> {
  const answer = await service.call('studio_around', {
    latitude,
    longitude,
    radius_km: radiusKm + BEYOND_KM,
  });
  return studioSchema.parse(answer);
}

/** The studio's relation to the surroundings of one organisation. */
export interface Relation {
  /** The nearest client town, other than the organisation itself. */
  neighbour: { name: string; mrc: string | null; km: number; isHere: boolean } | null;
  /** A tour in the same town, else in the same MRC. */
  tour: { title: string; town: string; isHere: boolean } | null;
}

/** Largest distance of a neighbour. */
const NEIGHBOUR_KM = 30;

/** Computes the facts about one organisation that follow from the studio's work. */
export function relationOf(candidate: Candidate, { clients, tours }: Studio): Relation {
  const { townCode, mrc, sector } = candidate;
  const near = clients
    .filter(({ code }) => sector !== 'municipalité' || code !== townCode)
    .map((client) => ({ ...client, km: roundKm(distanceKm(candidate, client)) }))
    .filter(({ km, code }) => code === townCode || km <= NEIGHBOUR_KM)
    .sort((left, right) => left.km - right.km)[0];
  const here = tours.find(({ code }) => code === townCode);
  const inMrc = tours.find(({ mrc_name }) => mrc !== null && mrc_name === mrc);
  const tour = here ?? inMrc;
  return {
    neighbour: near
      ? { name: near.name, mrc: near.mrc_name, km: near.km, isHere: near.code === townCode }
      : null,
    tour: tour ? { title: tour.title, town: tour.name, isHere: tour === here } : null,
  };
}
