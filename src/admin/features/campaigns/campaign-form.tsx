import { zodResolver } from '@hookform/resolvers/zod';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useNavigate } from 'react-router-dom';
import { type Audience, audience as audienceOptions } from '@/admin/data/campaigns/audience';
import { sendFromBrowser } from '@/admin/data/campaigns/browser-sending';
import { campaigns, type UnknownCreation } from '@/admin/data/campaigns/campaigns';
import {
  type CampaignInput,
  type CampaignValues,
  campaignSchema,
  emptyCampaign,
  TEST_SENDER,
} from '@/admin/data/campaigns/campaigns.schema';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import type { Settings } from '@/admin/data/settings/settings';
import { FormActions } from '@/admin/ui/form-actions';
import { SAVED, UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { CampaignConfirm } from './campaign-confirm';
import { FollowupFields, MessageFields, MomentFields } from './campaign-fields';
import { CampaignPreview } from './campaign-preview';
import { ContactPicker } from './contact-picker';
import { MissingValues } from './missing-values';
import { SettingsNotice } from './settings-notice';
import { unknownInTemplate } from './unknown-in-template';

type Props = { templates: readonly EmailTemplate[]; audience: Audience; settings: Settings };

/** A verified sender of the studio's own; the provider's test address where there is none. */
const defaultSender = ({ verified_senders: verified }: Settings) =>
  verified.find((address) => address !== TEST_SENDER) ?? verified[0] ?? TEST_SENDER;

/** The form of a new campaign. What is typed survives a failure; nobody is written to before a confirmation. */
export function CampaignForm({ templates, audience, settings }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const unknownCreation = useRef<UnknownCreation>({});
  const creating = useRef(false);
  const [confirming, setConfirming] = useState<CampaignInput>();
  const create = useMutation(campaigns.create(unknownCreation.current));
  const form = useForm<CampaignValues, unknown, CampaignInput>({
    resolver: zodResolver(campaignSchema),
    defaultValues: { ...emptyCampaign, from_email: defaultSender(settings) },
  });
  const { errors, isDirty } = form.formState;
  const [templateId, followupId, hasFollowup, ids] = form.watch([
    ...(['template_id', 'followup_template_id', 'auto_followup', 'contact_ids'] as const),
  ]);
  const template = templates.find(({ id }) => id === templateId);
  const followup = hasFollowup ? templates.find(({ id }) => id === followupId) : undefined;
  // A contact that may no longer be written to leaves the choice by itself.
  const chosen = useMemo(() => {
    const wanted = new Set(ids);
    return audience.candidates.filter(({ id, refusal }) => !refusal && wanted.has(id));
  }, [audience, ids]);
  const selected = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);

  const choose = (next: ReadonlySet<string>) =>
    form.setValue('contact_ids', [...next], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });

  const review = (input: CampaignInput) => {
    const refuse = (field: 'template_id' | 'followup_template_id' | 'contact_ids', message: string) =>
      form.setError(field, { message }, { shouldFocus: field !== 'contact_ids' });
    if (!template) return refuse('template_id', 'Sélectionnez un template');
    if (unknownInTemplate(template)) return refuse('template_id', unknownInTemplate(template) ?? '');
    if (followup && unknownInTemplate(followup)) {
      return refuse('followup_template_id', unknownInTemplate(followup) ?? '');
    }
    if (chosen.length === 0) return refuse('contact_ids', 'Sélectionnez au moins un contact');
    setConfirming({ ...input, contact_ids: chosen.map(({ id }) => id) });
  };

  const confirm = (input: CampaignInput) => {
    // Two presses in the same instant both come before either is seen to be under way.
    if (creating.current) return;
    creating.current = true;
    create.mutate(input, {
      onSuccess: (id) => {
        notify.success(`Campagne créée avec ${counted(input.contact_ids.length, 'email')}`);
        navigate(paths.admin.campaign.href(id), { state: SAVED });
        if (input.send_now) void sendFromBrowser(client, { id, fromEmail: input.from_email });
      },
      // Somebody may have withdrawn meanwhile: who may be chosen is read again.
      onError: () => client.invalidateQueries({ queryKey: audienceOptions().queryKey }),
      onSettled: () => {
        creating.current = false;
        setConfirming(undefined);
      },
    });
  };

  return (
    <form
      noValidate
      aria-label="Nouvelle campagne"
      onSubmit={form.handleSubmit(review)}
      className="grid items-start gap-6 xl:grid-cols-[1fr_26rem]"
    >
      <UnsavedChanges when={isDirty && !create.isSuccess} />
      <div className="space-y-6 rounded-xl border border-line bg-paper p-5">
        <SettingsNotice settings={settings} />
        <MessageFields form={form} templates={templates} settings={settings} />
        <MomentFields form={form} />
        <FollowupFields form={form} templates={templates} />
        <ContactPicker
          audience={audience}
          selected={selected}
          onChange={choose}
          error={errors.contact_ids?.message}
        />
        {template && (
          <MissingValues
            chosen={chosen}
            texts={[template, ...(followup ? [followup] : [])].flatMap(({ subject, body }) => [
              subject,
              body,
            ])}
            onRemove={(gone) => choose(new Set([...selected].filter((id) => !gone.has(id))))}
          />
        )}
        <FormActions
          submitLabel="Créer la campagne"
          pending={create.isPending}
          cancelTo={paths.admin.campaigns.href()}
        />
      </div>
      <aside aria-label="Aperçu" className="rounded-xl border border-line bg-paper p-5 xl:sticky xl:top-20">
        <CampaignPreview template={template} chosen={chosen} settings={settings} />
      </aside>
      <CampaignConfirm
        campaign={confirming}
        templateName={template?.name ?? ''}
        pending={create.isPending}
        onClose={() => setConfirming(undefined)}
        onConfirm={confirm}
      />
    </form>
  );
}
