import { mutationOptions, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { supabase } from '../lib/supabase';
import { offerUndoBy } from './undo-change';

type StatusChange = {
  kind: 'contacts' | 'quote_requests' | 'virtual_tours';
  given: string;
  before: { id: string; status: string }[];
};

/**
 * Shows that rows were given a status, with « Annuler », which restores each former one and the dates that go with
 * it.
 *
 * @param rows as they were before
 */
export function offerStatusUndo(
  client: QueryClient,
  text: string,
  { kind, given }: Pick<StatusChange, 'kind' | 'given'>,
  rows: readonly { id: string; status: string }[],
  invalidates: readonly QueryKey[],
): void {
  const before = rows.filter(({ status }) => status !== given).map(({ id, status }) => ({ id, status }));
  if (before.length === 0) {
    notify.success(text);
    return;
  }
  const change: StatusChange = { kind, given, before };
  const undo = mutationOptions({
    mutationFn: async () => (await supabase.rpc('undo_status', change).throwOnError()).data,
    onSuccess: (changed) => notifyUndone(changed, before.length),
    meta: { invalidates, errorMessage: 'Impossible d’annuler le changement' },
  });
  offerUndoBy(client, text, undo, undefined);
}

/** Reports the undo; rows that somebody else changed since stay as they are. */
function notifyUndone(changed: number, requested: number): void {
  const others = requested - changed;
  if (others === 0) {
    notify.success('Changement annulé');
    return;
  }
  const kept = counted(others, 'statut a été changé', 'statuts ont été changés');
  notify.info(
    `${kept} ailleurs depuis, et reste${others > 1 ? 'nt' : ''} ainsi.`,
    changed === 0 ? 'Rien n’a été annulé' : 'Tout n’a pas été annulé',
  );
}
