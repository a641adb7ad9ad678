import { readAddresses } from '@contract/email-address';
import { detectDelimiter, mayHoldRows, readCsv } from '@/admin/kit/lib/read-csv';

/** The mail provider's event for an address: it got a message, or must not be written to any more. */
export type ProviderEvent = 'sent' | 'unsubscribed' | 'bounced' | 'complained';
export type ProviderEntry = { email: string; event: ProviderEvent };

/** A line of which something was not read, with the French reason. */
export type UnreadLine = { line: number; reason: string };

export type ProviderList = {
  /** Lists each address once for each of its meanings. */
  entries: ProviderEntry[];
  /** True when the states of a table were read. */
  isTable: boolean;
  /** Numbers of lines: read, of messages that never left, and all, titles and empty lines aside. */
  read: number;
  notSent: number;
  all: number;
  unread: UnreadLine[];
};

/** States of Resend's export (column `last_event`) and of other providers; none is one before sending. */
const events: Readonly<Record<string, readonly ProviderEvent[]>> = {
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
  queued: [],
  scheduled: [],
  canceled: [],
  cancelled: [],
  failed: [],
};

const STATUS_COLUMN = /^(status|state|event|last[_ ]event|statut|état|etat)$/i;
/** The column of whom a message was for; without it the sender's own address would be read too. */
const RECIPIENT_COLUMN =
  /^(to|email|e-mail|email[_ ]address|address|recipients?|courriel|adresse( courriel)?|destinataires?)$/i;

const columnNamed = (names: readonly string[], pattern: RegExp) =>
  names.findIndex((name) => pattern.test(name.trim()));

/**
 * Reads the addresses of a pasted list, each once a meaning. A table with a column of states is read row by row; in
 * any other text every address has the meaning that the person chose. A line that is not read is told.
 */
export function readProviderList(text: string, chosen: ProviderEvent): ProviderList {
  const list = text.replace(/^\uFEFF/, '');
  const isStates = (cells: readonly string[]) => columnNamed(cells, STATUS_COLUMN) >= 0;
  const delimiter = detectDelimiter(list, (cells) => (isStates(cells) ? cells.length : 0), 1);
  const [titles, ...body] = readCsv(list, delimiter);
  const names = titles?.cells ?? [];
  const isTable = isStates(names);
  const state = columnNamed(names, STATUS_COLUMN);
  const recipient = columnNamed(names, RECIPIENT_COLUMN);
  const lines = isTable
    ? body
    : list.split(/\r\n?|\n/).map((cell, index) => ({ cells: [cell], line: index + 1 }));

  const found = new Map<string, ProviderEntry>();
  const counts = { read: 0, notSent: 0, all: 0 };
  const unread: UnreadLine[] = [];
  for (const { cells, line } of lines) {
    if (cells.every((cell) => cell.trim() === '')) continue;
    counts.all++;
    const said = (cells[state] ?? '').trim();
    const known = isTable ? events[said.toLowerCase()] : [chosen];
    const { addresses, refused } = readAddresses(cells[recipient] ?? cells.join('\n'));
    const isDoubtful = isTable && cells.some((cell) => mayHoldRows(cell, delimiter, names.length));
    const reason = isDoubtful
      ? 'un guillemet y réunit peut-être plusieurs lignes'
      : known === undefined
        ? `état inconnu\u00a0: «\u00a0${said}\u00a0»`
        : refused.length > 0
          ? `adresse illisible\u00a0: ${refused.join(', ')}`
          : addresses.length === 0 && 'aucune adresse';
    if (reason) unread.push({ line, reason });
    if (known?.length === 0 && !reason) counts.notSent++;
    else if (!reason) counts.read++;
    for (const address of addresses) {
      for (const event of isDoubtful ? [] : (known ?? [])) {
        const email = address.toLowerCase();
        found.set(`${email} ${event}`, { email, event });
      }
    }
  }
  return { entries: [...found.values()], isTable, unread, ...counts };
}

export type Refusals = {
  /** Addresses that must not be written to, and words with « @ » that are none. */
  addresses: string[];
  /** Number of people who only got a message, by the states of the list. */
  received: number;
  /** True when the states of a table were read. */
  isTable: boolean;
  unread: UnreadLine[];
};

/**
 * Reads a list of people who must not be written to. Of a table with a column of states, those whose state says so;
 * of any other text every address.
 */
export function readRefusals(text: string): Refusals {
  const { entries, isTable, unread } = readProviderList(text, 'unsubscribed');
  if (!isTable) {
    const { addresses, refused } = readAddresses(text);
    const lower = addresses.map((address) => address.toLowerCase());
    return { addresses: [...lower, ...refused], received: 0, isTable, unread: [] };
  }
  const refusing = new Set(entries.filter(({ event }) => event !== 'sent').map(({ email }) => email));
  const received = entries.filter(({ email }) => !refusing.has(email));
  return { addresses: [...refusing], received: received.length, isTable, unread };
}
