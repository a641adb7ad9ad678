import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { consents } from '@/admin/contacts/data/consents';
import { formatLongDay } from '@/admin/kit/lib/dates';
import { MessagePreview } from '@/admin/kit/ui/message-preview';
import { PersonPicker } from '@/admin/kit/ui/person-picker';
import { hasErrors } from '@/admin/messages/parts/message-lint';
import { SizedPreview } from '@/admin/messages/parts/sized-preview';
import { TestButton } from '@/admin/messages/parts/test-button';
import { useFilledText } from '@/admin/messages/parts/use-filled-text';
import type { SenderSettings } from '@/admin/settings/data/settings';
import type { Candidate } from '../data/audience';
import { stepName } from '../data/campaign-labels';

type MessageText = { subject: string; body: string };

type Props = {
  message: MessageText | undefined;
  followups: readonly MessageText[];
  /** Days on which the follow-ups would leave. */
  days: readonly string[];
  chosen: readonly Candidate[];
  settings: SenderSettings;
  sender: string;
  /** Called when the present message was sent as a test. */
  onTested: (message: MessageText) => void;
};

/** The message and its follow-ups, as any of the chosen contacts will read them. */
export function CampaignPreview({ message, followups, days, chosen, settings, sender, onTested }: Props) {
  const [id, setId] = useState<string>();
  const reader = chosen.find((contact) => contact.id === id) ?? chosen[0];
  // The reason stated in the message is that of the contact chosen for the preview.
  const { data: consent } = useQuery({ ...consents.of(reader?.id ?? ''), enabled: reader !== undefined });
  const texts = [...(message ? [message] : []), ...followups].flatMap(({ subject, body }) => [subject, body]);
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
        {followups.map(({ subject, body }, index) => (
          <MessagePreview
            // biome-ignore lint/suspicious/noArrayIndexKey: a follow-up is its place in the order
            key={index}
            title={`${stepName(index + 1)}, vers le ${formatLongDay(days[index] ?? '')}`}
            {...fill(subject, body)}
            {...of}
          />
        ))}
      </SizedPreview>
    </div>
  );
}
