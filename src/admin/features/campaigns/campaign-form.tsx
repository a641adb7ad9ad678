import { zodResolver } from '@hookform/resolvers/zod';
import { fillSubject, fillTemplate } from '@message/template-text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { type Audience, audience as audienceOptions, type Candidate } from '@/admin/data/campaigns/audience';
import { sendFromBrowser } from '@/admin/data/campaigns/browser-sending';
import { campaigns, type UnknownCreation } from '@/admin/data/campaigns/campaigns';
import {
  type CampaignInput,
  type CampaignValues,
  campaignSchema,
  emptyCampaign,
  sendInstant,
  TEST_SENDER,
} from '@/admin/data/campaigns/campaigns.schema';
import { templateValues } from '@/admin/data/contacts/template-values';
import type { EmailTemplate } from '@/admin/data/email-templates/email-templates';
import { missingSettings, type Settings } from '@/admin/data/settings/settings';
import { formatSendDate } from '@/admin/lib/dates';
import { listAddress } from '@/admin/lib/list-address';
import { SAVED } from '@/admin/lib/unsaved-text';
import { ConfirmDialog } from '@/admin/ui/confirm-dialog';
import { FormActions } from '@/admin/ui/form-actions';
import { MessagePreview } from '@/admin/ui/message-preview';
import { PersonPicker } from '@/admin/ui/person-picker';
import { UnsavedChanges } from '@/admin/ui/unsaved-changes';
import { paths } from '@/shared/lib/admin-paths';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { Form } from '@/shared/ui/form-fields';
import { FollowupFields, MessageFields, MomentFields, unknownInTemplate } from './campaign-fields';
import { ContactPicker } from './contact-picker';
import { MissingValues } from './missing-values';

type Props = { templates: readonly EmailTemplate[]; audience: Audience; settings: Settings };

/** The first verified address of our own domain; the provider's test address when there is none. */
const defaultSender = ({ verified_senders: verified }: Settings) =>
  verified.find((address) => address !== TEST_SENDER) ?? verified[0] ?? TEST_SENDER;

/** The form of a new campaign; a failure keeps what was typed, and nothing is sent before a confirmation. */
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
    'template_id',
    'followup_template_id',
    'auto_followup',
    'contact_ids',
  ]);
  const template = templates.find(({ id }) => id === templateId);
  const followup = hasFollowup ? templates.find(({ id }) => id === followupId) : undefined;
  // A contact that may no longer be e-mailed is dropped from the selection.
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
    // Both clicks of a double click come before the first renders as pending.
    if (creating.current) return;
    creating.current = true;
    create.mutate(input, {
      onSuccess: (id) => {
        notify.success(`Campagne créée avec ${counted(input.contact_ids.length, 'email')}`);
        navigate(paths.admin.campaign.href(id), { state: SAVED });
        if (input.send_now) void sendFromBrowser(client, { id, fromEmail: input.from_email });
      },
      // Somebody may have unsubscribed meanwhile: the audience is read again.
      onError: () => client.invalidateQueries({ queryKey: audienceOptions().queryKey }),
      onSettled: () => {
        creating.current = false;
        setConfirming(undefined);
      },
    });
  };

  return (
    <Form
      form={form}
      aria-label="Nouvelle campagne"
      onSubmit={form.handleSubmit(review)}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[1fr_26rem]"
    >
      <UnsavedChanges when={isDirty && !create.isSuccess} />
      <div className="space-y-6 rounded-xl border border-line bg-paper p-5">
        <SettingsNotice settings={settings} />
        <MessageFields templates={templates} settings={settings} />
        <MomentFields />
        <FollowupFields templates={templates} />
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
          cancelTo={listAddress(paths.admin.campaigns.href())}
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
    </Form>
  );
}

/** Which settings must be filled in before anything can be sent. */
function SettingsNotice({ settings }: { settings: Settings }) {
  const missing = missingSettings(settings);
  if (missing.length === 0) return null;
  return (
    <p role="alert" className="rounded-xl bg-sumac-pale px-4 py-3">
      Rien ne peut être envoyé tant que ces paramètres sont vides&nbsp;: {missing.join(', ')}.{' '}
      <Link to={paths.admin.settings.href()} className="font-semibold underline">
        Compléter les paramètres
      </Link>
    </p>
  );
}

/** The message as any of the chosen contacts will read it. */
function CampaignPreview({
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

/** The confirmation before people are e-mailed. */
function CampaignConfirm({
  campaign,
  templateName,
  pending,
  onClose,
  onConfirm,
}: {
  /** Absent: nothing is asked. */
  campaign: CampaignInput | undefined;
  templateName: string;
  pending: boolean;
  onClose: () => void;
  onConfirm: (campaign: CampaignInput) => void;
}) {
  const people = counted(campaign?.contact_ids.length ?? 0, 'personne');
  const instant = campaign && !campaign.send_now ? sendInstant(campaign) : undefined;
  return (
    <ConfirmDialog
      open={campaign !== undefined}
      onOpenChange={(open) => !open && onClose()}
      title={instant ? `Programmer l’envoi à ${people}?` : `Envoyer à ${people}?`}
      description={
        <>
          Le template «&nbsp;{templateName}&nbsp;» partira de {campaign?.from_email}
          {instant ? ` le ${formatSendDate(instant.toISOString())}.` : ' dès maintenant.'}{' '}
          {campaign?.auto_followup &&
            `Une relance suivra ${counted(Number(campaign.followup_days), 'jour')} plus tard. `}
          Un courriel parti ne peut pas être rappelé.
        </>
      }
      confirmLabel={instant ? 'Programmer' : 'Envoyer'}
      pending={pending}
      onConfirm={() => campaign && onConfirm(campaign)}
    />
  );
}
