import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { FormDialog } from '@/admin/kit/ui/form-dialog';
import { emailTemplates } from '@/admin/messages/data/email-templates';
import { MessageField } from '@/admin/messages/parts/message-field';
import { lintMessage } from '@/admin/messages/parts/message-lint';
import { RemarkList } from '@/admin/messages/parts/remark-list';
import { TextField } from '@/shared/ui/form-fields';
import { type Campaign, campaigns } from '../data/campaigns';
import {
  type CampaignTextInput,
  type CampaignTextValues,
  campaignTextSchema,
} from '../data/campaigns.schema';
import { StepFields } from './step-fields';

/** Changes the text of a campaign that waits for its date; saving approves it again. */
export function CampaignTextDialog({ campaign, onClose }: { campaign: Campaign; onClose: () => void }) {
  const { data: templates = [] } = useQuery(emailTemplates.list());
  // A campaign from before texts were stored starts from its template.
  const template = templates.find(({ id }) => id === campaign.template_id);
  const rewrite = useMutation(campaigns.rewrite(campaign.id));
  const form = useForm<CampaignTextValues, unknown, CampaignTextInput>({
    resolver: zodResolver(campaignTextSchema),
    values: {
      subject: campaign.message_subject ?? template?.subject ?? '',
      body: campaign.message_body ?? template?.body ?? '',
      steps: campaign.steps.map(({ delay_days, template_id, subject, body }) => ({
        days: String(delay_days),
        template_id: template_id ?? '',
        subject,
        body,
      })),
    },
    // Kept on open, because the campaign is polled every few seconds: a refetch must not replace the input.
    resetOptions: { keepDirtyValues: true },
  });
  const [subject, body] = form.watch(['subject', 'body']);
  return (
    <FormDialog
      form={form}
      title="Modifier le texte"
      description="Chaque message est récrit avec les renseignements actuels de son contact. Enregistrer, c’est approuver de nouveau ce qui partira."
      size="md"
      submitLabel="Approuver ce texte"
      pending={rewrite.isPending}
      error={rewrite.error}
      onSubmit={(texts) => rewrite.mutate(texts, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextField<CampaignTextValues> name="subject" label="Sujet" required maxLength={200} />
      <MessageField<CampaignTextValues>
        name="body"
        label="Message"
        rows={8}
        hint="Variables&nbsp;: {nom}, {entreprise}, {ville}, {region}, {email}, {telephone}; avec un texte de rechange, {nom | vous}; avec l’article, {de entreprise}."
      />
      <RemarkList remarks={lintMessage(subject, body)} />
      <StepFields
        templates={templates}
        sentOn={campaign.send_date ? new Date(campaign.send_date) : serverNow()}
      />
    </FormDialog>
  );
}
