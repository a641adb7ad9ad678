import type { Candidate, Sector } from './candidate.ts';

/** The trip, as far as a reason to visit needs it. */
export interface TripFacts {
  city: string;
  region: string;
  jobType: string;
}

interface Offer {
  words: string;
  isPlural: boolean;
}

const anyOffer: Offer = { words: 'des images à 360°', isPlural: true };
const offers: Record<string, Offer> = {
  visite_virtuelle: { words: 'une visite virtuelle à 360°', isPlural: false },
  street_view: { words: 'une captation Street View', isPlural: false },
  photo: { words: 'des photographies à 360°', isPlural: true },
};

/** What the offer does for whom. */
const reasons: Record<Sector, string> = {
  municipalité:
    'ferait découvrir ses parcs, ses bâtiments et ses attraits aux visiteurs et aux futurs résidents',
  mrc: 'réunirait les attraits et les services de ses municipalités dans une même présentation du territoire',
  tourisme: "donnerait envie d'y venir et aiderait à préparer la visite",
  hôtellerie: "montrerait les lieux tels qu'ils sont avant la réservation",
  immobilier: 'ferait voir les propriétés à des acheteurs éloignés',
  restaurant: "ferait sentir l'ambiance de la salle avant la réservation",
  commerce: "montrerait l'intérieur du commerce sur les cartes en ligne",
};

/** A French sentence or two made of the facts alone: what, how far, how many people, why the offer fits. */
export function reasonFromFacts(
  { kind, sector, distanceKm, population }: Candidate,
  trip: TripFacts,
): string {
  const what = kind.charAt(0).toUpperCase() + kind.slice(1);
  const people =
    population === null
      ? ''
      : ` de ${frenchNumber(population)}\u00a0${population > 1 ? 'habitants' : 'habitant'}`;
  const where =
    distanceKm < 0.1 ? `sur place, à ${trip.city}` : `à ${frenchNumber(distanceKm)}\u00a0km de ${trip.city}`;
  const { words, isPlural } = offers[trip.jobType] ?? anyOffer;
  // « ferait » → « feraient ».
  const reason = isPlural ? reasons[sector].replaceAll(/rait(?= |$)/g, 'raient') : reasons[sector];
  return `${what}${people}, ${where}. Pendant ce déplacement, ${words} ${reason}.`;
}

/** 12345.6 → « 12 345,6 », as Québec writes it. */
export function frenchNumber(value: number): string {
  const [whole = '', decimals] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return decimals ? `${grouped},${decimals}` : grouped;
}
