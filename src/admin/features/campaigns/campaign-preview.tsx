import { fillBody, fillSubject } from '@message/template-text.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { consents } from '@/admin/data/contacts/consents';
import { templateValues } from '@/admin/data/contacts/template-values';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import type { Settings } from '@/admin/data/settings/settings';
import { MessagePreview } from '@/admin/ui/message-preview';
import { PersonPicker } from '@/admin/ui/person-picker';

/** The message, and the follow-up where there is one, as any of the chosen contacts will read them. */
export function CampaignPreview({
  template,
  followup,
  chosen,
  settings,
}: {
  template: EmailTemplate | undefined;
  followup: EmailTemplate | undefined;
  chosen: readonly Candidate[];
  settings: Settings;
}) {
  const [id, setId] = useState<string>();
  const reader = chosen.find((contact) => contact.id === id) ?? chosen[0];
  // Why the message says that it was sent: of the one who reads it here.
  const { data: consent } = useQuery({ ...consents.of(reader?.id ?? ''), enabled: reader !== undefined });
  if (!template || !reader) {
    return (
      <p className="rounded-xl border border-dashed border-line px-5 py-8 text-center text-slate">
        Choisissez un template et au moins un contact pour voir le message.
      </p>
    );
  }
  const values = templateValues(reader);
  const email = reader.email ?? '';
  const shown = ({ subject, body }: EmailTemplate) => ({
    subject: fillSubject(subject, values),
    body: fillBody(body, values),
    identity: { ...settings, consent },
    recipient: email,
  });
  return (
    <div className="space-y-4">
      <PersonPicker
        label="Aperçu pour"
        hint="Parmi les contacts choisis."
        people={chosen}
        chosen={reader}
        onChoose={(person) => setId(person.id)}
      />
      <MessagePreview title={`À ${reader.name}, ${email}`} {...shown(template)} />
      {followup && <MessagePreview title="Relance" {...shown(followup)} />}
    </div>
  );
}
