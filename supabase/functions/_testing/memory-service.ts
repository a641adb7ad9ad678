import type { ServiceApi } from '../_shared/service-api.ts';

export interface MemoryService extends ServiceApi {
  /** Rows handed to store_prospects, all runs together. */
  stored: Record<string, unknown>[];
  /** Steps reported, in order. */
  steps: string[];
  finished: { outcome: string; said: string }[];
  /** What is read and what functions answer, for the test to set. */
  trip: Record<string, unknown> | undefined;
  towns: Record<string, unknown>[];
  places: Record<string, unknown>[];
  known: Record<string, unknown>[];
  started: boolean;
  slotIsFree: boolean;
  /** Overpass answers, by key. */
  kept: Map<string, unknown>;
  pauses: number[];
}

export const tripId = '6f9619ff-8b86-4d01-b42d-00cf4fc964ff';
const generationId = '6f9619ff-8b86-4d01-b42d-00cf4fc96400';

/** A stand-in for our own database where a test is about the outside world; tests/database uses the real one. */
export function memoryService(): MemoryService {
  const calls: Record<string, (body: never) => unknown> = {
    start_prospect_generation: () => ({ id: generationId, started: service.started }),
    report_prospect_generation: ({ current_step }: { current_step: string }) =>
      service.steps.push(current_step) > 0,
    places_within: () => service.places,
    known_organisations: () => service.known,
    store_prospects: ({ prospects }: { prospects: Record<string, unknown>[] }) => {
      service.stored.push(...prospects);
      return prospects.length;
    },
    finish_prospect_generation: (end: { outcome: string; said: string }) => {
      service.finished.push({ outcome: end.outcome, said: end.said });
    },
    take_overpass_slot: () => service.slotIsFree,
    release_overpass_slot: ({ pause_seconds }: { pause_seconds: number }) =>
      service.pauses.push(pause_seconds),
    store_overpass_answer: ({ query_key, found }: { query_key: string; found: unknown }) => {
      service.kept.set(query_key, found);
    },
  };
  const service: MemoryService = {
    ...{ stored: [], steps: [], finished: [], towns: [], places: [], known: [], pauses: [] },
    ...{ trip: undefined, started: true, slotIsFree: true, kept: new Map() },
    read: async (path) => {
      const [table, query = ''] = path.split('?');
      if (table === 'trip_plans') return service.trip ? [service.trip] : [];
      if (table === 'municipalities') return service.towns;
      const key = new URLSearchParams(query).get('key')?.slice('eq.'.length) ?? '';
      const answer = service.kept.get(key);
      return answer ? [{ answer, stored_at: '2026-11-01T00:00:00Z' }] : [];
    },
    call: async (name, body) => calls[name.split('?')[0] ?? '']?.(body as never),
    insert: async () => undefined,
  };
  return service;
}

/** A trip to La Malbaie, 40 km around, for whatever the tags say. */
export function tripTo(more: Record<string, unknown> = {}, tags: { name: string; slug: string }[] = []) {
  return {
    ...{ city: 'La Malbaie', region: 'Capitale-Nationale', job_type: 'visite_virtuelle', radius_km: 40 },
    ...{ latitude: 47.6547, longitude: -70.1525, trip_plan_tags: tags.map((tag) => ({ tags: tag })) },
    ...more,
  };
}

/** A municipality of the register. */
export function place(code: string, name: string, more: Record<string, unknown> = {}) {
  return {
    ...{ code, kind: 'municipalité', name, mrc: 'Charlevoix-Est', region: 'Capitale-Nationale' },
    ...{ latitude: 47.65, longitude: -70.15, distance_km: 1.2, population: 8_235 },
    ...{ official_email: `info@ville${code}.qc.ca`, phone: '4185550140', website: `ville${code}.qc.ca` },
    source_date: '2026-10-01',
    ...more,
  };
}
