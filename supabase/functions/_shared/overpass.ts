import { z } from 'zod';
import { type Dependencies, pause } from './dependencies.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch } from './limited-fetch.ts';
import type { ServiceApi } from './service-api.ts';
import { readSetting, siteUrls } from './settings.ts';

const elementSchema = z.object({
  type: z.enum(['node', 'way', 'relation']),
  id: z.int().positive(),
  lat: z.number().min(-90).max(90).optional(),
  lon: z.number().min(-180).max(180).optional(),
  center: z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }).optional(),
  geometry: z
    .array(z.object({ lat: z.number().min(-90).max(90), lon: z.number().min(-180).max(180) }))
    .optional(),
  tags: z.record(z.string(), z.string()).default({}),
});

const answerSchema = z.object({ elements: z.array(z.unknown()), remark: z.string().optional() });

/** One named thing of OpenStreetMap, as Overpass gives it. */
export type OsmElement = z.infer<typeof elementSchema>;

/** Reason why some or all of it could not be read. */
export type OverpassFault = keyof typeof faultWarnings;

/**
 * The elements that could be read, with the French reason for missing ones; `readAt` is when OpenStreetMap was
 * queried.
 */
export interface OverpassOutcome {
  elements: OsmElement[];
  warning: string | null;
  fault: OverpassFault | null;
  readAt: string;
}

const DEFAULT_URL = 'https://overpass-api.de/api/interpreter';
const MAX_BYTES = 12 * 1024 * 1024;
/** A little more than the timeout that the query gives the server. */
const CALL_TIMEOUT_MS = 45_000;
/** Time limit of the whole call, waiting included: a hosted function ends after 150 s, and has more to do. */
const TIME_LIMIT_MS = 85_000;
/** Shortest remaining time in which a retry makes sense. */
const SHORTEST_CALL_MS = 10_000;
const CACHE_DAYS = 30;
/** Back-off that the public servers ask for after a 429. */
const BACK_OFF_MS = 30_000;
const SLOT_RETRY_MS = 2_000;
const SLOT_ATTEMPTS = 15;

const faultWarnings = {
  busy: 'OpenStreetMap est déjà interrogé par une autre recherche. Relancez la génération dans une minute pour les entreprises.',
  refused:
    'Le service d’OpenStreetMap refuse les demandes du studio\u00a0: la personne qui l’a installé peut lui donner l’adresse du site.',
  limited:
    'Le service d’OpenStreetMap limite les demandes (429). Relancez la génération dans quelques minutes pour les entreprises.',
  slow: 'Le service d’OpenStreetMap met trop de temps à répondre\u00a0: les entreprises n’ont pas pu être lues.',
  down: 'Le service d’OpenStreetMap ne répond pas\u00a0: les entreprises n’ont pas pu être lues.',
  cut: 'La réponse d’OpenStreetMap a été coupée\u00a0: les entreprises n’ont pas pu être lues.',
  partial: 'La réponse d’OpenStreetMap est incomplète\u00a0: il manque peut-être des entreprises.',
};

/**
 * Queries OpenStreetMap's Overpass API (OVERPASS_URL; the public one by default) as its rules ask: a User-Agent that
 * identifies us, one query at a time for the whole product, a back-off of 30 s after a 429, answers cached for 30
 * days. It never throws for an error of the service: the warning reports it, and the rest of the work goes on.
 */
export async function askOverpass(
  dependencies: Dependencies,
  service: ServiceApi,
  query: string,
): Promise<OverpassOutcome> {
  const { clock } = dependencies;
  const end = clock.now() + TIME_LIMIT_MS;
  const key = await sha256(query);
  const cached = await readCached(service, key);
  if (cached) return cached;

  const caller = crypto.randomUUID();
  if (!(await takeSlot(dependencies, service, caller))) return emptyOutcome('busy');
  let outcome: OverpassOutcome = emptyOutcome('down');
  let wasLimited = false;
  try {
    let answer = await post(dependencies, query, end);
    if (isLimited(answer) && end - clock.now() > BACK_OFF_MS + SHORTEST_CALL_MS) {
      await pause(clock, BACK_OFF_MS);
      answer = await post(dependencies, query, end);
    }
    wasLimited = isLimited(answer);
    outcome = readAnswer(answer);
  } finally {
    await service.call('release_overpass_slot', { caller, pause_seconds: wasLimited ? 30 : 0 });
  }
  if (!outcome.warning) {
    await service.call('store_overpass_answer', { query_key: key, found: { elements: outcome.elements } });
  }
  return outcome;
}

function emptyOutcome(why: OverpassFault): OverpassOutcome {
  return { elements: [], warning: faultWarnings[why], fault: why, readAt: new Date().toISOString() };
}

async function readCached(service: ServiceApi, key: string): Promise<OverpassOutcome | undefined> {
  const since = new Date(Date.now() - CACHE_DAYS * 86_400_000).toISOString();
  const query = new URLSearchParams({
    select: 'answer,stored_at',
    key: `eq.${key}`,
    stored_at: `gt.${since}`,
  });
  const rows = z
    .array(z.object({ answer: answerSchema, stored_at: z.string() }))
    .parse(await service.read(`overpass_answers?${query}`));
  const [row] = rows;
  if (!row) return undefined;
  const readAt = new Date(row.stored_at).toISOString();
  return { elements: readElements(row.answer.elements), warning: null, fault: null, readAt };
}

async function takeSlot(dependencies: Dependencies, service: ServiceApi, caller: string): Promise<boolean> {
  for (let attempt = 0; attempt < SLOT_ATTEMPTS; attempt++) {
    if (attempt > 0) await pause(dependencies.clock, SLOT_RETRY_MS);
    if ((await service.call('take_overpass_slot', { caller })) === true) return true;
  }
  return false;
}

const isLimited = (answer: LimitedAnswer | FetchFailure) => 'status' in answer && answer.status === 429;

async function post(
  dependencies: Dependencies,
  query: string,
  end: number,
): Promise<LimitedAnswer | FetchFailure> {
  const timeoutMs = Math.min(CALL_TIMEOUT_MS, Math.max(1, end - dependencies.clock.now()));
  const url = readSetting(dependencies.env, 'OVERPASS_URL') ?? DEFAULT_URL;
  const [site] = siteUrls(dependencies.env);
  const headers = {
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
    'user-agent': `Territoire360/1.0 (prospection${site ? `; +${site}` : ''})`,
  };
  const body = new URLSearchParams({ data: query }).toString();
  return limitedFetch(
    dependencies,
    url,
    { method: 'POST', headers, body },
    { timeoutMs, maxBytes: MAX_BYTES },
  ).catch((error: unknown) => {
    if (error instanceof FetchFailure) return error;
    throw error;
  });
}

function readAnswer(answer: LimitedAnswer | FetchFailure): OverpassOutcome {
  if (answer instanceof FetchFailure) return emptyOutcome(answer.kind === 'timeout' ? 'slow' : 'down');
  const { status, ok, text } = answer;
  if (status === 406) return emptyOutcome('refused');
  if (status === 429) return emptyOutcome('limited');
  if (status === 504) return emptyOutcome('slow');
  if (!ok) return emptyOutcome('down');
  let parsed: z.infer<typeof answerSchema>;
  try {
    parsed = answerSchema.parse(JSON.parse(text));
  } catch {
    return emptyOutcome('cut');
  }
  // Out of time or memory, the server answers 200 with partial data and a remark.
  const isPartial = /error|timed out|out of memory/i.test(parsed.remark ?? '');
  return {
    ...emptyOutcome('partial'),
    elements: readElements(parsed.elements),
    ...(isPartial ? {} : { warning: null, fault: null }),
  };
}

/** Reads the elements and skips those of an unexpected form. */
function readElements(values: unknown[]): OsmElement[] {
  return values.flatMap((value) => elementSchema.safeParse(value).data ?? []);
}

async function sha256(text: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}
