import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import { FetchFailure, limitedFetch } from './limited-fetch.ts';
import { readSetting, siteUrls } from './settings.ts';

/** A route by road; null where the server knows none. */
type Leg = { km: number; minutes: number } | null;

export interface RoutingOutcome {
  /** One leg for each place, in order; empty without a server, or when it failed. */
  legs: Leg[];
  /** French warning; null when the roads were read, or when no server is set. */
  warning: string | null;
}

interface Point {
  latitude: number;
  longitude: number;
}

const limits = { timeoutMs: 12_000, maxBytes: 512 * 1024 };
/** Number of places that public servers accept in one table. */
const MOST_PLACES = 99;

const row = z.array(z.number().min(0).max(1e8).nullable());
const tableSchema = z.object({ code: z.literal('Ok'), distances: z.array(row), durations: z.array(row) });
type Table = z.infer<typeof tableSchema>;

const failedOutcome: RoutingOutcome = {
  legs: [],
  warning: 'Le service d’itinéraires ne répond pas comme prévu\u00a0: les distances sont à vol d’oiseau.',
};

/**
 * Reads distance and time by road from one place to others, from the server of ROUTING_URL, which speaks OSRM's
 * protocol (« /table/v1/driving »). Only that address is called, redirects are not followed, and only coordinates are
 * sent. It never throws for an error of the server.
 */
export async function askRoutes(
  dependencies: Dependencies,
  from: Point,
  places: readonly Point[],
): Promise<RoutingOutcome> {
  const asked = places.slice(0, MOST_PLACES);
  const table = asked.length > 0 ? await askTable(dependencies, [from, ...asked], '&sources=0') : null;
  // The first entry leads from the place to itself.
  return outcomeOf(table, (whole) => places.map((_, index) => legOf(whole, 0, index + 1)));
}

/** Reads the route from each place to the next: the legs of a round. */
export async function askLegs(
  dependencies: Dependencies,
  places: readonly Point[],
  signal?: AbortSignal,
): Promise<RoutingOutcome> {
  const table = places.length > 1 ? await askTable(dependencies, places, '', signal) : null;
  return outcomeOf(table, (whole) => places.slice(1).map((_, index) => legOf(whole, index, index + 1)));
}

/** Converts the answer of `askTable`. */
function outcomeOf(table: Table | null | undefined, legs: (table: Table) => Leg[]): RoutingOutcome {
  if (table === undefined) return failedOutcome;
  return { legs: table ? legs(table) : [], warning: null };
}

/** Requests one table of places; null without a server, undefined without a proper answer. */
async function askTable(
  dependencies: Dependencies,
  places: readonly Point[],
  sources: '' | '&sources=0',
  signal?: AbortSignal,
): Promise<Table | null | undefined> {
  const setting = readSetting(dependencies.env, 'ROUTING_URL');
  if (!setting) return null;
  const base = serverAddress(setting);
  if (!base) return undefined;
  const coordinates = places
    .map(({ latitude, longitude }) => `${longitude.toFixed(5)},${latitude.toFixed(5)}`)
    .join(';');
  const [site] = siteUrls(dependencies.env);
  const answer = await limitedFetch(
    dependencies,
    `${base}/table/v1/driving/${coordinates}?annotations=distance,duration${sources}`,
    {
      headers: {
        accept: 'application/json',
        'user-agent': `Territoire360/1.0 (itineraires${site ? `; +${site}` : ''})`,
      },
    },
    { ...limits, ...(signal && { signal }) },
  ).catch((error: unknown) => {
    if (error instanceof FetchFailure) return undefined;
    throw error;
  });
  const table = answer?.ok ? readTable(answer.text) : undefined;
  const rows = sources ? 1 : places.length;
  const isWhole = (numbers: Table['distances']) =>
    numbers.length === rows && numbers.every(({ length }) => length === places.length);
  return table && isWhole(table.distances) && isWhole(table.durations) ? table : undefined;
}

function legOf({ distances, durations }: Table, from: number, to: number): Leg {
  const [metres, seconds] = [distances[from]?.[to], durations[from]?.[to]];
  if (metres == null || seconds == null) return null;
  return { km: Math.round(metres / 100) / 10, minutes: Math.round(seconds / 60) };
}

/** Returns the configured address without final slashes; undefined when it is invalid or holds a password. */
function serverAddress(setting: string): string | undefined {
  const url = URL.canParse(setting) ? new URL(setting) : undefined;
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash)
    return undefined;
  return url.href.replace(/\/+$/, '');
}

function readTable(text: string): Table | undefined {
  try {
    return tableSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
