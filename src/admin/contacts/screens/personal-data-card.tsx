import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, Eraser, FileText, Mail, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { downloadText } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { listAddress } from '@/admin/kit/lib/list-address';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { Fold } from '@/admin/kit/ui/fold';
import { useRemovalQuestion } from '@/admin/kit/ui/removal-question';
import { personalRequests } from '@/admin/privacy/data/personal-requests';
import { ErasureDialog } from '@/admin/privacy/parts/erasure-dialog';
import { PersonalRequestList } from '@/admin/privacy/parts/personal-request-list';
import { downloadBlob } from '@/shared/lib/download-blob';
import { Button } from '@/shared/ui/button';
import { contactChanges } from '../data/contact-changes';
import type { Contact } from '../data/contact-list';
import { timeline } from '../data/timeline';
import { contactPaths } from '../paths';
import { contactToTrash } from './contact-removal';

/** A person's rights under Loi 25: a copy of their data, and deletion. */
export function PersonalDataCard({ contact }: { contact: Contact }) {
  const remove = useMutation(contactChanges.remove());
  const exportPerson = useMutation(timeline.exportPerson());
  const print = useMutation(timeline.printPerson());
  const sendLink = useMutation(personalRequests.sendLink());
  const { data: open } = useQuery(personalRequests.ofContact(contact.id));
  // The card of an open request has the button then, with the date to answer.
  const isErasureAsked = open?.some(({ kind }) => kind === 'erasure');
  const [erasing, setErasing] = useState(false);
  const navigate = useNavigate();

  const goToList = () => navigate(listAddress(contactPaths.list.href()), { state: SAVED_STATE });
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
    <Fold
      anchor="donnees"
      title="Données personnelles"
      isOpen={open !== undefined && open.length > 0}
      className="rounded-xl border border-line bg-paper px-5 py-1.5"
    >
      <p className="mb-4 text-sm text-slate">
        Toute personne peut demander une copie de ce que nous savons d’elle, ou sa destruction.
        «&nbsp;Supprimer le contact&nbsp;» garde les preuves de consentement et les messages envoyés;
        «&nbsp;Effacer toutes les données&nbsp;» les détruit aussi, partout. Les copies et les effacements
        sont inscrits au registre. Le lien de sa fiche permet à la personne de voir ce que nous savons, de le
        corriger, de retirer ou de donner son consentement, et de demander l’effacement.
      </p>
      {open && open.length > 0 && (
        <div className="mb-4">
          <PersonalRequestList requests={open} onErased={goToList} />
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
        {!isErasureAsked && (
          <Button size="sm" variant="outline" onClick={() => setErasing(true)}>
            <Eraser aria-hidden="true" className="size-4" />
            Effacer toutes les données
          </Button>
        )}
      </div>
      {removalQuestion}
      <ErasureDialog
        erasure={erasing ? { contact: contact.id } : undefined}
        person={[contact.name, contact.company].filter(Boolean).join(', ')}
        onClose={() => setErasing(false)}
        onErased={goToList}
      />
    </Fold>
  );
}
