import type { Enums } from '@/shared/database.types';
import { type AllTables, changedWord } from '../lib/table-words';

/** A row of the record of changes, as the database gives it. */
export type Change = {
  id: number;
  created_at: string;
  actor_email: string | null;
  kind: string;
  record_id: string | null;
  action: Enums<'activity_action'>;
  fields: string[];
  record_count: number;
};

const actions = {
  created: 'ajout',
  updated: 'modification',
  deleted: 'suppression',
  restored: 'restauration',
} as const satisfies Record<Enums<'activity_action'>, string>;

/** Describes a change: « Contact, modification (courriel, ville) »; several: « 30 tags, modification (couleur) ». */
export function describeChange({ kind, action, fields, record_count }: Change, tables: AllTables): string {
  const table = tables[kind];
  const [one, many] = table?.logged ?? [kind, kind];
  const what = record_count > 1 ? `${record_count}\u00a0${many}` : one;
  const named = [...new Set(fields.flatMap((field) => changedWord(table?.fields[field]) ?? []))];
  return `${what}, ${actions[action]}${named.length > 0 ? ` (${named.join(', ')})` : ''}`;
}
