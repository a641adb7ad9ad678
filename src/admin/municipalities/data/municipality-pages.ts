import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { type ProgressiveList, readFirstThenRest } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import type { PlaceRecords } from './place-records';

type Row = Tables<'municipalities'>;

/** The studio's work in a municipality, as the list shows it. */
type Relation = {
  contacts: number;
  is_client: boolean;
  last_sent_at: string | null;
  /** The day of its next action. */
  due_on: string | null;
};

/** The columns of a municipality that the list reads. */
type Place = Pick<
  Row,
  | 'code'
  | 'name'
  | 'designation'
  | 'mrc_code'
  | 'mrc_name'
  | 'region'
  | 'population'
  | 'latitude'
  | 'longitude'
  | 'approximate'
  | 'gone_on'
  | 'search_key'
>;

/** A line of the list of municipalities. */
export type ListedMunicipality = Place & Relation;

/** Everything about a municipality, or about those of an MRC. */
export type MunicipalityPage = {
  place: Row;
  /** The municipalities of an MRC. */
  towns: Pick<Row, 'code' | 'name' | 'population'>[];
  /** The organisation of the municipality or the MRC itself, when somebody of it is known. */
  organisation: { id: string; name: string } | null;
} & PlaceRecords;

const NO_RELATION: Relation = { contacts: 0, is_client: false, last_sent_at: null, due_on: null };

// Read again at each visit: changes of a contact, a trip or a quote show here too.
const alwaysStale = { staleTime: 0 };

async function readRelations(signal: AbortSignal): Promise<Record<string, Relation>> {
  const { data } = await supabase.rpc('municipality_relations').abortSignal(signal).throwOnError();
  return data as Record<string, Relation>;
}

export const municipalityPages = {
  /**
   * Options to read every municipality of the register with the studio's work, by name; those that left the register
   * only with some work.
   */
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.municipalities, 'list'],
      queryFn: (context): Promise<ProgressiveList<ListedMunicipality>> =>
        readFirstThenRest(context, {
          query: (count) =>
            supabase
              .from('municipalities')
              .select(
                'code, name, designation, mrc_code, mrc_name, region, population, latitude, longitude, approximate, gone_on, search_key',
                count && { count },
              )
              .eq('kind', 'municipalité')
              .order('search_key')
              .order('code'),
          toRow: readRelations(context.signal).then((relations) => (row: Place) => {
            const relation = relations[row.code];
            return row.gone_on && !relation ? undefined : { ...row, ...(relation ?? NO_RELATION) };
          }),
          keyOf: ({ code }) => code,
        }),
      ...alwaysStale,
      meta: { errorMessage: 'Impossible de charger les municipalités' },
    }),

  /** Reads one municipality or MRC; `null` when the register never listed it. */
  byCode: (code: string) =>
    queryOptions({
      queryKey: [...queryKeys.municipalities, 'page', code],
      queryFn: async ({ signal }): Promise<MunicipalityPage | null> => {
        const { data } = await supabase
          .rpc('municipality_page', { municipality_code: code })
          .abortSignal(signal)
          .throwOnError();
        return data as MunicipalityPage | null;
      },
      ...alwaysStale,
      meta: { errorMessage: 'Impossible de charger la municipalité' },
    }),
};
