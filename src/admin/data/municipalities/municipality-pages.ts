import { queryOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/data/query-keys';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';

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

type Known<
  Table extends 'contacts' | 'trip_plans' | 'virtual_tours' | 'quote_requests' | 'quotes',
  Column extends string,
> = Pick<Tables<Table>, Extract<Column, keyof Tables<Table>>>;

/** Everything about a municipality, or about those of an MRC. */
export type MunicipalityPage = {
  place: Row;
  /** Of an MRC. */
  towns: Pick<Row, 'code' | 'name' | 'population'>[];
  contacts: Known<'contacts', 'id' | 'name' | 'company' | 'status' | 'email' | 'phone'>[];
  trips: Known<'trip_plans', 'id' | 'city' | 'start_date' | 'end_date' | 'job_type' | 'status'>[];
  tours: Known<'virtual_tours', 'id' | 'title' | 'status'>[];
  requests: Known<'quote_requests', 'id' | 'organization_name' | 'service_type' | 'status' | 'created_at'>[];
  quotes: Known<
    'quotes',
    'id' | 'number' | 'subject' | 'status' | 'total_cents' | 'organization_name' | 'updated_at'
  >[];
  /** The last fifty. */
  emails: {
    id: string;
    campaign_id: string;
    contact_id: string;
    contact_name: string;
    subject: string;
    status: string;
    at: string;
  }[];
  /** Open ones. */
  actions: {
    id: string;
    title: string;
    due_on: string;
    contact_id: string | null;
    trip_plan_id: string | null;
  }[];
};

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
