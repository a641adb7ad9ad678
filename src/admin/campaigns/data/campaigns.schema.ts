import { templateFault } from '@message/template-text.ts';
import { z } from 'zod';
import { quebecInstants } from '@/admin/kit/lib/quebec-clock';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { emailAddress, line, paragraph } from '@/admin/kit/lib/text-schemas';
import { messageText } from '@/admin/messages/data/email-templates.schema';
import { orNull } from '@/shared/lib/text';

/** The provider's test sender, which reaches the account's own address only. */
export const TEST_SENDER = 'onboarding@resend.dev';

/** Largest number of follow-ups of one campaign (write_campaign_steps). */
export const MAX_STEPS = 5;

/** Largest number of recipients of one campaign (create_campaign). */
export const MAX_RECIPIENTS = 10_000;

export const TOO_MANY_RECIPIENTS = 'Une campagne compte au plus 10\u00a0000 contacts';

const NO_DAY = 'Date invalide. Écrivez-la sous la forme 2026-12-31, ou choisissez-la dans le calendrier.';
const NO_SUCH_HOUR =
  'Cette heure n’existe pas ce jour-là\u00a0: les horloges avancent de 2\u00a0h à 3\u00a0h.';

const isDay = (text: string) => z.iso.date().safeParse(text).success;
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const schedule = {
  /** `2026-12-31`, in Québec. */
  send_day: line,
  /** `14:30`, in Québec. */
  send_time: line,
};

type Schedule = { send_day: string; send_time: string };

/** Returns the instant of a day and a time; the first of the two in the hour that autumn repeats. */
export const sendInstant = ({ send_day, send_time }: Schedule): Date | undefined =>
  quebecInstants(send_day, send_time)[0];

function checkSchedule({ send_day, send_time }: Schedule, context: z.RefinementCtx): void {
  const problems = {
    send_day: send_day === '' ? 'La date d’envoi est requise' : isDay(send_day) ? undefined : NO_DAY,
    send_time:
      send_time === '' ? 'L’heure d’envoi est requise' : isTime(send_time) ? undefined : 'Heure invalide',
  };
  if (!problems.send_day && !problems.send_time) {
    const instant = sendInstant({ send_day, send_time });
    if (!instant) problems.send_time = NO_SUCH_HOUR;
    else if (instant.getTime() <= serverClock.now())
      problems.send_day = 'La date d’envoi doit être dans le futur';
  }
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: 'custom', path: [field], message });
  }
}

/** Schema of a new moment for a scheduled campaign. */
export const scheduleSchema = z.object(schedule).superRefine(checkSchedule);

export type ScheduleValues = z.input<typeof scheduleSchema>;

/** Error of a follow-up whose delay is none. */
export const WRONG_DELAY = 'Le délai doit être un nombre de 1 à 30 jours ouvrables';

/** Schema of a follow-up: its delay in business days after the message before it, and its text. */
const campaignStep = z.object({
  days: z
    .string()
    .trim()
    .refine((text) => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 30, WRONG_DELAY),
  /** The source of its text; `''` for the proposed one. */
  template_id: z.string(),
  ...messageText,
});

const campaignSteps = z
  .array(campaignStep)
  .max(MAX_STEPS, `Une campagne compte au plus ${MAX_STEPS} relances`)
  .superRefine((steps, context) => {
    for (const [index, { subject, body }] of steps.entries()) {
      const message = templateFault(subject, body);
      if (message) context.addIssue({ code: 'custom', path: [index, 'body'], message });
      if (body && steps.slice(0, index).some((earlier) => earlier.body === body)) {
        context.addIssue({ code: 'custom', path: [index, 'body'], message: SAME_TEXT });
      }
    }
  });

/** Error of a follow-up that repeats what its reader already had. */
export const SAME_TEXT = 'Ce texte est celui d’un message précédent\u00a0: donnez le sien à cette relance';

export type CampaignStepValues = z.input<typeof campaignStep>;

/**
 * Schema of the creation form. Limits and messages: specification, section 5; the date of a scheduled sending is
 * required and must be in the future (decisions). Hidden fields are not checked.
 */
export const campaignSchema = z
  .object({
    name: line.pipe(
      z.string().min(1, 'Le nom est requis').max(100, 'Le nom ne peut pas dépasser 100 caractères'),
    ),
    template_id: z.string().min(1, 'Le template est requis'),
    /** Text of this campaign alone; `''` for the template's. */
    message_subject: line.pipe(z.string().max(200, 'Le sujet ne peut pas dépasser 200 caractères')),
    message_body: paragraph.pipe(
      z.string().max(5000, 'Le corps du message ne peut pas dépasser 5000 caractères'),
    ),
    contact_ids: z
      .array(z.string())
      .min(1, 'Sélectionnez au moins un contact')
      .max(MAX_RECIPIENTS, TOO_MANY_RECIPIENTS),
    from_email: emailAddress('Email invalide'),
    send_now: z.boolean(),
    ...schedule,
    steps: campaignSteps,
    /** Id of the segment from which the recipients were chosen; `''` without one. */
    segment_id: z.string(),
    /** Legal ground to write again to holders of a public office; `''` when none is known. */
    ground: z.string(),
    reference: line.pipe(z.string().max(200, 'La référence ne peut pas dépasser 200 caractères')),
  })
  .superRefine((value, context) => {
    if (!value.send_now) checkSchedule(value, context);
    for (const [field, other, message] of [
      ['message_subject', 'message_body', 'Le sujet est requis'],
      ['message_body', 'message_subject', 'Le corps du message est requis'],
    ] as const) {
      if (!value[field] && value[other]) context.addIssue({ code: 'custom', path: [field], message });
    }
    if (value.ground && !value.reference) {
      context.addIssue({ code: 'custom', path: ['reference'], message: 'La référence est requise' });
    }
  });

/** A checked campaign, ready to be created. */
export type CampaignInput = z.output<typeof campaignSchema>;

/** The form's values while it is being filled in. */
export type CampaignValues = z.input<typeof campaignSchema>;

export const emptyCampaign: CampaignValues = {
  name: '',
  template_id: '',
  message_subject: '',
  message_body: '',
  contact_ids: [],
  segment_id: '',
  from_email: TEST_SENDER,
  send_now: true,
  send_day: '',
  send_time: '',
  steps: [],
  ground: '',
  reference: '',
};

/** Schema of the text of a scheduled campaign, and of its follow-ups. */
export const campaignTextSchema = z
  .object({
    ...messageText,
    steps: campaignSteps,
  })
  .superRefine((texts, context) => {
    for (const field of ['subject', 'body'] as const) {
      const message = templateFault(texts[field]);
      if (message) context.addIssue({ code: 'custom', path: [field], message });
    }
    for (const [index, { body }] of texts.steps.entries()) {
      if (body && body === texts.body) {
        context.addIssue({ code: 'custom', path: ['steps', index, 'body'], message: SAME_TEXT });
      }
    }
  });

export type CampaignTextInput = z.output<typeof campaignTextSchema>;
export type CampaignTextValues = z.input<typeof campaignTextSchema>;

/** Converts the checked follow-ups of a form to the parameters of the database. */
export const toSteps = (steps: CampaignInput['steps']) =>
  steps.map(({ days, template_id, subject, body }) => ({
    delay_days: Number(days),
    template_id: orNull(template_id),
    subject,
    body,
  }));
