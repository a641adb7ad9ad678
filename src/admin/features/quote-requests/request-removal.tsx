import { useMutation } from '@tanstack/react-query';
import { type QuoteRequest, quoteRequests } from '@/admin/data/quote-requests/quote-requests';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';

/** What is about to be lost, and how. */
export type Removal = { kind: 'delete' | 'anonymise'; requests: readonly QuoteRequest[] };

type Props = {
  removal: Removal | undefined;
  onClose: () => void;
  /** Once it is done, not when it failed. */
  onDone?: () => void;
};

/** The question before requests are deleted or lose what says who sent them. */
export function QuoteRemoval({ removal, onClose, onDone }: Props) {
  const anonymise = useMutation(quoteRequests.anonymise());
  const remove = useMutation(quoteRequests.remove());
  const mutation = removal?.kind === 'anonymise' ? anonymise : remove;
  return (
    <ConfirmDialog
      open={removal !== undefined}
      onOpenChange={(open) => !open && onClose()}
      {...textsOf(removal ?? { kind: 'delete', requests: [] })}
      pending={mutation.isPending}
      onConfirm={() =>
        mutation.mutate(removal?.requests.map(({ id }) => id) ?? [], {
          onSuccess: onDone,
          onSettled: onClose,
        })
      }
    />
  );
}

function textsOf({ kind, requests: rows }: Removal) {
  const many = rows.length > 1;
  const which = many ? `${rows.length} demandes` : `la demande de « ${rows[0]?.organization_name ?? ''} »`;
  if (kind === 'anonymise') {
    return {
      title: 'Effacer les renseignements personnels',
      description: `Le nom, l’organisation, les coordonnées et le message de ${which} seront effacés définitivement. Le type, le service et le mois restent, pour les statistiques.`,
      confirmLabel: many ? `Anonymiser ${rows.length} demandes` : 'Anonymiser',
    };
  }
  return {
    title: 'Confirmer la suppression',
    description: `${many ? `${rows.length} demandes seront supprimées` : `La demande de « ${rows[0]?.organization_name ?? ''} » sera supprimée`} définitivement, avec ${many ? 'leurs' : 'son'} message${many ? 's' : ''} et l’état de ${many ? 'leurs' : 'ses'} courriels. Cette action est irréversible. Un contact déjà créé reste dans la liste.`,
    confirmLabel: many ? `Supprimer ${rows.length} demandes` : 'Supprimer',
  };
}
