import { useMutation } from '@tanstack/react-query';
import { contactChanges, type Erasure } from '@/admin/contacts/data/contact-changes';
import { ConfirmDialog } from '@/admin/kit/ui/confirm-dialog';

/** Confirms the erasure of a person: lists what is deleted, and what the law makes the studio keep. */
export function ErasureDialog({
  erasure,
  person,
  onClose,
  onErased,
}: {
  /** The person whose data to erase; the dialog is closed without one. */
  erasure: Erasure | undefined;
  /** Name and organisation of the person, or the address alone. */
  person: string;
  onClose: () => void;
  onErased?: () => void;
}) {
  const erase = useMutation(contactChanges.erase());
  return (
    <ConfirmDialog
      open={erasure !== undefined}
      onOpenChange={onClose}
      title="Effacer toutes les données"
      description={
        <>
          <p>
            Tout ce qui est connu de <strong className="text-ink wrap-anywhere">{person}</strong> sera
            détruit&nbsp;: la fiche et son historique, les preuves de consentement, les prospects, les
            brouillons, le nom, l’adresse et le texte des messages. Ses demandes de soumission et ses devis
            sans suite seront anonymisés et ses messages en attente, annulés.
          </p>
          <p className="mt-2">
            La loi fait garder, avec le nom, les devis acceptés et les factures émises, six ans après la fin
            de leur année.
          </p>
          <p className="mt-2">
            Restent aussi, sans nom ni adresse&nbsp;: le nombre de messages envoyés, une empreinte qui empêche
            de lui écrire de nouveau, et une ligne au registre. Exportez d’abord les données si la personne en
            veut une copie&nbsp;: cette action est irréversible.
          </p>
        </>
      }
      confirmLabel="Effacer définitivement"
      pending={erase.isPending}
      onConfirm={() => {
        if (erasure) erase.mutate(erasure, { ...(onErased && { onSuccess: onErased }), onSettled: onClose });
      }}
    />
  );
}
