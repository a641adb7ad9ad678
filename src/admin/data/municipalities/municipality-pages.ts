import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { type ProgressiveList, readFirstThenRest } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import type { PlaceRecords } from './place-records';

type Row = Tables<'municipalities'>;

/** What the studio has done in a municipality, as the list shows it. */
type Relation = {
  contacts: number;
  is_client: boolean;
  last_sent_at: string | null;
  /** The day of its next action. */
  due_on: string | null;
};

/** What the list reads of a municipality. */
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
  /** Of an MRC. */
  towns: Pick<Row, 'code' | 'name' | 'population'>[];
  /** That the municipality or the MRC itself is, when somebody of it is known. */
  organisation: { id: string; name: string } | null;
} & PlaceRecords;

const NONE: Relation = { contacts: 0, is_client: false, last_sent_at: null, due_on: null };

// What is done about a contact, a trip or a quote shows here too: read anew at each visit.
const fresh = { staleTime: 0 };

async function readRelations(signal: AbortSignal): Promise<Record<string, Relation>> {
  const { data } = await supabase.rpc('municipality_relations').abortSignal(signal).throwOnError();
  return data as Record<string, Relation>;
}

export const municipalityPages = {
  /** Every municipality of the register with what was done there, by name; those that are gone where something was. */
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
            return row.gone_on && !relation ? undefined : { ...row, ...(relation ?? NONE) };
          }),
          keyOf: ({ code }) => code,
        }),
      ...fresh,
      meta: { errorMessage: 'Impossible de charger les municipalités' },
    }),

  /** One municipality or MRC; `null` when the register never listed it. */
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
      ...fresh,
      meta: { errorMessage: 'Impossible de charger la municipalité' },
    }),
};
