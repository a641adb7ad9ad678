import type { Candidate } from './candidate.ts';
import { atPlace, capitalise, countText, frenchNumber, inMonth, ofPlace } from './french.ts';
import { offerSentences } from './offers.ts';
import { type Relation, relationOf, type Studio } from './studio.ts';

/** The trip, as far as a reason to visit needs it. */
export interface TripFacts {
  city: string;
  region: string;
  jobType: string;
  /** Day of departure, as 2026-10-05. */
  startDate: string;
}

/** A reason to visit, with its French facts. */
export interface Reason {
  text: string;
  facts: string[];
}

/** Number of times a run mentions that a business is in a client town. */
const MOST_IN_CLIENT_TOWN = 3;

/**
 * Makes the writer of one run's reasons, each based on facts alone: kind and distance, the studio's relation to the
 * surroundings, the season, the benefit of the trip's job. No sentence is written twice: each part has several
 * wordings, and one without a new wording is omitted.
 */
export function reasonWriter(trip: TripFacts, studio: Studio): (candidate: Candidate) => Reason {
  const used = new Set<string>();
  /** Number of mentions of each client town, since a reason that fits every business says little about one. */
  const inClientTown = new Map<string, number>();
  let turn = 0;
  const pick = (wordings: readonly string[]): string[] => {
    const from = wordings.length > 0 ? turn % wordings.length : 0;
    const inTurn = [...wordings.slice(from), ...wordings.slice(0, from)];
    const fresh = inTurn.find((sentence) => !used.has(sentence));
    if (fresh === undefined) return [];
    used.add(fresh);
    return [fresh];
  };
  return (candidate) => {
    const place = firstUnused(placeSentences(candidate, trip), used);
    const known = relationOf(candidate, studio);
    const times = known.neighbour?.isHere ? (inClientTown.get(known.neighbour.name) ?? 0) : 0;
    if (known.neighbour?.isHere) inClientTown.set(known.neighbour.name, times + 1);
    const relation = times < MOST_IN_CLIENT_TOWN ? pick(relationSentences(candidate, known)) : [];
    const season = pick(seasonSentences(candidate, trip));
    const offer = pick(offerSentences(candidate, trip.jobType));
    turn++;
    return {
      text: [...place, ...relation, ...season, ...offer].join(' '),
      facts: [...place, ...relation, ...season],
    };
  };
}

/**
 * Picks the first unused wording. The plain one comes first; the one with the name serves two of a kind at the same
 * distance.
 */
function firstUnused(sentences: readonly string[], used: Set<string>): string[] {
  const fresh = sentences.find((sentence) => !used.has(sentence)) ?? '';
  used.add(fresh);
  return fresh ? [fresh] : [];
}

function placeSentences(candidate: Candidate, trip: TripFacts): string[] {
  const { kind, population, company } = candidate;
  const people = population === null ? '' : ` de ${countText(population, 'habitant', 'habitants')}`;
  const isDestination = candidate.distanceKm < 0.1 && company === trip.city;
  const rest = `${people}, ${isDestination ? 'destination du déplacement' : wayTo(candidate, trip.city)}.`;
  return [`${capitalise(kind)}${rest}`, `${company}, ${kind}${rest}`];
}

/**
 * Describes the way: « à 18,4 km d’Alma par la route (22 min) », « à 12 km d’Alma à vol d’oiseau, sur l’autre rive ».
 */
function wayTo({ distanceKm, road, crossing }: Candidate, city: string): string {
  if (distanceKm < 0.1) return `sur place, ${atPlace(city)}`;
  if (road) {
    return `à ${frenchNumber(road.km)}\u00a0km ${ofPlace(city)} par la route (${formatDuration(road.minutes)})`;
  }
  const barrier = !crossing
    ? ''
    : crossing.km === null
      ? ', sans lien routier'
      : ', sur l’autre rive du fleuve';
  return `à ${frenchNumber(distanceKm)}\u00a0km ${ofPlace(city)} à vol d’oiseau${barrier}`;
}

/** Formats a duration: « 22 min », « 1 h 05 ». */
function formatDuration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  return hours === 0 ? `${rest}\u00a0min` : `${hours}\u00a0h\u00a0${String(rest).padStart(2, '0')}`;
}

const isCivic = ({ sector }: Candidate) => sector === 'municipalité' || sector === 'mrc';

function relationSentences(candidate: Candidate, { neighbour, tour }: Relation): string[] {
  const { company, sector, mrc, city } = candidate;
  if (tour?.isHere && sector === 'municipalité') {
    return [
      `Le studio y a déjà réalisé «\u00a0${tour.title}\u00a0».`,
      `${company} connaît déjà le studio par «\u00a0${tour.title}\u00a0».`,
    ];
  }
  if (neighbour && sector === 'mrc') {
    if (neighbour.mrc === mrc)
      return [`${neighbour.name}, dans la ${company}, compte déjà parmi les clients du studio.`];
  } else if (neighbour) {
    const km = `à ${frenchNumber(neighbour.km)}\u00a0km`;
    if (neighbour.isHere) {
      return [
        `«\u00a0${company}\u00a0» est ${atPlace(neighbour.name)}, qui compte déjà parmi les clients du studio.`,
      ];
    }
    return [
      `${neighbour.name}, ${km}, compte déjà parmi les clients du studio.`,
      `Le studio compte déjà ${neighbour.name} parmi ses clients, ${km} de là.`,
      `Une voisine, ${neighbour.name} (${km}), travaille déjà avec le studio.`,
      `Près ${isCivic(candidate) ? ofPlace(company) : `de «\u00a0${company}\u00a0»`}, ${neighbour.name} (${km}) fait déjà appel au studio.`,
    ];
  }
  if (tour && sector === 'mrc') {
    return [`Le studio y a réalisé «\u00a0${tour.title}\u00a0», ${atPlace(tour.town)}.`];
  }
  if (tour && mrc) {
    if (!isCivic(candidate)) {
      const where = tour.isHere
        ? `Dans la même ville que «\u00a0${company}\u00a0», ${tour.town}`
        : `Dans la MRC où se trouve «\u00a0${company}\u00a0», ${atPlace(tour.town)}`;
      return [`${where}, le studio a réalisé «\u00a0${tour.title}\u00a0».`];
    }
    return [
      `Comme ${tour.town}, où le studio a réalisé «\u00a0${tour.title}\u00a0», ${company} est dans la MRC ${ofPlace(mrc)}.`,
      `«\u00a0${tour.title}\u00a0», ${atPlace(tour.town)}, est une réalisation du studio dans la même MRC que ${company}.`,
      `La même MRC a déjà «\u00a0${tour.title}\u00a0» ${atPlace(tour.town)}\u00a0: un exemple proche à montrer ${atPlace(company)}.`,
    ];
  }
  if (sector === 'municipalité') {
    return [
      `Le studio n’a encore réalisé aucune visite ${atPlace(company)}.`,
      `${company} n’a encore aucune visite du studio.`,
      `Aucune visite du studio ne montre encore ${city}.`,
    ];
  }
  return sector === 'mrc' ? [`Le studio n’a encore rien réalisé dans la ${company}.`] : [];
}

/**
 * Lists sentences about the season: municipalities have their streets surveyed before the snow, until the end of
 * October.
 */
function seasonSentences(candidate: Candidate, { startDate, jobType }: TripFacts): string[] {
  const month = Number(startDate.slice(5, 7));
  if (!isCivic(candidate) || month < 8 || month > 10) return [];
  const when = inMonth(startDate);
  const of = ofPlace(candidate.company);
  if (candidate.sector === 'mrc')
    return [`Un passage ${when} laisse le temps d’un relevé avant déneigement dans la ${candidate.company}.`];
  const also = jobType === 'street_view' ? '' : ' aussi';
  return [
    `${capitalise(when)}, un relevé avant déneigement garderait${also} la trace de l’état des rues ${of}.`,
    `Un passage ${when} permet${also} un relevé avant déneigement ${atPlace(candidate.company)}.`,
    `${capitalise(when)}, l’état des trottoirs et des bordures ${of} peut${also} être relevé avant la neige.`,
  ];
}
