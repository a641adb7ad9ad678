import { searchKey } from '@contract/search-key';
import type { QueryClient, QueryFunctionContext } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { changeRows, type ProgressiveList, readAllRows, readFirstThenRest } from '@/admin/kit/lib/read-rows';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';

export type Contact = Tables<'contacts'>;

/** Columns that are read of each contact of the list. */
const listedColumns =
  'id, name, company, email, phone, city, region, sector, status, organisation_id, function_kind';

type NamesOf<Text> = Text extends `${infer First}, ${infer Rest}` ? First | NamesOf<Rest> : Text;

type ListedColumns = Pick<Contact, NamesOf<typeof listedColumns> & keyof Contact>;

/** A line of the list, with its normalised search text, computed once. */
export type ListedContact = ListedColumns & { searched: string };

export type ContactList = ProgressiveList<ListedContact>;

export const contactListKey = [...queryKeys.contacts, 'list'] as const;

/** Interned texts: towns, regions, sectors and statuses repeat thousands of times. */
const texts = new Map<string, string>();
function internText<Text extends string>(text: Text): Text {
  const kept = texts.get(text) as Text | undefined;
  if (kept !== undefined) return kept;
  texts.set(text, text);
  return text;
}

/** Converts a contact to a line of the list. */
export function toListed(row: ListedColumns): ListedContact {
  return {
    ...row,
    city: internText(row.city),
    region: internText(row.region),
    sector: internText(row.sector),
    status: internText(row.status),
    searched: searchKey([row.name, row.company, row.email, row.city].join('\n')),
  };
}

/** Reads the list by time, then by id, so that contacts of the same instant do not move between two ranges. */
export const readContactList = (context: QueryFunctionContext): Promise<ContactList> =>
  readFirstThenRest(context, {
    query: (count) =>
      supabase
        .from('contacts')
        .select(listedColumns, count && { count })
        .order('created_at', { ascending: false })
        .order('id'),
    toRow: toListed,
    keyOf: ({ id }) => id,
  });

/** Reads every contact with all its columns, for a file. */
export const readFullContacts = (): Promise<Contact[]> =>
  readAllRows(() =>
    supabase.from('contacts').select('*').order('created_at', { ascending: false }).order('id'),
  );

/** Changes the list in the cache. */
export const changeContactList = (
  client: QueryClient,
  change: (rows: ListedContact[]) => ListedContact[],
): void => changeRows(client, contactListKey, change);
