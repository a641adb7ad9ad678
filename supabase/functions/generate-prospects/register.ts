import { z } from 'zod';
import { normalizeEmail } from '../_shared/email-address.ts';
import { fold } from '../_shared/fold.ts';
import { normalizePhone } from '../_shared/phone.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import { type Candidate, oneLine, type Place, type Published, webAddress } from './candidate.ts';
import { rounded } from './distance.ts';

/** Where the register is published, with its licence (CC-BY 4.0). */
export const REGISTER_URL =
  'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';

const placeSchema = z.object({
  code: z.string(),
  kind: z.enum(['municipalité', 'mrc']),
  name: z.string(),
  mrc: z.string().nullable(),
  region: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  distance_km: z.coerce.number(),
  population: z.int().nullable(),
  official_email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
});

/** A municipality or MRC of the register, as `places_within` gives it. */
export type RegisteredPlace = z.infer<typeof placeSchema>;

/** The data API cuts a list here without an error. */
const PAGE = 1_000;

/** Every municipality and MRC within the radius. */
export async function placesWithin(
  service: ServiceApi,
  { latitude, longitude, radiusKm }: Place & { radiusKm: number },
): Promise<RegisteredPlace[]> {
  const rows: RegisteredPlace[] = [];
  for (;;) {
    const query = new URLSearchParams({
      order: 'kind,code',
      limit: String(PAGE),
      offset: String(rows.length),
    });
    const page = z
      .array(placeSchema)
      .parse(await service.call(`places_within?${query}`, { latitude, longitude, radius_km: radiusKm }));
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

/** The town of a trip in the register, by name and region (case, accents and dashes apart), when there is just one. */
export async function findTown(
  service: ServiceApi,
  town: { city: string; region: string },
): Promise<Place | undefined> {
  const schema = z.array(
    z.object({
      name: z.string(),
      region: z.string(),
      latitude: z.number().nullable(),
      longitude: z.number().nullable(),
    }),
  );
  const towns: z.infer<typeof schema> = [];
  for (;;) {
    const query = new URLSearchParams({
      ...{ select: 'name,region,latitude,longitude', kind: 'eq.municipalité', order: 'code' },
      ...{ limit: String(PAGE), offset: String(towns.length) },
    });
    const page = schema.parse(await service.read(`municipalities?${query}`));
    towns.push(...page);
    if (page.length < PAGE) break;
  }
  const [found, ...others] = towns.filter(
    ({ name, region, latitude }) =>
      latitude !== null && fold(name) === fold(town.city) && fold(region) === fold(town.region),
  );
  if (!found || others.length > 0 || found.latitude === null || found.longitude === null) return undefined;
  return { latitude: found.latitude, longitude: found.longitude };
}

/** The register's line as a prospect. `foundAt` is when the register was read. */
export function fromRegister(place: RegisteredPlace, foundAt: string): Candidate | undefined {
  const isMrc = place.kind === 'mrc';
  const name = oneLine(
    isMrc && !/^(MRC|Communauté|Agglomération)\b/i.test(place.name) ? `MRC ${place.name}` : place.name,
  );
  const city = oneLine(place.name);
  const region = oneLine(place.region);
  if (!name || !city || !region) return undefined;
  const published = (value: string | null | undefined): Published | null =>
    value ? { value, sourceUrl: REGISTER_URL, foundAt } : null;
  return {
    origin: 'mamh',
    externalId: `mamh:${isMrc ? 'mrc-' : ''}${place.code}`,
    company: name,
    ...{ city, region },
    sector: place.kind,
    kind: isMrc ? 'MRC' : 'municipalité',
    sourceUrl: REGISTER_URL,
    latitude: place.latitude,
    longitude: place.longitude,
    distanceKm: rounded(place.distance_km),
    population: place.population,
    email: published(place.official_email && normalizeEmail(place.official_email)),
    phone: published(place.phone && normalizePhone(place.phone)),
    website: published(webAddress(place.website)),
  };
}
