import { normalizeEmail, normalizePhone, webAddress } from '../_shared/contact-details.ts';
import { placeKey } from '../_shared/contract/search-key.ts';
import { distanceKm, roundKm } from '../_shared/geography/distance.ts';
import type { OsmElement } from '../_shared/overpass.ts';
import { type Candidate, columnText, type Place, type Published } from './candidate.ts';
import { isOfChain, isWithoutOwner, kindOf } from './osm-targets.ts';
import type { RegisteredPlace } from './register.ts';
import { crossingBetween, type ShorePosition, shoreOf } from './river.ts';

interface Surroundings {
  /** Destination of the trip. */
  centre: ShorePosition & { city: string; region: string; radiusKm: number };
  /** Nearby municipalities, used to name the town of an object without address. */
  places: readonly RegisteredPlace[];
  /** Moment when OpenStreetMap was read. */
  foundAt: string;
}

/** Reason why a possible prospect is omitted by default. */
export type Omission = 'chain' | 'ownerless';

/** Returns the reason why an object of OpenStreetMap is omitted by default, if any. */
export function omissionReason({ tags }: OsmElement): Omission | undefined {
  if (isOfChain(tags)) return 'chain';
  return isWithoutOwner(tags) ? 'ownerless' : undefined;
}

/** Converts a named object of OpenStreetMap to a prospect; undefined when it is irrelevant or no longer exists. */
export function fromOsm(
  element: OsmElement,
  { centre, places, foundAt }: Surroundings,
): Candidate | undefined {
  const { type, id, tags } = element;
  const place = position(element);
  const what = kindOf(tags);
  const company = columnText(tags.name);
  if (!place || !what || !company || isClosed(tags)) return undefined;
  const away = distanceKm(centre, place);
  if (away > centre.radiusKm) return undefined;

  const written = columnText(tags['addr:city']);
  const town = townNamed(written, places) ?? nearestTown(place, places);
  const sourceUrl = `https://www.openstreetmap.org/${type}/${id}`;
  const published = (value: string | null | undefined): Published | null =>
    value ? { value, sourceUrl, foundAt } : null;
  const first = (...names: string[]) => names.map((name) => tags[name]?.split(';')[0]?.trim()).find(Boolean);
  const email = first('email', 'contact:email');
  const phone = first('phone', 'contact:phone');
  return {
    origin: 'osm',
    externalId: `osm:${type}/${id}`,
    company,
    city: written ?? town?.name ?? centre.city,
    townCode: town?.code ?? null,
    mrc: town?.mrc ?? null,
    region: town?.region ?? centre.region,
    ...what,
    sourceUrl,
    ...place,
    distanceKm: roundKm(away),
    // The shore of the point itself: the nearest town hall may be across the river.
    crossing: crossingBetween(centre, {
      ...place,
      townCode: town?.code ?? null,
      shore: town?.shore === 'îles' || town?.shore === 'sans route' ? town.shore : shoreOf(place),
    }),
    road: null,
    population: null,
    email: published(email && normalizeEmail(email)),
    phone: published(phone && normalizePhone(phone)),
    website: published(webAddress(first('website', 'contact:website'))),
  };
}

function position({ lat, lon, center }: OsmElement): Place | undefined {
  const [latitude, longitude] = [lat ?? center?.lat, lon ?? center?.lon];
  return latitude === undefined || longitude === undefined ? undefined : { latitude, longitude };
}

function isClosed(tags: Record<string, string>): boolean {
  return (
    /^(yes|closed)$/.test(tags.disused ?? tags.abandoned ?? '') ||
    tags.opening_hours === 'closed' ||
    tags.end_date !== undefined
  );
}

function townNamed(
  name: string | undefined,
  places: readonly RegisteredPlace[],
): RegisteredPlace | undefined {
  if (!name) return undefined;
  const key = placeKey(name);
  return places.find((place) => place.kind === 'municipalité' && placeKey(place.name) === key);
}

function nearestTown(place: Place, places: readonly RegisteredPlace[]): RegisteredPlace | undefined {
  let nearest: RegisteredPlace | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const candidate of places) {
    if (candidate.kind !== 'municipalité') continue;
    const away = distanceKm(place, candidate);
    if (away < least) [nearest, least] = [candidate, away];
  }
  return nearest;
}
