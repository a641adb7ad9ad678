import { templateFault } from '@message/template-text.ts';
import { PencilLine, Undo2 } from 'lucide-react';
import { useFormContext } from 'react-hook-form';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import { MessageField } from '@/admin/messages/parts/message-field';
import { lintMessage } from '@/admin/messages/parts/message-lint';
import { RemarkList } from '@/admin/messages/parts/remark-list';
import { Button } from '@/shared/ui/button';
import { TextField } from '@/shared/ui/form-fields';
import type { CampaignValues } from '../data/campaigns.schema';

/** Returns the text to send: the campaign's own, where somebody wrote one, else the template's; undefined without either. */
export function textOf(
  template: EmailTemplate | undefined,
  { message_subject: subject, message_body: body }: Pick<CampaignValues, 'message_subject' | 'message_body'>,
) {
  if (!template) return subject || body ? { subject, body } : undefined;
  return { subject: subject || template.subject, body: body || template.body };
}

/** Returns the error of a text whose variables cannot be replaced; undefined without any. */
export function faultIn({ subject, body }: { subject: string; body: string }): string | undefined {
  const fault = templateFault(subject, body);
  return fault && `${fault}. Corrigez le template avant de l’envoyer.`;
}

/**
 * Edits the text of one campaign, without changing its template: a prepared or copied text stands here before a template is
 * chosen, or when its own is gone.
 */
export function CampaignTextFields({ template }: { template: EmailTemplate | undefined }) {
  const { watch, setValue } = useFormContext<CampaignValues>();
  const values = watch(['message_subject', 'message_body']);
  const [subject, body] = values;
  const give = (text: { subject: string; body: string }) => {
    setValue('message_subject', text.subject, { shouldDirty: true });
    setValue('message_body', text.body, { shouldDirty: true, shouldValidate: true });
  };
  if (!subject && !body) {
    return (
      template && (
        <Button size="sm" variant="outline" onClick={() => give(template)}>
          <PencilLine aria-hidden="true" className="size-4" />
          Modifier le texte
        </Button>
      )
    );
  }
  return (
    <div className="space-y-5">
      <TextField<CampaignValues> name="message_subject" label="Sujet" required maxLength={200} />
      <MessageField<CampaignValues>
        name="message_body"
        label="Message"
        rows={12}
        hint={`${body.length} / 5000 caractères. Ce texte est celui de cette campagne; le template ne change pas.`}
      />
      <RemarkList remarks={lintMessage(subject, body)} />
      {template && (
        <Button size="sm" variant="ghost" onClick={() => give({ subject: '', body: '' })}>
          <Undo2 aria-hidden="true" className="size-4" />
          Revenir au texte du template
        </Button>
      )}
    </div>
  );
}
