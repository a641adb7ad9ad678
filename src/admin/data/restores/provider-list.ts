import Papa from 'papaparse';
import { readAddresses } from '@/admin/data/privacy/address-list';

/** The mail provider's event for an address: it got a message, or must not be written to any more. */
export type ProviderEvent = 'sent' | 'unsubscribed' | 'bounced' | 'complained';
export type ProviderEntry = { email: string; event: ProviderEvent };

/** States of Resend's export (column `last_event`) and of other providers; a state before sending is absent. */
const events: Record<string, readonly ProviderEvent[]> = {
  sent: ['sent'],
  delivered: ['sent'],
  delivery_delayed: ['sent'],
  opened: ['sent'],
  clicked: ['sent'],
  accepted: ['sent'],
  bounced: ['sent', 'bounced'],
  bounce: ['sent', 'bounced'],
  complained: ['sent', 'complained'],
  complaint: ['sent', 'complained'],
  spam: ['sent', 'complained'],
  unsubscribed: ['unsubscribed'],
  unsubscribe: ['unsubscribed'],
};

const STATUS_COLUMN = /^(status|state|event|last[_ ]event|statut|état|etat)$/i;

/**
 * Reads the addresses of a pasted list, each once a meaning. A table with a column of states is read row by row; in
 * any other text every address has the meaning that the person chose.
 *
 * @returns `isTable`: true when the states of the table were read
 */
export function readProviderList(
  text: string,
  chosen: ProviderEvent,
): { entries: ProviderEntry[]; isTable: boolean } {
  const { data: rows } = Papa.parse<string[]>(text.trim(), { skipEmptyLines: true });
  const column = rows[0]?.findIndex((name) => STATUS_COLUMN.test(name.trim())) ?? -1;
  const isTable = column >= 0;
  const found = isTable
    ? rows.slice(1).flatMap((row) => {
        const known = events[row[column]?.trim().toLowerCase() ?? ''] ?? [];
        return readAddresses(row.join(' ')).flatMap((email) => known.map((event) => ({ email, event })));
      })
    : readAddresses(text).map((email) => ({ email, event: chosen }));
  const once = new Map(found.map((entry) => [`${entry.email} ${entry.event}`, entry]));
  return { entries: [...once.values()], isTable };
}
