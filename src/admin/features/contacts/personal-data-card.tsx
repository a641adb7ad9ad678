import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Eraser, FileText, Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { contactChanges } from '@/admin/data/contacts/contact-changes';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { timeline } from '@/admin/data/contacts/timeline';
import { personalRequests } from '@/admin/data/privacy/personal-requests';
import { downloadText } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { downloadBlob } from '@/admin/lib/download-blob';
import { listAddress } from '@/admin/lib/list-address';
import { SAVED } from '@/admin/lib/unsaved-text';
import { PersonalRequestList } from '@/admin/parts/personal-requests/personal-request-list';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { useRemovalQuestion } from '@/admin/ui/removal-question';
import { paths } from '@/shared/lib/admin-paths';
import { Button } from '@/shared/ui/button';
import { contactToTrash } from './contact-removal';

/** A person's rights under Loi 25: a copy of their data, and deletion. */
export function PersonalDataCard({ contact }: { contact: Contact }) {
  const remove = useMutation(contactChanges.remove());
  const exportPerson = useMutation(timeline.exportPerson());
  const print = useMutation(timeline.printPerson());
  const sendLink = useMutation(personalRequests.sendLink());
  const { data: open } = useQuery(personalRequests.ofContact(contact.id));
  const [erasing, setErasing] = useState(false);
  const navigate = useNavigate();

  const goToList = () => navigate(listAddress(paths.admin.contacts.href()), { state: SAVED });
  const [askRemoval, removalQuestion] = useRemovalQuestion<Contact>({
    sentence: contactToTrash,
    pending: remove.isPending,
    onConfirm: (gone, { onSettled }) => remove.mutate([gone], { onSuccess: goToList, onSettled }),
  });

  const download = () =>
    exportPerson.mutate(contact.id, {
      onSuccess: (data) =>
        downloadText(
          `donnees-${contact.id}-${quebecDay()}.json`,
          JSON.stringify(data, null, 2),
          'application/json',
        ),
    });

  const downloadProof = () =>
    print.isPending ||
    print.mutate(contact.id, {
      onSuccess: (bytes) =>
        downloadBlob(
          `preuve-${contact.id}-${quebecDay()}.pdf`,
          new Blob([bytes], { type: 'application/pdf' }),
        ),
    });

  return (
    <section aria-labelledby="donnees" className="scroll-mt-20 rounded-xl border border-line bg-paper p-5">
      <h2 id="donnees" className="text-lg font-semibold">
        Données personnelles
      </h2>
      <p className="mt-1 mb-4 text-sm text-slate">
        Toute personne peut demander une copie de ce que nous savons d’elle, ou sa destruction.
        «&nbsp;Supprimer le contact&nbsp;» garde les preuves de consentement et les messages envoyés;
        «&nbsp;Effacer toutes les données&nbsp;» les détruit aussi, partout. Les copies et les effacements
        sont inscrits au registre. Le lien de sa fiche permet à la personne de voir ce que nous savons, de le
        corriger, de retirer ou de donner son consentement, et de demander l’effacement.
      </p>
      {open && open.length > 0 && (
        <div className="mb-4">
          <PersonalRequestList requests={open} />
        </div>
      )}
      <div className="flex flex-wrap gap-3">
        {contact.email && (
          <Button
            size="sm"
            variant="outline"
            pending={sendLink.isPending}
            onClick={() => sendLink.isPending || sendLink.mutate(contact.id)}
          >
            <Mail aria-hidden="true" className="size-4" />
            Envoyer le lien de sa fiche
          </Button>
        )}
        <Button size="sm" variant="outline" pending={exportPerson.isPending} onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Exporter les données (JSON)
        </Button>
        <Button size="sm" variant="outline" pending={print.isPending} onClick={downloadProof}>
          <FileText aria-hidden="true" className="size-4" />
          Preuve de consentement (PDF)
        </Button>
        <Button size="sm" variant="outline" pending={remove.isPending} onClick={() => askRemoval(contact)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer le contact
        </Button>
        <Button size="sm" variant="outline" onClick={() => setErasing(true)}>
          <Eraser aria-hidden="true" className="size-4" />
          Effacer toutes les données
        </Button>
      </div>
      {removalQuestion}
      <ContactErasure
        contact={erasing ? contact : undefined}
        onClose={() => setErasing(false)}
        onErased={goToList}
      />
    </section>
  );
}

/** The confirmation before `erase_person` destroys all data about a person, with the deleted and the remaining data. */
function ContactErasure({
  contact,
  onClose,
  onErased,
}: {
  /** The contact to erase; the dialog is closed without one. */
  contact: Contact | undefined;
  onClose: () => void;
  onErased: () => void;
}) {
  const erase = useMutation(contactChanges.erase());
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
              Restent, sans nom ni adresse&nbsp;: le nombre de messages envoyés, une empreinte qui empêche de
              lui écrire de nouveau, et une ligne au registre. Exportez d’abord les données si la personne en
              veut une copie&nbsp;: cette action est irréversible.
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
