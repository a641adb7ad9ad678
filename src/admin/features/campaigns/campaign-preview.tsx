import { fillSubject, fillTemplate } from '@message/template-text.ts';
import { useState } from 'react';
import type { Candidate } from '@/admin/data/campaigns/audience';
import { templateValues } from '@/admin/data/contacts/template-values';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import type { Settings } from '@/admin/data/settings/settings';
import { MessagePreview } from '@/admin/ui/message-preview';
import { PersonPicker } from '@/admin/ui/person-picker';

/** The message as any of the chosen contacts will read it. */
export function CampaignPreview({
  template,
  chosen,
  settings,
}: {
  template: EmailTemplate | undefined;
  chosen: readonly Candidate[];
  settings: Settings;
}) {
  const [id, setId] = useState<string>();
  const reader = chosen.find((contact) => contact.id === id) ?? chosen[0];
  if (!template || !reader) {
    return (
      <p className="rounded-xl border border-dashed border-line px-5 py-8 text-center text-slate">
        Choisissez un template et au moins un contact pour voir le message.
      </p>
    );
  }
  const values = templateValues(reader);
  return (
    <div className="space-y-4">
      <PersonPicker
        label="Aperçu pour"
        hint="Parmi les contacts choisis."
        people={chosen}
        chosen={reader}
        onChoose={(person) => setId(person.id)}
      />
      <MessagePreview
        title={`À ${reader.name}, ${reader.email}`}
        subject={fillSubject(template.subject, values)}
        body={fillTemplate(template.body, values)}
        identity={settings}
        recipient={reader.email ?? ''}
      />
    </div>
  );
}
