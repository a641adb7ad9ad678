import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { readAllRows } from '@/admin/lib/read-rows';
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

/** A line of the list of municipalities. */
export type ListedMunicipality = Pick<
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
> &
  Relation;

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

export const municipalityPages = {
  /** Every municipality of the register with what was done there, by name; those that are gone where something was. */
  list: () =>
    queryOptions({
      queryKey: [...queryKeys.municipalities, 'list'],
      queryFn: async ({ signal }): Promise<ListedMunicipality[]> => {
        const [rows, { data }] = await Promise.all([
          readAllRows(
            () =>
              supabase
                .from('municipalities')
                .select(
                  'code, name, designation, mrc_code, mrc_name, region, population, latitude, longitude, approximate, gone_on, search_key',
                )
                .eq('kind', 'municipalité')
                .order('search_key')
                .order('code'),
            signal,
          ),
          supabase.rpc('municipality_relations').abortSignal(signal).throwOnError(),
        ]);
        const relations = data as Record<string, Relation>;
        return rows
          .filter(({ code, gone_on }) => !gone_on || relations[code])
          .map((row) => ({ ...row, ...(relations[row.code] ?? NONE) }));
      },
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
