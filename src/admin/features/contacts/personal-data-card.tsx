import { useMutation } from '@tanstack/react-query';
import { Download, Eraser, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Contact } from '@/admin/data/contacts/contact-list';
import { timeline } from '@/admin/data/contacts/timeline';
import { downloadText } from '@/admin/lib/csv';
import { quebecDay } from '@/admin/lib/dates';
import { SAVED } from '@/admin/ui/unsaved-changes';
import { Button } from '@/shared/ui/button';
import { ContactDeletion } from './contact-deletion';
import { ContactErasure } from './contact-erasure';
import { listAddress } from './list-address';

/** What a person may ask for under Loi 25: a copy of what is known about them, and deletion. */
export function PersonalDataCard({ contact }: { contact: Contact }) {
  const exportPerson = useMutation(timeline.exportPerson());
  const [asked, setAsked] = useState<'delete' | 'erase'>();
  const navigate = useNavigate();

  const close = () => setAsked(undefined);
  const leave = () => navigate(listAddress(), { state: SAVED });

  const download = () =>
    exportPerson.mutate(contact.id, {
      onSuccess: (data) =>
        downloadText(
          `donnees-${contact.id}-${quebecDay()}.json`,
          JSON.stringify(data, null, 2),
          'application/json',
        ),
    });

  return (
    <section aria-labelledby="donnees" className="rounded-xl border border-line bg-paper p-5">
      <h2 id="donnees" className="text-lg font-semibold">
        Données personnelles
      </h2>
      <p className="mt-1 mb-4 text-sm text-slate">
        Toute personne peut demander une copie de ce que nous savons d’elle, ou sa destruction.
        «&nbsp;Supprimer le contact&nbsp;» garde les preuves de consentement et les messages envoyés;
        «&nbsp;Effacer toutes les données&nbsp;» les détruit aussi, partout. Les copies et les effacements
        sont inscrits au registre.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" pending={exportPerson.isPending} onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Exporter les données (JSON)
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsked('delete')}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer le contact
        </Button>
        <Button size="sm" variant="outline" onClick={() => setAsked('erase')}>
          <Eraser aria-hidden="true" className="size-4" />
          Effacer toutes les données
        </Button>
      </div>
      <ContactDeletion contact={asked === 'delete' ? contact : undefined} onClose={close} onDeleted={leave} />
      <ContactErasure contact={asked === 'erase' ? contact : undefined} onClose={close} onErased={leave} />
    </section>
  );
}
