import { fillBody, fillSubject, sampleContact } from '@message/template-text.ts';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { useState } from 'react';
import type { ListedContact } from '@/admin/data/contacts/contact-list';
import { contacts } from '@/admin/data/contacts/contacts';
import { templateValues } from '@/admin/data/contacts/template-values';
import { emailTemplates } from '@/admin/data/email-templates/email-templates';
import { AdminsOnly } from '@/admin/ui/admins-only';
import { MessagePreview } from '@/admin/ui/message-preview';
import { PersonPicker } from '@/admin/ui/person-picker';
import { Button } from '@/shared/ui/button';

type Props = {
  subject: string;
  body: string;
  /** Absent for a new template. */
  templateId?: string | undefined;
  /** Whether there are unsaved changes: a test message is made from the stored template. */
  isDirty: boolean;
};

/** The message filled in for a sample or a real contact, and a button that sends it to oneself as a test. */
export function TemplatePreview({ subject, body, templateId, isDirty }: Props) {
  const { data: list } = useQuery(contacts.list());
  const [chosen, setChosen] = useState<ListedContact>();
  const sendTest = useMutation(emailTemplates.sendTest());
  const values = chosen ? templateValues(chosen) : sampleContact;
  const isSaved = templateId !== undefined && !isDirty;
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-end gap-3">
        <div className="grow basis-72">
          <PersonPicker
            label="Aperçu avec un contact"
            people={list?.rows ?? []}
            chosen={chosen}
            onChoose={setChosen}
          />
        </div>
        {chosen && (
          <Button variant="ghost" onClick={() => setChosen(undefined)}>
            Revenir à l’exemple
          </Button>
        )}
        <AdminsOnly>
          <Button
            variant="outline"
            disabled={!isSaved}
            pending={sendTest.isPending}
            onClick={() => isSaved && sendTest.mutate({ templateId, contactId: chosen?.id ?? null })}
          >
            <Send aria-hidden="true" className="size-4" />
            M’envoyer un essai
          </Button>
        </AdminsOnly>
      </div>
      <AdminsOnly>
        <p className="text-sm text-slate">
          {isSaved
            ? 'L’essai part à l’adresse de votre compte seulement, avec la mention «\u00a0[Essai]\u00a0».'
            : 'Enregistrez le template pour vous l’envoyer en essai.'}
        </p>
      </AdminsOnly>
      <MessagePreview
        title={`Aperçu pour ${values.nom}`}
        subject={fillSubject(subject, values)}
        body={fillBody(body, values)}
      />
    </div>
  );
}
