import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { distanceKm } from '../_shared/geography/distance.ts';
import { askOverpass } from '../_shared/overpass.ts';
import { askRoutes } from '../_shared/routing.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import type { Candidate } from './candidate.ts';
import { type KnownOrganisation, withoutKnown } from './deduplicate.ts';
import { countText, frenchNumber, ofPlace } from './french.ts';
import { fromOsm, omissionReason } from './osm-organisations.ts';
import { groupsFor, overpassQuery } from './osm-targets.ts';
import { type Ranked, rankCandidates } from './ranking.ts';
import { fromRegister, placesWithin, type RegisteredPlace } from './register.ts';
import { type ShorePosition, shoreOf } from './river.ts';
import { byPromise, mostPromising, type ScoredCandidate } from './score.ts';
import { studioAround } from './studio.ts';
import { locateTrip, readTrip, type Trip } from './trip.ts';

export interface GenerationAnswer {
  message: string;
  /** `running`: another run of this trip is under way, and this one did nothing. */
  state: 'finished' | 'running';
  /** Number of new prospects. */
  added: number;
  /** True when part of the sources could not be read. */
  isPartial: boolean;
}

/** The public Overpass servers are not made for more. */
const MAX_KM_FOR_BUSINESSES = 50;

const startSchema = z.object({ id: z.guid(), started: z.boolean() });

type Step = 'registers' | 'businesses' | 'ranking' | 'saving';
type Report = (step: Step, found: number) => Promise<void>;

/**
 * Runs one generation for a trip, from the registers to `suggested_prospects`; a simultaneous one answers « en cours » and
 * changes nothing. Its state is in `prospect_generations`, even when the client has disconnected. Throws a French
 * FunctionError, with the same text kept in the state.
 *
 * @param withAll also chains, and things that nobody is known to run
 */
export async function generateProspects(
  dependencies: Dependencies,
  service: ServiceApi,
  tripPlanId: string,
  withAll = false,
): Promise<GenerationAnswer> {
  const trip = await readTrip(service, tripPlanId);
  const { id, started } = startSchema.parse(
    await service.call('start_prospect_generation', { trip_id: tripPlanId }),
  );
  if (!started) {
    const message = 'Une génération est déjà en cours pour ce déplacement.';
    return { message, state: 'running', added: 0, isPartial: false };
  }
  const report: Report = async (step, found) => {
    const mine = await service.call('report_prospect_generation', {
      generation_id: id,
      current_step: step,
      found_so_far: found,
    });
    if (mine !== true)
      throw new FunctionError(503, 'generation_lost', 'La génération a été interrompue. Relancez-la.');
  };
  const finish = (outcome: 'finished' | 'failed', text: string) =>
    service.call('finish_prospect_generation', { generation_id: id, outcome, said: text });
  try {
    const outcome = await runGeneration(dependencies, service, {
      trip,
      tripPlanId,
      withAll,
      generationId: id,
      report,
    });
    await finish('finished', outcome.message);
    return { ...outcome, state: 'finished' };
  } catch (error) {
    const text = error instanceof FunctionError ? error.message : 'Impossible de générer les prospects';
    // The first error is the one to show.
    await finish('failed', text).catch(() => undefined);
    throw error;
  }
}

interface GenerationRun {
  trip: Trip;
  tripPlanId: string;
  withAll: boolean;
  generationId: string;
  report: Report;
}

async function runGeneration(
  dependencies: Dependencies,
  service: ServiceApi,
  { trip, tripPlanId, withAll, generationId, report }: GenerationRun,
): Promise<Omit<GenerationAnswer, 'state'>> {
  const { code, ...point } = await locateTrip(service, trip);
  const places = await placesWithin(service, { ...point, radiusKm: trip.radiusKm });
  const centre: TripCentre = {
    ...point,
    townCode: code,
    shore: shoreAt(point, code, places),
    city: trip.city,
    region: trip.region,
    radiusKm: trip.radiusKm,
  };
  const readAt = new Date().toISOString();
  const registered = places.flatMap((place) => fromRegister(place, readAt, centre) ?? []);
  await report('businesses', registered.length);

  const businesses = await findBusinesses(dependencies, service, { trip, centre, places, withAll });
  const all = [...registered, ...businesses.found];
  await report('ranking', all.length);

  const known = (await service.call('known_organisations', { trip_id: tripPlanId })) as KnownOrganisation[];
  const unknown = withoutKnown(all, known);
  const fresh = await withRoads(dependencies, centre, mostPromising(unknown, trip.radiusKm));
  const studio = await studioAround(service, centre);
  const { ranked, warning } = await rankCandidates(dependencies, fresh.scored, trip, studio);
  await report('saving', all.length);

  const added = z
    .int()
    .parse(
      await service.call('store_prospects', { generation_id: generationId, prospects: ranked.map(toRow) }),
    );
  if (added === 0 && businesses.warning) {
    throw new FunctionError(502, 'businesses_unread', businesses.warning);
  }
  const text = [
    summaryText(added, ranked, places.length, trip),
    ...waitingText(unknown.length - ranked.length),
    ...leftOutText(businesses.leftOut),
    businesses.warning,
    fresh.warning,
    warning,
  ];
  return { message: text.filter(Boolean).join(' '), added, isPartial: businesses.warning !== null };
}

type TripCentre = ShorePosition & { city: string; region: string; radiusKm: number };

/** Distance at which a town hall tells a point's shore, and whether a road leads there. */
const NEAR_KM = 25;

/** Determines the shore of the destination: that of its own place in the register, else of the point itself. */
function shoreAt(
  point: { latitude: number; longitude: number },
  code: string | null,
  places: readonly RegisteredPlace[],
) {
  const own = places.find((place) => place.code === code);
  if (own) return own.shore;
  const nearest = places
    .map((place) => ({ shore: place.shore, km: distanceKm(point, place) }))
    .sort((left, right) => left.km - right.km)[0];
  const isApart = nearest?.shore === 'îles' || nearest?.shore === 'sans route';
  return nearest && isApart && nearest.km <= NEAR_KM ? nearest.shore : shoreOf(point);
}

/** Number of omitted objects, by kind. */
interface OmissionCounts {
  chain: number;
  ownerless: number;
}

async function findBusinesses(
  dependencies: Dependencies,
  service: ServiceApi,
  {
    trip,
    centre,
    places,
    withAll,
  }: { trip: Trip; centre: TripCentre; places: readonly RegisteredPlace[]; withAll: boolean },
): Promise<{ found: Candidate[]; leftOut: OmissionCounts; warning: string | null }> {
  const leftOut: OmissionCounts = { chain: 0, ownerless: 0 };
  const groups = groupsFor(trip.tags);
  if (groups.length === 0) return { found: [], leftOut, warning: null };
  const area = { ...centre, radiusKm: Math.min(trip.radiusKm, MAX_KM_FOR_BUSINESSES) };
  const { elements, warning, readAt } = await askOverpass(dependencies, service, overpassQuery(groups, area));
  const found = elements.flatMap((element) => {
    const candidate = fromOsm(element, { centre: area, places, foundAt: readAt });
    const why = candidate && !withAll ? omissionReason(element) : undefined;
    if (why) leftOut[why]++;
    return candidate && !why ? candidate : [];
  });
  return { found, leftOut, warning };
}

/** Adds routes by road, where a routing server is set, and scores by them. */
async function withRoads(
  dependencies: Dependencies,
  centre: TripCentre,
  scored: ScoredCandidate[],
): Promise<{ scored: ScoredCandidate[]; warning: string | null }> {
  const candidates = scored.map(({ candidate }) => candidate);
  const { legs, warning } = await askRoutes(dependencies, centre, candidates);
  if (legs.length === 0) return { scored, warning };
  const driven = candidates.map((candidate, index) => ({ ...candidate, road: legs[index] ?? null }));
  return { scored: byPromise(driven, centre.radiusKm), warning };
}

function toRow({ candidate, score, reasoning }: Ranked): object {
  const { email, phone, website } = candidate;
  return {
    origin: candidate.origin,
    external_id: candidate.externalId,
    source_url: candidate.sourceUrl,
    company: candidate.company,
    city: candidate.city,
    region: candidate.region,
    sector: candidate.sector,
    latitude: candidate.latitude,
    longitude: candidate.longitude,
    distance_km: candidate.distanceKm,
    road_km: candidate.road?.km,
    road_minutes: candidate.road?.minutes,
    crossing: candidate.crossing?.words,
    ai_reasoning: reasoning,
    score,
    email: email?.value,
    email_source_url: email?.sourceUrl,
    email_found_at: email?.foundAt,
    phone: phone?.value,
    phone_source_url: phone?.sourceUrl,
    phone_found_at: phone?.foundAt,
    website: website?.value,
    website_source_url: website?.sourceUrl,
    website_found_at: website?.foundAt,
  };
}

function summaryText(added: number, ranked: readonly Ranked[], places: number, trip: Trip): string {
  if (added === 0) {
    const radius = `${frenchNumber(trip.radiusKm)}\u00a0km autour ${ofPlace(trip.city)}`;
    return places === 0
      ? `Aucun nouveau prospect dans un rayon de ${radius}. Le registre des municipalités est peut-être vide\u00a0: importez-le.`
      : `Aucun nouveau prospect dans un rayon de ${radius}.`;
  }
  const of = (sector: string) => ranked.filter(({ candidate }) => candidate.sector === sector).length;
  const [towns, mrcs] = [of('municipalité'), of('mrc')];
  const businesses = ranked.length - towns - mrcs;
  const parts = [
    ...(towns > 0 ? [countText(towns, 'municipalité', 'municipalités')] : []),
    ...(mrcs > 0 ? [countText(mrcs, 'MRC', 'MRC')] : []),
    ...(businesses > 0 ? [countText(businesses, 'entreprise', 'entreprises')] : []),
  ];
  const last = parts.pop() ?? '';
  const listed = parts.length > 0 ? `${parts.join(', ')} et ${last}` : last;
  return `${countText(added, 'prospect ajouté', 'prospects ajoutés')}\u00a0: ${listed}.`;
}

/** Describes the organisations beyond the limit of one run. */
function waitingText(waiting: number): string[] {
  if (waiting <= 0) return [];
  const [verb, them] = waiting > 1 ? ['attendent', 'les'] : ['attend', 'la'];
  return [
    `${countText(waiting, 'autre organisation', 'autres organisations')} ${verb}\u00a0: générez de nouveau pour ${them} voir.`,
  ];
}

function leftOutText({ chain, ownerless }: OmissionCounts): string[] {
  const parts = [
    ...(chain > 0 ? [countText(chain, 'établissement d’une chaîne', 'établissements de chaînes')] : []),
    ...(ownerless > 0
      ? [countText(ownerless, 'lieu sans exploitant connu', 'lieux sans exploitant connu')]
      : []),
  ];
  return parts.length > 0 ? [`Laissés de côté\u00a0: ${parts.join(' et ')}.`] : [];
}
