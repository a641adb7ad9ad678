import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { consents } from '@/admin/data/contacts/consents';
import type { SenderSettings } from '@/admin/data/settings/settings';
import { hasErrors } from '@/admin/parts/writing/message-lint';
import { SizedPreview } from '@/admin/parts/writing/sized-preview';
import { TestButton } from '@/admin/parts/writing/test-button';
import { useFilledText } from '@/admin/parts/writing/use-filled-text';
import { MessagePreview } from '@/admin/ui/message-preview';
import { PersonPicker } from '@/admin/ui/person-picker';

type Text = { subject: string; body: string };

type Props = {
  message: Text | undefined;
  followup: Text | undefined;
  chosen: readonly Candidate[];
  settings: SenderSettings;
  sender: string;
  /** Called when the present message was sent as a test. */
  onTested: (message: Text) => void;
};

/** The message, and the follow-up where there is one, as any of the chosen contacts will read them. */
export function CampaignPreview({ message, followup, chosen, settings, sender, onTested }: Props) {
  const [id, setId] = useState<string>();
  const reader = chosen.find((contact) => contact.id === id) ?? chosen[0];
  // The reason stated in the message is that of the contact chosen for the preview.
  const { data: consent } = useQuery({ ...consents.of(reader?.id ?? ''), enabled: reader !== undefined });
  const texts = [message, followup].flatMap((text) => (text ? [text.subject, text.body] : []));
  const { fill } = useFilledText(reader, texts);
  if (!message || !reader) {
    return (
      <p className="rounded-xl border border-dashed border-line px-5 py-8 text-center text-slate">
        Choisissez un template et au moins un contact pour voir le message.
      </p>
    );
  }
  const email = reader.email ?? '';
  const of = { identity: { ...settings, consent }, recipient: email };
  const filled = fill(message.subject, message.body);
  return (
    <div className="space-y-4">
      <PersonPicker
        label="Aperçu pour"
        hint="Parmi les contacts choisis."
        people={chosen}
        chosen={reader}
        onChoose={(person) => setId(person.id)}
      />
      <TestButton
        message={{ ...filled, from: sender }}
        refusal={
          hasErrors(message.subject, message.body)
            ? 'Corrigez d’abord ce que la vérification signale.'
            : undefined
        }
        onSent={() => onTested(message)}
      />
      <SizedPreview>
        <MessagePreview title={`À ${reader.name}, ${email}`} {...filled} {...of} />
        {followup && <MessagePreview title="Relance" {...fill(followup.subject, followup.body)} {...of} />}
      </SizedPreview>
    </div>
  );
}
