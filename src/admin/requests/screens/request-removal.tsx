import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useBulkQuestion } from '@/admin/kit/ui/bulk-question';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';
import { counted } from '@/shared/lib/numbers';
import { type QuoteRequest, quoteRequests } from '../data/quote-requests';

/** The requests to remove, and how: to the trash, or by erasing their personal data for good. */
export type Removal = { kind: 'delete' | 'anonymise'; requests: readonly QuoteRequest[] };

/**
 * Deletes a few requests at once, because the trash can restore them; asks before it deletes many or anonymises any.
 *
 * @param onDone called after a success only
 * @returns the function that begins, and the dialog to render
 */
export function useQuoteRemoval(onDone: (removal: Removal) => void): [(removal: Removal) => void, ReactNode] {
  const [pending, setPending] = useState<readonly QuoteRequest[]>();
  const anonymise = useMutation(quoteRequests.anonymise());
  const remove = useMutation(quoteRequests.remove());
  const [ask, question] = useBulkQuestion();

  const begin = (removal: Removal) => {
    const { kind, requests } = removal;
    if (kind === 'anonymise') return setPending(requests);
    if (remove.isPending) return;
    const what = `Supprimer ${counted(requests.length, 'demande')}`;
    ask({
      count: requests.length,
      title: `${what}?`,
      confirmLabel: what,
      description:
        'Elles vont à la corbeille avec leurs messages et l’état de leurs courriels, et peuvent en revenir pendant 30\u00a0jours. Un contact déjà créé reste dans la liste.',
      run: () => remove.mutate(requests, { onSuccess: () => onDone(removal) }),
    });
  };
  const dialog = (
    <>
      {question}
      <ConfirmDialog
        open={pending !== undefined}
        onOpenChange={(open) => !open && setPending(undefined)}
        {...anonymisationTexts(pending ?? [])}
        pending={anonymise.isPending}
        onConfirm={() =>
          anonymise.mutate(pending?.map(({ id }) => id) ?? [], {
            onSuccess: () => onDone({ kind: 'anonymise', requests: pending ?? [] }),
            onSettled: () => setPending(undefined),
          })
        }
      />
    </>
  );
  return [begin, dialog];
}

function anonymisationTexts(rows: readonly QuoteRequest[]) {
  const many = rows.length > 1;
  const which = many
    ? `${rows.length} demandes`
    : `la demande de «\u00a0${rows[0]?.organization_name ?? ''}\u00a0»`;
  return {
    title: 'Effacer les renseignements personnels',
    description: `Le nom, l’organisation, les coordonnées et le message de ${which} seront effacés définitivement. Le type, le service et le mois restent, pour les statistiques.`,
    confirmLabel: many ? `Anonymiser ${rows.length} demandes` : 'Anonymiser',
  };
}
