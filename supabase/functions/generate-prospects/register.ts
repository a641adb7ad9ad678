import { z } from 'zod';
import { normalizeEmail, normalizePhone, webAddress } from '../_shared/contact-details.ts';
import { placeKey } from '../_shared/contract/search-key.ts';
import { fold } from '../_shared/fold.ts';
import { roundKm } from '../_shared/geography/distance.ts';
import { REGISTER_URL } from '../_shared/register.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import { type Candidate, columnText, type Place, type Published } from './candidate.ts';
import { ofPlace } from './french.ts';
import { crossingBetween, type ShorePosition } from './river.ts';

const placeSchema = z.object({
  code: z.string(),
  kind: z.enum(['municipalité', 'mrc']),
  name: z.string(),
  designation: z.string().nullable(),
  mrc: z.string().nullable(),
  region: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  distance_km: z.coerce.number(),
  population: z.int().nullable(),
  official_email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  source_date: z.string().nullable(),
  shore: z.enum(['nord', 'sud', 'îles', 'sans route']),
});

/** A municipality or MRC of the register, as `places_within` gives it. */
export type RegisteredPlace = z.infer<typeof placeSchema>;

/** The data API cuts a list here without an error. */
const PAGE_ROWS = 1_000;

/** Every municipality and MRC within the radius. */
export async function placesWithin(
  service: ServiceApi,
  { latitude, longitude, radiusKm }: Place & { radiusKm: number },
): Promise<RegisteredPlace[]> {
  const rows: RegisteredPlace[] = [];
  for (;;) {
    const query = new URLSearchParams({
      order: 'kind,code',
      limit: String(PAGE_ROWS),
      offset: String(rows.length),
    });
    const page = z
      .array(placeSchema)
      .parse(await service.call(`places_within?${query}`, { latitude, longitude, radius_km: radiusKm }));
    rows.push(...page);
    if (page.length < PAGE_ROWS) return rows;
  }
}

const townSchema = z.array(
  z.object({ code: z.string(), region: z.string(), latitude: z.number(), longitude: z.number() }),
);

/**
 * Finds the town of a trip in the register, by name and region (case, accents and dashes apart), when exactly one
 * matches.
 */
export async function findTown(
  service: ServiceApi,
  town: { city: string; region: string },
): Promise<(Place & { code: string }) | undefined> {
  const query = new URLSearchParams({
    select: 'code,region,latitude,longitude',
    kind: 'eq.municipalité',
    latitude: 'not.is.null',
    search_key: `eq.${placeKey(town.city)}`,
  });
  const towns = townSchema.parse(await service.read(`municipalities?${query}`));
  const [found, ...others] = towns.filter(({ region }) => fold(region) === fold(town.region));
  if (!found || others.length > 0) return undefined;
  const { code, latitude, longitude } = found;
  return { code, latitude, longitude };
}

/** Tells whether a territory has no government of its own: an unorganised territory, a reserved hunting land. */
function isNobody({ designation }: RegisteredPlace): boolean {
  return /^(?:Territoire non organisé|Terre de la catégorie)/.test(designation ?? '');
}

/**
 * Returns the register's designation for a sentence, « ville », « municipalité de paroisse »; « municipalité » when
 * the register truncates it.
 */
function designationOf({ designation }: RegisteredPlace): string {
  const words = designation?.toLowerCase() ?? '';
  if (words === 'paroisse') return 'municipalité de paroisse';
  return /^(?:ville|village|canton|village nordique)$/.test(words) ? words : 'municipalité';
}

/** Converts the register's line to a prospect. Its values are as old as the register, or were read at `readAt`. */
export function fromRegister(
  place: RegisteredPlace,
  readAt: string,
  centre: ShorePosition,
): Candidate | undefined {
  const foundAt = place.source_date ? `${place.source_date}T12:00:00Z` : readAt;
  const isMrc = place.kind === 'mrc';
  const name = columnText(
    isMrc && !/^(MRC|Communauté|Agglomération)\b/i.test(place.name)
      ? `MRC ${ofPlace(place.name)}`
      : place.name,
  );
  const city = columnText(place.name);
  const region = columnText(place.region);
  if (!name || !city || !region || isNobody(place)) return undefined;
  const published = (value: string | null | undefined): Published | null =>
    value ? { value, sourceUrl: REGISTER_URL, foundAt } : null;
  return {
    origin: 'mamh',
    externalId: `mamh:${isMrc ? 'mrc-' : ''}${place.code}`,
    company: name,
    city,
    region,
    townCode: isMrc ? null : place.code,
    mrc: isMrc ? place.name : place.mrc,
    sector: place.kind,
    kind: isMrc ? 'MRC' : designationOf(place),
    sourceUrl: REGISTER_URL,
    latitude: place.latitude,
    longitude: place.longitude,
    distanceKm: roundKm(place.distance_km),
    crossing: crossingBetween(centre, { ...place, townCode: place.code }),
    road: null,
    population: place.population,
    email: published(place.official_email && normalizeEmail(place.official_email)),
    phone: published(place.phone && normalizePhone(place.phone)),
    website: published(webAddress(place.website)),
  };
}
