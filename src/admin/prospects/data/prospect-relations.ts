import { formatDay, quebecDay } from '@/admin/kit/lib/dates';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Enums } from '@/shared/database.types';
import { prospectRelations } from './prospect-labels';

/** Existing business with an organisation: an accepted quote, an open one or a request; with its date. */
type ProspectRelation = { relation: keyof typeof prospectRelations; since: string | null };

/** A prospect with its existing business, if any. */
export type WithRelation = { known?: ProspectRelation | undefined };

/** Reads the existing business of a trip's prospects (29_places_and_relations.sql). */
export async function readRelations(
  tripId: string,
  signal: AbortSignal,
): Promise<Partial<Record<string, ProspectRelation>>> {
  const { data } = await supabase
    .rpc('prospect_relations', { trip_id: tripId })
    .abortSignal(signal)
    .throwOnError();
  return data as Record<string, ProspectRelation>;
}

/** Tells whether a prospect is proposed or was decided; false for an undecided one that is a client or becomes one. */
export const isProposed = ({ status, known }: WithRelation & { status: Enums<'prospect_status'> }): boolean =>
  status !== 'pending' || known === undefined;

/** Describes the relation, « Cliente depuis 2025 », with its day; undefined without one. */
export function relationText({ known }: WithRelation): { label: string; day: string } | undefined {
  if (!known) return undefined;
  const { relation, since } = known;
  const label = prospectRelations[relation];
  if (since === null) return { label, day: label };
  return {
    label: relation === 'client' ? `${label} depuis ${quebecDay(new Date(since)).slice(0, 4)}` : label,
    day: `${label}${relation === 'client' ? ' depuis le' : ', le'} ${formatDay(since)}`,
  };
}
