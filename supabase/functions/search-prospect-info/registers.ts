import { z } from 'zod';
import { normalizeEmail, normalizePhone, webAddress } from '../_shared/contact-details.ts';
import { placeKey } from '../_shared/contract/search-key.ts';
import type { Dependencies } from '../_shared/dependencies.ts';
import { fold } from '../_shared/fold.ts';
import { askOverpass, type OsmElement } from '../_shared/overpass.ts';
import { civicName, REGISTER_URL, registerNames } from '../_shared/register.ts';
import type { ServiceApi } from '../_shared/service-api.ts';

/** A value, its source, and since when it is known (ISO 8601). */
interface SourcedValue {
  value: string;
  sourceUrl: string;
  foundAt: string;
}

export type Details = Partial<Record<'email' | 'phone' | 'website', SourcedValue>>;

export interface Organisation {
  company: string;
  city: string;
  region: string;
}

const placeSchema = z.object({
  region: z.string(),
  latitude: z.number().nullable(),
  longitude: z.number().nullable(),
  official_email: z.string().nullable(),
  phone: z.string().nullable(),
  website: z.string().nullable(),
  source_date: z.string().nullable(),
});
type RegisteredPlace = z.infer<typeof placeSchema>;

/** Radius around the named town, because names of businesses repeat from town to town. */
const NEAR_METRES = 15_000;

/** The registers' facts, and the French reason why one of them could not be asked. */
export interface Registered {
  details: Details;
  warning: string | null;
}

const MAP_UNREAD = 'OpenStreetMap n’a pas pu être interrogé\u00a0: réessayez dans quelques minutes.';

/** Reads an organisation's public details in the open registers: the register of municipalities, else OpenStreetMap. */
export async function findInRegisters(
  dependencies: Dependencies,
  service: ServiceApi,
  organisation: Organisation,
): Promise<Registered> {
  const { company, city, region } = organisation;
  const isMrc = /^mrc\b/.test(fold(company));
  const civic = await onlyPlace(service, isMrc ? 'mrc' : 'municipalité', company, region);
  // A business may bear the name of a town other than its own.
  if (civic && (isMrc || !city || civicName(city) === civicName(company))) {
    return { details: fromRegister(civic), warning: null };
  }
  const town = await onlyPlace(service, 'municipalité', city, region);
  return town ? fromOsm(dependencies, service, organisation, town) : { details: {}, warning: null };
}

async function onlyPlace(
  service: ServiceApi,
  kind: 'municipalité' | 'mrc',
  name: string,
  region: string,
): Promise<RegisteredPlace | undefined> {
  const keys = [...new Set(registerNames(name).map(placeKey))].map((key) => `"${key}"`);
  if (keys.length === 0) return undefined;
  const query = new URLSearchParams({
    select: 'region,latitude,longitude,official_email,phone,website,source_date',
    kind: `eq.${kind}`,
    search_key: `in.(${keys.join(',')})`,
  });
  const rows = z.array(placeSchema).parse(await service.read(`municipalities?${query}`));
  const [place, ...others] = rows.filter((row) => !region || fold(row.region) === fold(region));
  return others.length === 0 ? place : undefined;
}

function fromRegister({ official_email, phone, website, source_date }: RegisteredPlace): Details {
  const foundAt = source_date ? `${source_date}T12:00:00Z` : new Date().toISOString();
  return withSources(
    {
      email: official_email && normalizeEmail(official_email),
      phone: phone && normalizePhone(phone),
      website: webAddress(website),
    },
    REGISTER_URL,
    foundAt,
  );
}

async function fromOsm(
  dependencies: Dependencies,
  service: ServiceApi,
  { company }: Organisation,
  { latitude, longitude }: RegisteredPlace,
): Promise<Registered> {
  if (latitude === null || longitude === null) return { details: {}, warning: null };
  const around = `(around:${NEAR_METRES},${latitude.toFixed(5)},${longitude.toFixed(5)})`;
  const query = `[out:json][timeout:25];nwr${around}["name"="${quoteText(company)}"];out center 20;`;
  const { elements, warning, readAt } = await askOverpass(dependencies, service, query);
  const best = elements
    .filter(({ tags }) => fold(tags.name ?? '') === fold(company))
    .map((element) => detailsOf(element, readAt))
    .sort((left, right) => Object.keys(right).length - Object.keys(left).length)[0];
  return { details: best ?? {}, warning: warning && MAP_UNREAD };
}

/** Escapes a text for double quotes of Overpass QL. */
function quoteText(text: string): string {
  return text.replace(/[\p{Cc}]/gu, ' ').replace(/["\\]/g, '\\$&');
}

function detailsOf({ type, id, tags }: OsmElement, readAt: string): Details {
  const first = (...names: string[]) => names.map((name) => tags[name]?.split(';')[0]?.trim()).find(Boolean);
  const email = first('email', 'contact:email');
  const phone = first('phone', 'contact:phone');
  return withSources(
    {
      email: email && normalizeEmail(email),
      phone: phone && normalizePhone(phone),
      website: webAddress(first('website', 'contact:website')),
    },
    `https://www.openstreetmap.org/${type}/${id}`,
    readAt,
  );
}

function withSources(
  values: Record<keyof Details, string | null | undefined>,
  sourceUrl: string,
  foundAt: string,
): Details {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value ? [[name, { value, sourceUrl, foundAt }]] : [])),
  );
}
