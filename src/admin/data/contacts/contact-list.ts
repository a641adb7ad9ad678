import type { QueryClient } from '@tanstack/react-query';
import { firstRows } from '@/admin/data/first-rows';
import { queryKeys } from '@/admin/data/query-keys';
import { readAllRows } from '@/admin/lib/read-rows';
import { supabase } from '@/admin/lib/supabase';
import type { Tables } from '@/shared/database.types';
import { searchKey } from '@/shared/lib/text';

export type Contact = Tables<'contacts'>;

type ListedColumns = Pick<
  Contact,
  'id' | 'name' | 'company' | 'email' | 'phone' | 'city' | 'region' | 'sector' | 'status'
>;

/** A line of the list, with what the search compares, made once. */
export type ListedContact = ListedColumns & { searched: string };

/** `total` counts the whole list; `rows` holds its beginning until `isWhole`. Newest first. */
export type ContactList = { rows: ListedContact[]; total: number; isWhole: boolean };

export const contactListKey = [...queryKeys.contacts, 'list'] as const;

/** Enough to fill the screen while the rest is on its way. */
const { columns: COLUMNS, count: FIRST } = firstRows.contacts;
/** The data API cuts every answer here. */
const PAGE = 1000;

/** Towns, regions, sectors and statuses come back thousands of times: each is kept once. */
const texts = new Map<string, string>();
function once(text: string): string {
  const kept = texts.get(text);
  if (kept !== undefined) return kept;
  texts.set(text, text);
  return text;
}

/** A contact as the list holds it. */
export function toListed({ id, name, company, email, phone, ...rest }: ListedColumns): ListedContact {
  const searched = searchKey([name, company, email, rest.city].join('\n'));
  const [city, region] = [once(rest.city), once(rest.region)];
  const [sector, status] = [once(rest.sector), once(rest.status)];
  return { id, name, company, email, phone, city, region, sector, status, searched };
}

/**
 * Reads the whole list. The first rows are in the cache as soon as they are there; the rest is read side by side.
 * By time, then by number, so that contacts of the same instant do not move between two ranges.
 */
export async function readContactList(client: QueryClient, signal: AbortSignal): Promise<ContactList> {
  const read = (from: number, to: number, count?: 'exact') =>
    supabase
      .from('contacts')
      .select(COLUMNS, count && { count })
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .abortSignal(signal)
      .throwOnError();

  const first = await read(0, FIRST - 1, 'exact');
  const total = first.count ?? first.data.length;
  const rows = first.data.map(toListed);
  if (total <= rows.length) return { rows, total, isWhole: true };
  if (client.getQueryData(contactListKey) === undefined) {
    client.setQueryData(contactListKey, { rows, total, isWhole: false });
  }
  const starts = Array.from({ length: Math.ceil((total - FIRST) / PAGE) }, (_, page) => FIRST + page * PAGE);
  const pages = await Promise.all(
    starts.map(async (from) => {
      const { data } = await read(from, Math.min(from + PAGE, total) - 1);
      // Prepared page by page, so that a phone never stops to prepare ten thousand at once.
      return data.map(toListed);
    }),
  );
  // A contact added meanwhile pushes the others down: one may come twice.
  const seen = new Set<string>();
  const all = [rows, ...pages].flat().filter(({ id }) => !seen.has(id) && seen.add(id));
  return { rows: all, total: all.length, isWhole: true };
}

/** Every contact with all its columns, for a file. */
export function readWholeContacts(): Promise<Contact[]> {
  return readAllRows<Contact>(() =>
    supabase.from('contacts').select('*').order('created_at', { ascending: false }).order('id'),
  );
}

/** Changes the list in the cache, so that saving one contact does not read ten thousand again. */
export function changeContactList(
  client: QueryClient,
  change: (rows: ListedContact[]) => ListedContact[],
): void {
  client.setQueryData(contactListKey, (list: ContactList | undefined) => {
    if (!list) return undefined;
    const rows = change(list.rows);
    return { ...list, rows, total: list.total + rows.length - list.rows.length };
  });
}
