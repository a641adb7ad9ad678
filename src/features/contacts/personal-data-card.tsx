import { useMutation } from '@tanstack/react-query';
import { Download, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Contact } from '@/data/contacts/contact-list';
import { timeline } from '@/data/contacts/timeline';
import { downloadText } from '@/lib/csv';
import { quebecDay } from '@/lib/dates';
import { Button } from '@/ui/button';
import { SAVED } from '@/ui/unsaved-changes';
import { ContactDeletion } from './contact-deletion';
import { listAddress } from './list-address';

/** What a person may ask for under Loi 25: a copy of what is known about them, and deletion. */
export function PersonalDataCard({ contact }: { contact: Contact }) {
  const exportPerson = useMutation(timeline.exportPerson());
  const [deleting, setDeleting] = useState(false);
  const navigate = useNavigate();

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
        Toute personne peut demander une copie de ce que nous savons d’elle, ou sa suppression.
      </p>
      <div className="flex flex-wrap gap-3">
        <Button size="sm" variant="outline" pending={exportPerson.isPending} onClick={download}>
          <Download aria-hidden="true" className="size-4" />
          Exporter les données (JSON)
        </Button>
        <Button size="sm" variant="outline" onClick={() => setDeleting(true)}>
          <Trash2 aria-hidden="true" className="size-4" />
          Supprimer le contact
        </Button>
      </div>
      <ContactDeletion
        contact={deleting ? contact : undefined}
        onClose={() => setDeleting(false)}
        onDeleted={() => navigate(listAddress(), { state: SAVED })}
      />
    </section>
  );
}
