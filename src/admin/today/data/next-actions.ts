import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { LobbyingGround } from '@/admin/contacts/data/lobbying-grounds';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { rpcError } from '@/admin/kit/data/rpc-error';
import { offerUndoBy } from '@/admin/kit/data/undo-change';
import { formatRelativeDay } from '@/admin/kit/lib/coming-days';
import { currentUserId } from '@/admin/kit/lib/current-user';
import { supabase } from '@/admin/kit/lib/supabase';
import type { Tables } from '@/shared/database.types';
import type { NextActionInput } from './next-actions.schema';

export type NextAction = Tables<'next_actions'>;

/** The record that an action belongs to, given by the columns of the table. */
export type ActionTarget = { kind: 'contact' | 'quote_request' | 'trip_plan'; id: string };

/** A person who may own an action. */
export type ActionOwner = { id: string; email: string; isMe: boolean };

const columnOf = {
  contact: 'contact_id',
  quote_request: 'quote_request_id',
  trip_plan: 'trip_plan_id',
} as const;

/** Returns the record that a stored action belongs to. */
const targetOf = ({ contact_id, quote_request_id, trip_plan_id }: NextAction): ActionTarget => {
  if (contact_id) return { kind: 'contact', id: contact_id };
  return quote_request_id
    ? { kind: 'quote_request', id: quote_request_id }
    : { kind: 'trip_plan', id: trip_plan_id ?? '' };
};

/** Converts an action to the parameters of `plan_next_action`; empty ones are left out. */
const planAction = (
  { kind: target, id: target_id }: ActionTarget,
  { title, kind, due_on, due_time, owner, ground, reference }: PlannedAction,
) => ({
  target,
  target_id,
  title,
  due_on,
  ...(due_time ? { due_time } : {}),
  ...(kind ? { kind } : {}),
  ...(owner ? { owner } : {}),
  ...(kind === 'appeler' && ground ? { ground, ground_reference: reference } : {}),
});

/** An action to plan, or a removed one to plan again. */
type PlannedAction = Pick<NextAction, 'title' | 'due_on' | 'due_time' | 'owner'> & {
  kind: NextAction['kind'] | '';
  ground: LobbyingGround | '' | null;
  reference: string | null;
};

const plannedAgain = (action: NextAction) =>
  planAction(targetOf(action), {
    ...action,
    ground: action.lobbying_ground,
    reference: action.lobbying_reference,
  });

const all = queryKeys.nextActions;
const staleKeys = [all, queryKeys.today, queryKeys.contactRecency];

/** Thrown for a call to a holder of a public office without a known legal ground. */
export class GroundNeeded extends Error {}

/** Calls a function and throws its French message, or the given one. */
async function call(
  name: `${'plan' | 'finish' | 'postpone' | 'remove'}_next_action`,
  args: Record<string, unknown>,
  failure: string,
): Promise<void> {
  const { error } = await supabase.rpc(name, args as never);
  if (error?.code === 'PT422') throw new GroundNeeded(error.message);
  if (error) throw rpcError(error, failure);
}

/** Offers to undo a change of an action, from anywhere. */
function offerUndo(client: QueryClient, text: string, undo: () => Promise<void>) {
  const options = mutationOptions({
    mutationFn: undo,
    meta: { invalidates: staleKeys, successMessage: 'Changement annulé' },
  });
  offerUndoBy(client, text, options, undefined);
}

export const nextActions = {
  all,

  /** Options to read the actions of a record: the open one, then the done ones, the last first. */
  of: ({ kind, id }: ActionTarget) =>
    queryOptions({
      queryKey: [...all, 'of', kind, id],
      queryFn: async ({ signal }): Promise<{ open: NextAction | undefined; done: NextAction[] }> => {
        const { data } = await supabase
          .from('next_actions')
          .select('*')
          .eq(columnOf[kind], id)
          .order('done_at', { ascending: false, nullsFirst: true })
          .order('id')
          .limit(100)
          .abortSignal(signal)
          .throwOnError();
        return {
          open: data.find((action) => !action.done_at),
          done: data.filter((action) => action.done_at),
        };
      },
      meta: { errorMessage: 'Impossible de charger la prochaine action' },
    }),

  /** Options to read the administrators. Silent: without them an action has no owner. */
  owners: () =>
    queryOptions({
      queryKey: [...all, 'owners'],
      queryFn: async ({ signal }): Promise<ActionOwner[]> => {
        const { data } = await supabase.rpc('action_owners').abortSignal(signal).throwOnError();
        const me = await currentUserId();
        return data.map((owner) => ({ ...owner, isMe: owner.id === me }));
      },
      staleTime: 300_000,
    }),

  /** Plans the next action of a record, or changes the open one. */
  plan: (target: ActionTarget) =>
    mutationOptions({
      mutationFn: (input: NextActionInput) =>
        call('plan_next_action', planAction(target, input), 'Impossible d’enregistrer l’action'),
      // The form asks for a missing ground itself.
      meta: {
        silent: (error) => error instanceof GroundNeeded,
        invalidates: staleKeys,
        successMessage: 'Prochaine action enregistrée',
      },
    }),

  finish: () =>
    mutationOptions({
      mutationFn: ({ id }: { id: string }) =>
        call('finish_next_action', { action: id }, 'Impossible de marquer l’action comme faite'),
      onSuccess: (_data, { id }, _result, { client }) =>
        offerUndo(client, 'Action faite', () =>
          call('finish_next_action', { action: id, done: false }, 'Impossible d’annuler le changement'),
        ),
      meta: { invalidates: staleKeys },
    }),

  postpone: () =>
    mutationOptions({
      mutationFn: ({ id, until }: { id: string; from: string; until: string }) =>
        call('postpone_next_action', { action: id, until }, 'Impossible de reporter l’action'),
      onSuccess: (_data, { id, from, until }, _result, { client }) =>
        offerUndo(client, `Action reportée\u00a0: ${formatRelativeDay(until)}`, () =>
          call('postpone_next_action', { action: id, until: from }, 'Impossible d’annuler le changement'),
        ),
      meta: { invalidates: staleKeys },
    }),

  remove: () =>
    mutationOptions({
      mutationFn: ({ id }: NextAction) =>
        call('remove_next_action', { action: id }, 'Impossible de retirer l’action'),
      onSuccess: (_data, action, _result, { client }) =>
        offerUndo(client, 'Action retirée', () =>
          call('plan_next_action', plannedAgain(action), 'Impossible d’annuler le changement'),
        ),
      meta: { invalidates: staleKeys },
    }),
};
