import type { ServiceApi } from '../_shared/service-api.ts';

export interface ProspectData extends ServiceApi {
  /** Rows handed to store_prospects, all runs together. */
  stored: Record<string, unknown>[];
  /** Steps reported, in order. */
  steps: string[];
  finished: { outcome: string; said: string }[];
  /** Data and answers of the functions, set by the test. */
  trip: Record<string, unknown> | undefined;
  towns: Record<string, unknown>[];
  places: Record<string, unknown>[];
  known: Record<string, unknown>[];
  studio: { clients: Record<string, unknown>[]; tours: Record<string, unknown>[] };
  started: boolean;
  isSlotFree: boolean;
  /** Overpass answers, by key. */
  kept: Map<string, unknown>;
  pauses: number[];
}

export const tripId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const generationId = '6f9619ff-8b86-4d01-b42d-00cf4fc96400';

/**
 * Fakes the data of a generation of prospects as a ServiceApi in memory: tests that shorten timeouts cannot use the
 * fake Supabase, whose answers take time. The real functions are tested in tests/database.
 */
export function prospectData(): ProspectData {
  const calls: Record<string, (body: never) => unknown> = {
    start_prospect_generation: () => ({ id: generationId, started: data.started }),
    report_prospect_generation: ({ current_step }: { current_step: string }) =>
      data.steps.push(current_step) > 0,
    places_within: () => data.places,
    known_organisations: () => data.known,
    studio_around: () => data.studio,
    store_prospects: ({ prospects }: { prospects: Record<string, unknown>[] }) => {
      data.stored.push(...prospects);
      return prospects.length;
    },
    finish_prospect_generation: (end: { outcome: string; said: string }) => {
      data.finished.push({ outcome: end.outcome, said: end.said });
    },
    take_overpass_slot: () => data.isSlotFree,
    release_overpass_slot: ({ pause_seconds }: { pause_seconds: number }) => data.pauses.push(pause_seconds),
    store_overpass_answer: ({ query_key, found }: { query_key: string; found: unknown }) => {
      data.kept.set(query_key, found);
    },
  };
  const data: ProspectData = {
    stored: [],
    steps: [],
    finished: [],
    towns: [],
    places: [],
    known: [],
    pauses: [],
    studio: { clients: [], tours: [] },
    trip: undefined,
    started: true,
    isSlotFree: true,
    kept: new Map(),
    read: async (path) => {
      const [table, query = ''] = path.split('?');
      if (table === 'trip_plans') return data.trip ? [data.trip] : [];
      if (table === 'municipalities') return data.towns;
      const key = new URLSearchParams(query).get('key')?.slice('eq.'.length) ?? '';
      const answer = data.kept.get(key);
      return answer ? [{ answer, stored_at: '2026-11-01T00:00:00Z' }] : [];
    },
    call: async (name, body) => calls[name.split('?')[0] ?? '']?.(body as never),
    insert: async () => undefined,
  };
  return data;
}

/** A trip to La Malbaie, 40 km around, for whatever the tags say. */
export function tripTo(more: Record<string, unknown> = {}, tags: { name: string; slug: string }[] = []) {
  return {
    city: 'La Malbaie',
    region: 'Capitale-Nationale',
    job_type: 'visite_virtuelle',
    radius_km: 40,
    start_date: '2026-12-01',
    municipality_code: '15013',
    latitude: 47.6547,
    longitude: -70.1525,
    trip_plan_tags: tags.map((tag) => ({ tags: tag })),
    ...more,
  };
}

/** A municipality of the register. */
export function place(code: string, name: string, more: Record<string, unknown> = {}) {
  return {
    code,
    kind: 'municipalité',
    name,
    mrc: 'Charlevoix-Est',
    region: 'Capitale-Nationale',
    latitude: 47.65,
    longitude: -70.15,
    distance_km: 1.2,
    population: 8_235,
    official_email: `info@ville${code}.qc.ca`,
    phone: '4185550140',
    website: `ville${code}.qc.ca`,
    source_date: '2026-10-01',
    designation: null,
    shore: 'nord',
    ...more,
  };
}
