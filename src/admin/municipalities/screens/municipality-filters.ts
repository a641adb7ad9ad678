import { placeKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { ListedMunicipality } from '../data/municipality-pages';
import { regions } from '../data/regions';

/** Size by population: value in the address → French label. */
export const sizes = {
  'moins-500': 'Moins de 500 habitants',
  '500-2000': 'De 500 à 1 999 habitants',
  '2000-10000': 'De 2 000 à 9 999 habitants',
  '10000-50000': 'De 10 000 à 49 999 habitants',
  'plus-50000': '50 000 habitants et plus',
} as const;

/** Smallest (included) and largest (excluded) population of each size. */
const sizeBounds: Record<keyof typeof sizes, readonly [number, number]> = {
  'moins-500': [0, 500],
  '500-2000': [500, 2000],
  '2000-10000': [2000, 10_000],
  '10000-50000': [10_000, 50_000],
  'plus-50000': [50_000, Number.POSITIVE_INFINITY],
};

/** Relation with the studio: value in the address → French label. */
export const relationLabels = {
  client: 'Clientes',
  contact: 'Avec un contact, pas clientes',
  aucune: 'Sans contact',
} as const;

/** Age of the last message: value in the address → French label. */
export const lastContacts = {
  mois: 'Depuis moins de 30 jours',
  'six-mois': 'De 30 jours à 6 mois',
  ancien: 'Il y a plus de 6 mois',
  jamais: 'Jamais',
} as const;

export const regionOptions: Readonly<Record<string, string>> = Object.fromEntries(
  regions.map((name) => [name, name]),
);

/** Fields of the list in the address. `carte`: the map is shown. */
export const municipalityFields = listFields({
  q: textField(),
  region: keyField(regionOptions),
  mrc: textField(),
  population: keyField<keyof typeof sizes>(sizes),
  relation: keyField(relationLabels),
  message: keyField(lastContacts),
  /** The id of a segment of contacts. */
  segment: textField(),
  carte: keyField({ oui: 'Oui' }),
  tri: textField('nom'),
});

export type MunicipalityValues = ListValues<typeof municipalityFields>;

/** The built-in views of every studio. */
export const municipalityViews = [
  { name: 'Clientes', query: 'relation=client' },
  { name: 'Sans contact', query: 'relation=aucune' },
] as const;

/** Columns that the list can be ordered by: column → French label. */
export const municipalityOrders = {
  nom: 'Nom',
  population: 'Population',
  contacts: 'Contacts',
  message: 'Dernier message',
  action: 'Prochaine action',
} as const;

const sortValues: Record<string, (row: ListedMunicipality) => string | number | null> = {
  nom: ({ name }) => name,
  mrc: ({ mrc_name }) => mrc_name,
  region: ({ region }) => region,
  population: ({ population }) => population,
  relation: (row) => Object.keys(relationLabels).indexOf(relationOf(row)),
  contacts: ({ contacts }) => contacts,
  message: ({ last_sent_at }) => last_sent_at,
  action: ({ due_on }) => due_on,
};

export function relationOf({ is_client, contacts }: ListedMunicipality): keyof typeof relationLabels {
  if (is_client) return 'client';
  return contacts > 0 ? 'contact' : 'aucune';
}

const DAY_MS = 86_400_000;

function lastContactOf({ last_sent_at }: ListedMunicipality, now: number): keyof typeof lastContacts {
  if (!last_sent_at) return 'jamais';
  const days = (now - Date.parse(last_sent_at)) / DAY_MS;
  if (days < 30) return 'mois';
  return days < 183 ? 'six-mois' : 'ancien';
}

function hasSize({ population }: ListedMunicipality, size: keyof typeof sizes): boolean {
  const [least, most] = sizeBounds[size];
  return population !== null && population >= least && population < most;
}

/** Lists the MRCs of a region, or of all: code → name. */
export function mrcOptions(rows: readonly ListedMunicipality[], region: string): Record<string, string> {
  const found = new Map<string, string>();
  for (const row of rows) {
    if (row.mrc_code && row.mrc_name && (!region || row.region === region))
      found.set(row.mrc_code, row.mrc_name);
  }
  return Object.fromEntries([...found].sort(([, a], [, b]) => a.localeCompare(b, 'fr-CA')));
}

/**
 * Filters and sorts the municipalities.
 *
 * @param towns those of the contacts of a segment, by code
 */
export function filterMunicipalities(
  rows: readonly ListedMunicipality[],
  { q, region, mrc, population, relation, message, tri }: MunicipalityValues,
  now: number,
  towns?: Readonly<Record<string, number>>,
): readonly ListedMunicipality[] {
  const wanted = placeKey(q);
  const kept = rows.filter(
    (row) =>
      (!wanted || ` ${row.search_key} ${placeKey(row.mrc_name ?? '')} ${row.code}`.includes(wanted)) &&
      (!region || row.region === region) &&
      (!mrc || row.mrc_code === mrc) &&
      (!population || hasSize(row, population)) &&
      (!relation || relationOf(row) === relation) &&
      (!message || lastContactOf(row, now) === message) &&
      (!towns || Object.hasOwn(towns, row.code)),
  );
  return sortRows(kept, tri, sortValues);
}
