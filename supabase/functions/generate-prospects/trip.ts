import { z } from 'zod';
import { FunctionError } from '../_shared/errors.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import type { Place } from './candidate.ts';
import type { TargetTag } from './osm-targets.ts';
import type { TripFacts } from './reasoning.ts';
import { findTown } from './register.ts';

export interface Trip extends TripFacts {
  radiusKm: number;
  tags: TargetTag[];
  coordinates: Place | undefined;
  /** Code of the destination's municipality or MRC; null for a point of the map or a town typed freely. */
  placeCode: string | null;
}

const tripSchema = z.object({
  city: z.string(),
  region: z.string(),
  job_type: z.string(),
  start_date: z.string(),
  municipality_code: z.string().nullable(),
  radius_km: z.number(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  trip_plan_tags: z.array(z.object({ tags: z.object({ name: z.string(), slug: z.string() }).nullable() })),
});

/** The trip and its target types. Throws a French 404. */
export async function readTrip(service: ServiceApi, id: string): Promise<Trip> {
  const select =
    'city,region,job_type,start_date,municipality_code,radius_km,latitude,longitude,trip_plan_tags(tags(name,slug))';
  const [row] = z
    .array(tripSchema)
    .parse(await service.read(`trip_plans?${new URLSearchParams({ select, id: `eq.${id}` })}`));
  if (!row) throw new FunctionError(404, 'trip_not_found', 'Déplacement introuvable');
  const { city, region, latitude, longitude } = row;
  return {
    city,
    region,
    jobType: row.job_type,
    startDate: row.start_date,
    radiusKm: row.radius_km,
    placeCode: row.municipality_code,
    tags: row.trip_plan_tags.flatMap(({ tags }) => tags ?? []),
    coordinates: latitude === null || longitude === null ? undefined : { latitude, longitude },
  };
}

/** Locates the destination: its own coordinates, or those of its town in the register. Throws a French 400. */
export async function locateTrip(service: ServiceApi, trip: Trip): Promise<Place & { code: string | null }> {
  const place = trip.coordinates
    ? { ...trip.coordinates, code: trip.placeCode }
    : await findTown(service, trip);
  if (place) return place;
  throw new FunctionError(
    400,
    'place_unknown',
    `On ne sait pas où se trouve «\u00a0${trip.city}\u00a0» (${trip.region}). Modifiez le déplacement et choisissez la ville dans la liste.`,
  );
}
