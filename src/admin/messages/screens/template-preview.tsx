import { signedText } from '@message/template-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedContact } from '@/admin/contacts/data/contact-list';
import { contacts } from '@/admin/contacts/data/contacts';
import { MessagePreview } from '@/admin/kit/ui/message-preview';
import { PersonPicker } from '@/admin/kit/ui/person-picker';
import { settings, signaturesOf } from '@/admin/settings/data/settings';
import { Button } from '@/shared/ui/button';
import { hasErrors } from '../parts/message-lint';
import { SizedPreview } from '../parts/sized-preview';
import { TestButton } from '../parts/test-button';
import { useFilledText } from '../parts/use-filled-text';

/** The message filled in for a sample or a real contact, and a button that sends it to oneself as a test. */
export function TemplatePreview({ subject, body }: { subject: string; body: string }) {
  const { data: list } = useQuery(contacts.list());
  const { data: identity } = useQuery(settings.studio());
  const { data: rules } = useQuery(settings.sendingRules());
  const [chosen, setChosen] = useState<ListedContact>();
  const { values, fill } = useFilledText(chosen, [subject, body]);
  const sender = rules?.verified_senders[0];
  const signature = rules && sender ? signaturesOf(rules)[sender] : undefined;
  const filled = fill(subject, signedText(body, signature));
  const isEmpty = subject.trim() === '' || body.trim() === '';
  return (
    <section aria-label="Aperçu" className="space-y-4 rounded-xl border border-line bg-paper p-5">
      <PersonPicker
        label="Aperçu avec un contact"
        people={list?.rows ?? []}
        chosen={chosen}
        onChoose={setChosen}
      />
      {chosen && (
        <Button size="sm" variant="ghost" onClick={() => setChosen(undefined)}>
          Revenir à l’exemple
        </Button>
      )}
      <TestButton
        message={filled}
        refusal={
          isEmpty
            ? 'Un essai a besoin d’un sujet et d’un message.'
            : hasErrors(subject, body)
              ? 'Corrigez d’abord ce que la vérification signale.'
              : undefined
        }
      />
      <SizedPreview>
        <MessagePreview
          title={`Aperçu pour ${values.nom || values.entreprise}`}
          {...filled}
          identity={identity}
          recipient={values.email}
        />
      </SizedPreview>
    </section>
  );
}
