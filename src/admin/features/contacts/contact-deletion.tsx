import { useMutation } from '@tanstack/react-query';
import type { ContactReference } from '@/admin/data/contacts/contacts';
import { contacts } from '@/admin/data/contacts/contacts';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';

type Props = {
  /** Asks about this one; nothing is asked without. */
  contact: ContactReference | undefined;
  onClose: () => void;
  onDeleted?: () => void;
};

/** The question before a contact is deleted, which says what goes and what the law makes us keep. */
export function ContactDeletion({ contact, onClose, onDeleted }: Props) {
  const remove = useMutation(contacts.remove());
  return (
    <ConfirmDialog
      open={contact !== undefined}
      onOpenChange={onClose}
      title="Confirmer la suppression"
      description={
        contact && (
          <>
            <p>
              <strong className="text-ink">{contact.name}</strong> ({contact.company}) sera supprimé
              définitivement, avec son historique. Cette action est irréversible.
            </p>
            <p className="mt-2">
              Un désabonnement reste en vigueur et les preuves de consentement sont conservées&nbsp;: la loi
              l’exige.
            </p>
          </>
        )
      }
      pending={remove.isPending}
      onConfirm={() => {
        if (!contact) return;
        remove.mutate([contact.id], { onSuccess: onDeleted, onSettled: onClose });
      }}
    />
  );
}
