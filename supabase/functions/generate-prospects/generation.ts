import { z } from 'zod';
import type { Dependencies } from '../_shared/dependencies.ts';
import { FunctionError } from '../_shared/errors.ts';
import { askOverpass } from '../_shared/overpass.ts';
import type { ServiceApi } from '../_shared/service-api.ts';
import type { Candidate, Place } from './candidate.ts';
import { type KnownOrganisation, withoutKnown } from './deduplicate.ts';
import { fromOsm } from './osm-organisations.ts';
import { groupsFor, overpassQuery } from './osm-targets.ts';
import { type Ranked, rank } from './ranking.ts';
import { frenchNumber } from './reasoning.ts';
import { fromRegister, placesWithin, type RegisteredPlace } from './register.ts';
import { mostPromising } from './score.ts';
import { locate, readTrip, type Trip } from './trip.ts';

export interface GenerationAnswer {
  message: string;
  /** `running`: another run of this trip is under way, and this one did nothing. */
  state: 'finished' | 'running';
  /** How many are new. */
  added: number;
  /** Part of the sources could not be read. */
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
 */
export async function generateProspects(
  dependencies: Dependencies,
  service: ServiceApi,
  tripPlanId: string,
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
      ...{ generation_id: id, current_step: step, found_so_far: found },
    });
    if (mine !== true)
      throw new FunctionError(503, 'generation_lost', 'La génération a été interrompue. Relancez-la.');
  };
  const finish = (outcome: 'finished' | 'failed', said: string) =>
    service.call('finish_prospect_generation', { generation_id: id, outcome, said });
  try {
    const outcome = await run(dependencies, service, { trip, tripPlanId, generationId: id, report });
    await finish('finished', outcome.message);
    return { ...outcome, state: 'finished' };
  } catch (error) {
    const said = error instanceof FunctionError ? error.message : 'Impossible de générer les prospects';
    // The first error is the one to show.
    await finish('failed', said).catch(() => undefined);
    throw error;
  }
}

async function run(
  dependencies: Dependencies,
  service: ServiceApi,
  {
    trip,
    tripPlanId,
    generationId,
    report,
  }: { trip: Trip; tripPlanId: string; generationId: string; report: Report },
): Promise<Omit<GenerationAnswer, 'state'>> {
  const centre = { ...(await locate(service, trip)), radiusKm: trip.radiusKm };
  const readAt = new Date().toISOString();
  const places = await placesWithin(service, centre);
  const registered = places.flatMap((place) => fromRegister(place, readAt) ?? []);
  await report('businesses', registered.length);

  const businesses = await findBusinesses(dependencies, service, trip, centre, places);
  const all = [...registered, ...businesses.found];
  await report('ranking', all.length);

  const known = (await service.call('known_organisations', { trip_id: tripPlanId })) as KnownOrganisation[];
  const fresh = mostPromising(withoutKnown(all, known), trip.radiusKm);
  const { ranked, warning } = await rank(dependencies, fresh, trip);
  await report('saving', all.length);

  const added = z
    .int()
    .parse(
      await service.call('store_prospects', { generation_id: generationId, prospects: ranked.map(toRow) }),
    );
  if (added === 0 && businesses.warning) {
    throw new FunctionError(502, 'businesses_unread', businesses.warning);
  }
  const notes = [businesses.warning, warning].filter(Boolean);
  const message = [summary(added, ranked, places.length, trip), ...notes].join(' ');
  return { message, added, isPartial: businesses.warning !== null };
}

async function findBusinesses(
  dependencies: Dependencies,
  service: ServiceApi,
  trip: Trip,
  centre: Place,
  places: readonly RegisteredPlace[],
): Promise<{ found: Candidate[]; warning: string | null }> {
  const groups = groupsFor(trip.tags);
  if (groups.length === 0) return { found: [], warning: null };
  const area = { ...centre, radiusKm: Math.min(trip.radiusKm, MAX_KM_FOR_BUSINESSES) };
  const { elements, warning, readAt } = await askOverpass(dependencies, service, overpassQuery(groups, area));
  const surroundings = { centre: { ...area, city: trip.city, region: trip.region }, places, foundAt: readAt };
  return { found: elements.flatMap((element) => fromOsm(element, surroundings) ?? []), warning };
}

function toRow({ candidate, score, reasoning }: Ranked): object {
  const { email, phone, website } = candidate;
  return {
    ...{ origin: candidate.origin, external_id: candidate.externalId, source_url: candidate.sourceUrl },
    ...{
      company: candidate.company,
      city: candidate.city,
      region: candidate.region,
      sector: candidate.sector,
    },
    ...{ latitude: candidate.latitude, longitude: candidate.longitude, distance_km: candidate.distanceKm },
    ...{ ai_reasoning: reasoning, score },
    ...{ email: email?.value, email_source_url: email?.sourceUrl, email_found_at: email?.foundAt },
    ...{ phone: phone?.value, phone_source_url: phone?.sourceUrl, phone_found_at: phone?.foundAt },
    ...{
      website: website?.value,
      website_source_url: website?.sourceUrl,
      website_found_at: website?.foundAt,
    },
  };
}

function summary(added: number, ranked: readonly Ranked[], places: number, trip: Trip): string {
  if (added === 0) {
    const radius = `${frenchNumber(trip.radiusKm)}\u00a0km autour de ${trip.city}`;
    return places === 0
      ? `Aucun nouveau prospect dans un rayon de ${radius}. Le registre des municipalités est peut-être vide\u00a0: importez-le.`
      : `Aucun nouveau prospect dans un rayon de ${radius}.`;
  }
  const civic = ranked.filter(({ candidate }) => candidate.origin === 'mamh').length;
  const parts = [
    ...(civic > 0 ? [count(civic, 'municipalité ou MRC', 'municipalités et MRC')] : []),
    ...(ranked.length > civic ? [count(ranked.length - civic, 'entreprise', 'entreprises')] : []),
  ];
  return `${count(added, 'prospect ajouté', 'prospects ajoutés')}\u00a0: ${parts.join(' et ')}.`;
}

function count(number: number, one: string, several: string): string {
  return `${number} ${number > 1 ? several : one}`;
}
