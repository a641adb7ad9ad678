import { useMutation } from '@tanstack/react-query';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { contacts } from '@/admin/data/contacts/contacts';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';

type Props = {
  /** Asks about this one; nothing is asked without. */
  contact: Contact | undefined;
  onClose: () => void;
  onErased: () => void;
};

/** The question before everything known about a person is destroyed, as erase_person does it: what goes, what stays. */
export function ContactErasure({ contact, onClose, onErased }: Props) {
  const erase = useMutation(contacts.erase());
  return (
    <ConfirmDialog
      open={contact !== undefined}
      onOpenChange={onClose}
      title="Effacer toutes les données"
      description={
        contact && (
          <>
            <p>
              Tout ce qui est connu de <strong className="text-ink">{contact.name}</strong> ({contact.company}
              ) sera détruit&nbsp;: la fiche et son historique, les preuves de consentement, les prospects, le
              nom, l’adresse et le texte des messages envoyés. Ses demandes de soumission seront anonymisées
              et ses messages en attente, annulés.
            </p>
            <p className="mt-2">
              Restent, sans nom ni adresse&nbsp;: le nombre de messages envoyés, une empreinte qui fait
              respecter un désabonnement, et une ligne au registre. Exportez d’abord les données si la
              personne en veut une copie&nbsp;: cette action est irréversible.
            </p>
          </>
        )
      }
      confirmLabel="Effacer définitivement"
      pending={erase.isPending}
      onConfirm={() => {
        if (contact) erase.mutate(contact.id, { onSuccess: onErased, onSettled: onClose });
      }}
    />
  );
}
