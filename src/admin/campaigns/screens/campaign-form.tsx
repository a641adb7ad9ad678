import { zodResolver } from '@hookform/resolvers/zod';
import { signedText } from '@message/template-text.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { Link, useNavigate } from 'react-router-dom';
import { holdsPublicOffice, lobbyingGrounds } from '@/admin/contacts/data/lobbying-grounds';
import { followupDays } from '@/admin/kit/lib/business-hours';
import { listAddress } from '@/admin/kit/lib/list-address';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { SAVED_STATE } from '@/admin/kit/lib/unsaved-text';
import { useServerDraft } from '@/admin/kit/lib/use-server-draft';
import { FormActions } from '@/admin/kit/ui/form-actions';
import { GroundFields } from '@/admin/kit/ui/ground-fields';
import { UnsavedChanges } from '@/admin/kit/ui/unsaved-changes';
import type { EmailTemplate } from '@/admin/messages/data/email-templates';
import { missingSettings, type SenderSettings, signaturesOf } from '@/admin/settings/data/settings';
import { settingsPaths } from '@/admin/settings/paths';
import { notify } from '@/shared/lib/notify';
import { counted } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Form } from '@/shared/ui/form-fields';
import { type Audience, audience as audienceOptions } from '../data/audience';
import { sendFromBrowser, sendingText } from '../data/browser-sending';
import { type Creation, createCampaign } from '../data/campaign-creation';
import { saveCampaignDraft } from '../data/campaign-drafts';
import { type CampaignCopy, campaigns } from '../data/campaigns';
import {
  type CampaignInput,
  type CampaignValues,
  campaignSchema,
  MAX_RECIPIENTS,
  SAME_TEXT,
  sendInstant,
  TOO_MANY_RECIPIENTS,
} from '../data/campaigns.schema';
import { firstValues } from '../data/first-values';
import { campaignPaths } from '../paths';
import { CampaignConfirm, PreflightPanel, usePreflight } from './campaign-confirm';
import { MessageFields, MomentFields } from './campaign-fields';
import { CampaignPreview } from './campaign-preview';
import { faultIn, textOf } from './campaign-text';
import { ContactPicker } from './contact-picker';
import { DraftNotice } from './draft-notice';
import { LeftOut } from './left-out';
import { MissingValues } from './missing-values';
import { delaysOf, StepFields } from './step-fields';

const NOBODY_LEFT =
  'Aucun des contacts choisis ne recevrait ce message\u00a0: voyez «\u00a0Avant l’envoi\u00a0» et choisissez-en d’autres';

type Props = {
  templates: readonly EmailTemplate[];
  audience: Audience;
  settings: SenderSettings;
  /** The campaign that is copied. */
  copy?: CampaignCopy | undefined;
  /** The draft that is continued. */
  draft?: { id: string; values: CampaignValues } | undefined;
};

/** The form of a new campaign; a failure keeps the input, and nothing is sent before a confirmation. */
export function CampaignForm({ templates, audience, settings, copy, draft }: Props) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [creation] = useState<Creation>(() => ({ id: draft?.id ?? crypto.randomUUID() }));
  const creating = useRef(false);
  /** The message that the administrator received as a test. */
  const [tested, setTested] = useState<string>();
  const [confirming, setConfirming] = useState<CampaignInput>();
  const create = useMutation(createCampaign(creation));
  const form = useForm<CampaignValues, unknown, CampaignInput>({
    resolver: zodResolver(campaignSchema),
    defaultValues: { ...firstValues(settings.verified_senders, templates, copy), ...draft?.values },
  });
  const { errors, isDirty } = form.formState;
  const values = form.watch();
  const isNamed = values.name.trim() !== '';
  const isReadOnly = useIsReadOnly();
  /** The draft has become a campaign in another tab. */
  const [isOver, setIsOver] = useState(false);
  const kept = useServerDraft({
    // An untouched or unnamed form leaves nothing in the list of campaigns.
    text: isNamed ? JSON.stringify(values) : undefined,
    isHeld: isReadOnly || isOver || create.isPending || create.isSuccess,
    save: async () => {
      if (!(await saveCampaignDraft(creation.id, form.getValues()))) setIsOver(true);
      void client.invalidateQueries({ queryKey: campaigns.list().queryKey, refetchType: 'none' });
    },
  });
  const { template_id, steps, contact_ids: ids, segment_id: segment } = values;
  const hasFollowup = steps.length > 0;
  const template = templates.find(({ id }) => id === template_id);
  const text = textOf(template, values);
  const signature = signaturesOf(settings)[values.from_email];
  /** Returns the texts as they are sent: the database adds the signature too. */
  const signed = (one: { subject: string; body: string }) => ({
    subject: one.subject,
    body: signedText(one.body, signature),
  });
  const message = text && signed(text);
  const followups = steps.map(signed);
  const delays = delaysOf(steps);
  const instant = values.send_now ? undefined : sendInstant(values);
  // A contact that may no longer be e-mailed is dropped from the selection.
  const chosen = useMemo(() => {
    const wanted = new Set(ids);
    return audience.candidates.filter(({ id, refusal }) => !refusal && wanted.has(id));
  }, [audience, ids]);
  // A first message needs no ground; a follow-up, or one more message, does.
  const needsGround = chosen.some(
    (person) => holdsPublicOffice(person) && (hasFollowup || person.lastSentAt),
  );
  const selected = useMemo(() => new Set(chosen.map(({ id }) => id)), [chosen]);
  // Number of contacts from a draft or copy who are gone; the next change of the selection clears it.
  const lost = ids.length - chosen.length;

  const { checks, departure } = usePreflight({
    chosen,
    settings,
    candidates: audience.candidates,
    instant,
    sector: template?.sector ?? null,
    delays,
    hasGround: values.ground !== '',
    messages: message ? [message, ...followups] : [],
    isTested: message !== undefined && tested === JSON.stringify(message),
  });

  const isKept = kept.state.kind === 'saved';
  // The address lets a reload find the draft again.
  useEffect(() => {
    if (isKept)
      navigate({ search: `?brouillon=${creation.id}` }, { replace: true, preventScrollReset: true });
  }, [isKept, navigate, creation]);

  const choose = (next: ReadonlySet<string>) =>
    form.setValue('contact_ids', [...next], {
      shouldDirty: true,
      shouldValidate: form.formState.isSubmitted,
    });

  const review = (input: CampaignInput) => {
    const refuse = (field: 'template_id' | 'contact_ids' | `steps.${number}.body`, message: string) =>
      form.setError(field, { message }, { shouldFocus: field !== 'contact_ids' });
    if (!template) return refuse('template_id', 'Sélectionnez un template');
    const fault = text && faultIn(text);
    if (fault) return refuse('template_id', fault);
    const repeated = followups.findIndex(({ body }) => body.trim() === message?.body.trim());
    if (repeated >= 0) return refuse(`steps.${repeated}.body`, SAME_TEXT);
    if (chosen.length > MAX_RECIPIENTS) return refuse('contact_ids', TOO_MANY_RECIPIENTS);
    if (chosen.length === 0) return refuse('contact_ids', 'Sélectionnez au moins un contact');
    if (departure.leaving.length === 0) return refuse('contact_ids', NOBODY_LEFT);
    setConfirming({
      ...input,
      // A hidden ground does not count.
      ground: needsGround ? input.ground : '',
      contact_ids: chosen.map(({ id }) => id),
    });
  };

  const confirm = (input: CampaignInput) => {
    // Both clicks of a double click come before the first renders as pending.
    if (creating.current) return;
    creating.current = true;
    create.mutate(input, {
      onSuccess: (id) => {
        const count = input.contact_ids.length;
        const made = `Campagne créée avec ${counted(count, 'email')}`;
        if (input.send_now) notify.success(sendingText(count), made);
        else notify.success(made);
        // The unfiltered list, whose first row shows the progress.
        navigate(campaignPaths.list.href(), { state: SAVED_STATE });
        if (input.send_now) {
          void sendFromBrowser(client, { id, fromEmail: input.from_email, isAnnounced: true });
        }
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
      beginsHere
      aria-label="Nouvelle campagne"
      onSubmit={form.handleSubmit(review)}
      className="grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_26rem]"
    >
      <UnsavedChanges when={isDirty && !create.isSuccess && !isKept} />
      <div className="space-y-6 rounded-xl border border-line bg-paper p-5">
        <SettingsNotice settings={settings} />
        <MessageFields templates={templates} settings={settings} />
        <MomentFields />
        <StepFields templates={templates} sentOn={instant ?? serverNow()} />
        <ContactPicker
          audience={audience}
          selected={selected}
          lost={lost}
          onChange={choose}
          segment={segment}
          onSegment={(id) => form.setValue('segment_id', id, { shouldDirty: true })}
          error={selected.size > MAX_RECIPIENTS ? TOO_MANY_RECIPIENTS : errors.contact_ids?.message}
        />
        <LeftOut
          segment={segment}
          candidates={audience.candidates}
          selected={selected}
          gapDays={settings.campaign_gap_days}
        />
        {needsGround && (
          <GroundFields legend="Ce qui permet d’écrire de nouveau" grounds={lobbyingGrounds} required={false}>
            {hasFollowup ? 'Des relances sont prévues, et des' : 'Des'} titulaires d’une charge publique sont
            parmi les contacts choisis. Une première information passe; ce qui suit est retenu sans motif,
            sauf demande écrite de la personne ou mandat en vigueur (Réglages). Le motif est gardé avec chaque
            envoi.
          </GroundFields>
        )}
        {template && (
          <MissingValues
            chosen={chosen}
            texts={[...(message ? [message] : []), ...followups].flatMap(({ subject, body }) => [
              subject,
              body,
            ])}
            onRemove={(gone) => choose(new Set([...selected].filter((id) => !gone.has(id))))}
          />
        )}
        <DraftNotice state={kept.state} isUnnamed={isDirty && !isNamed} />
        <FormActions
          submitLabel="Créer la campagne"
          pending={create.isPending}
          cancelTo={listAddress(campaignPaths.list.href())}
        />
      </div>
      <div className="min-w-0 space-y-6 xl:sticky xl:top-20">
        <PreflightPanel checks={checks} people={template ? chosen.length : 0} />
        <aside aria-label="Aperçu" className="rounded-xl border border-line bg-paper p-5">
          <CampaignPreview
            message={message}
            followups={followups}
            days={followupDays(instant ?? serverNow(), delays)}
            chosen={chosen}
            settings={settings}
            sender={values.from_email}
            onTested={(sent) => setTested(JSON.stringify(sent))}
          />
        </aside>
      </div>
      <CampaignConfirm
        campaign={confirming}
        template={template}
        departure={departure}
        checks={checks}
        pending={create.isPending}
        onClose={() => setConfirming(undefined)}
        onConfirm={confirm}
      />
    </Form>
  );
}

/** Lists the settings that must be filled in before anything can be sent. */
function SettingsNotice({ settings }: { settings: SenderSettings }) {
  const missing = missingSettings(settings);
  if (missing.length === 0) return null;
  return (
    <p role="alert" className="rounded-xl bg-sumac-pale px-4 py-3">
      Rien ne peut être envoyé tant que ces réglages sont vides&nbsp;: {missing.join(', ')}.{' '}
      <Link to={settingsPaths.studio.href()} className="font-semibold underline">
        Compléter les réglages
      </Link>
    </p>
  );
}
