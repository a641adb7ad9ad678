import { formatNumber } from '@/shared/lib/numbers';
import {
  conditionKind,
  conditionLabels,
  type ReferenceNames,
  type SegmentDefinition,
} from './segment-labels';

/**
 * The conditions as texts of their fields: chosen values, one value, the two ends of a range, or a trip and its
 * kilometres. Both the address and the form can hold them.
 */
export type ConditionTexts = Readonly<Record<string, string[]>>;

/** Converts a stored definition to the fields' texts. */
export function toTexts(definition: SegmentDefinition): ConditionTexts {
  const { population, consent_expiry, trip, email, last_message, tour, ...lists } = definition;
  return {
    ...lists,
    ...(population && { population: [String(population.min ?? ''), String(population.max ?? '')] }),
    ...(email && { email: [email] }),
    ...(last_message && { last_message: [last_message] }),
    ...(consent_expiry && { consent_expiry: [String(consent_expiry)] }),
    ...(tour && { tour: [tour] }),
    ...(trip && { trip: [trip.id, String(trip.km)] }),
  };
}

/** Serialises conditions for the form: equal conditions give equal texts. */
export const toJson = (texts: ConditionTexts): string =>
  JSON.stringify(Object.fromEntries(Object.entries(texts).sort(([one], [other]) => (one < other ? -1 : 1))));

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;

const digits = (text = '') => text.replace(/[\s\u00a0\u202f]/g, '');

/** Returns the French error of one condition; `undefined` when it is valid. */
function faultOf(field: string, texts: readonly string[]): string | undefined {
  const [first = '', second = ''] = texts.map(digits);
  switch (field) {
    case 'population': {
      const ends = [first, second].filter(Boolean);
      if (ends.length === 0) return 'Indiquez au moins une des deux limites';
      if (!ends.every((end) => isWhole(end, 0, 10_000_000))) return 'Un nombre d’habitants est attendu';
      if (first && second && Number(first) > Number(second)) return 'Le minimum dépasse le maximum';
      return undefined;
    }
    case 'consent_expiry':
      return isWhole(first, 1, 730) ? undefined : 'Un nombre de 1 à 730 jours est attendu';
    case 'trip':
      if (!first) return 'Choisissez un déplacement';
      return isWhole(second, 1, 500) ? undefined : 'Un nombre de 1 à 500\u00a0km est attendu';
    default:
      if (!texts[0]) return 'Choisissez au moins une valeur';
      return texts.length > 50 ? 'Choisissez au plus 50 valeurs' : undefined;
  }
}

/** Returns the errors of conditions: field → sentence. */
export function faultsOf(texts: ConditionTexts): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([field, values]) => {
      const problem = faultOf(field, values);
      return problem ? [[field, problem]] : [];
    }),
  );
}

/** Converts valid conditions to a definition; `undefined` while one is incomplete, and without any. */
export function toDefinition(texts: ConditionTexts): SegmentDefinition | undefined {
  if (Object.keys(texts).length === 0 || Object.keys(faultsOf(texts)).length > 0) return undefined;
  const { population, consent_expiry, trip, email, last_message, tour, ...lists } = texts;
  const [min, max] = (population ?? []).map(digits);
  return {
    ...(lists as SegmentDefinition),
    ...(population && { population: { ...(min && { min: Number(min) }), ...(max && { max: Number(max) }) } }),
    ...(email?.[0] && { email: email[0] }),
    ...(last_message?.[0] && { last_message: last_message[0] }),
    ...(consent_expiry && { consent_expiry: Number(digits(consent_expiry[0])) }),
    ...(tour?.[0] && { tour: tour[0] }),
    ...(trip && { trip: { id: trip[0] ?? '', km: Number(digits(trip[1])) } }),
  };
}

/** Filters of the list of contacts that correspond to conditions: parameter of its address → condition. */
const ofFilters = {
  secteur: 'sector',
  statut: 'status',
  fonction: 'function',
  region: 'region',
  courriel: 'email',
  consentement: 'consent',
} as const satisfies Record<string, keyof SegmentDefinition>;

/** Converts the filters of a list of contacts to conditions. */
export function textsOfFilters(parameters: URLSearchParams): ConditionTexts {
  return Object.fromEntries(
    Object.entries(ofFilters).flatMap(([name, field]) => {
      const value = parameters.get(name);
      return value ? [[field, [value]]] : [];
    }),
  );
}

/** Describes each condition, « Région : Estrie ou Laval »; a deleted MRC, tag or trip is reported as such. */
export function inWords(definition: SegmentDefinition, names: ReferenceNames): string[] {
  const texts = toTexts(definition);
  return Object.entries(conditionLabels(names)).flatMap(([field, label]) => {
    const values = texts[field];
    if (!values) return [];
    const [first = '', second = ''] = values;
    const asked = conditionKind(field, names);
    const number = (text: string) => formatNumber(Number(text));
    switch (asked.kind) {
      case 'population': {
        if (!first) return `${label}\u00a0: au plus ${number(second)}`;
        return `${label}\u00a0: ${second ? `de ${number(first)} à ${number(second)}` : `au moins ${number(first)}`}`;
      }
      case 'days':
        return `Le consentement prend fin d’ici ${number(first)} jour${first === '1' ? '' : 's'}`;
      case 'trip':
        return `À ${number(second)}\u00a0km ou moins\u00a0: ${asked.options[first] ?? 'déplacement supprimé'}`;
      default:
        return `${label}\u00a0: ${values.map((value) => asked.options[value] ?? 'valeur disparue').join(' ou ')}`;
    }
  });
}
