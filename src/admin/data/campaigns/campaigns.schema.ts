import { z } from 'zod';
import { quebecInstants } from '@/admin/lib/quebec-clock';
import { emailAddress, line } from '@/admin/lib/text-schemas';

/** The address of the provider that anybody may send from, to their own address only. */
export const TEST_SENDER = 'onboarding@resend.dev';

const NO_DAY = 'Date invalide. Écrivez-la sous la forme 2026-12-31, ou choisissez-la dans le calendrier.';
const NO_SUCH_HOUR =
  "Cette heure n'existe pas ce jour-là\u00a0: les horloges avancent de 2\u00a0h à 3\u00a0h.";

const isDay = (text: string) => z.iso.date().safeParse(text).success;
const isTime = (text: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

const schedule = {
  /** `2026-12-31`, in Québec. */
  send_day: line,
  /** `14:30`, in Québec. */
  send_time: line,
};

type Schedule = { send_day: string; send_time: string };

/** The moment that a day and a time name; the first of the two in the hour that autumn repeats. */
export const sendInstant = ({ send_day, send_time }: Schedule): Date | undefined =>
  quebecInstants(send_day, send_time)[0];

function checkSchedule({ send_day, send_time }: Schedule, context: z.RefinementCtx): void {
  const problems = {
    send_day: send_day === '' ? "La date d'envoi est requise" : isDay(send_day) ? undefined : NO_DAY,
    send_time:
      send_time === '' ? "L'heure d'envoi est requise" : isTime(send_time) ? undefined : 'Heure invalide',
  };
  if (!problems.send_day && !problems.send_time) {
    const instant = sendInstant({ send_day, send_time });
    if (!instant) problems.send_time = NO_SUCH_HOUR;
    else if (instant.getTime() <= Date.now()) problems.send_day = "La date d'envoi doit être dans le futur";
  }
  for (const [field, message] of Object.entries(problems)) {
    if (message) context.addIssue({ code: 'custom', path: [field], message });
  }
}

/** A new moment for a campaign that waits for its own. */
export const scheduleSchema = z.object(schedule).superRefine(checkSchedule);

export type ScheduleValues = z.input<typeof scheduleSchema>;

/**
 * The creation form. Limits and messages: specification, section 5; the date of a scheduled sending is required and
 * must be in the future (decisions). Fields that do not show are not checked.
 */
export const campaignSchema = z
  .object({
    name: line.pipe(
      z.string().min(1, 'Le nom est requis').max(100, 'Le nom ne peut pas dépasser 100 caractères'),
    ),
    template_id: z.string().min(1, 'Le template est requis'),
    contact_ids: z.array(z.string()).min(1, 'Sélectionnez au moins un contact'),
    from_email: emailAddress('Email invalide'),
    send_now: z.boolean(),
    ...schedule,
    auto_followup: z.boolean(),
    followup_days: z.string().trim(),
    /** `''`: the campaign's own template. */
    followup_template_id: z.string(),
  })
  .superRefine((value, context) => {
    if (!value.send_now) checkSchedule(value, context);
    const days = Number(value.followup_days);
    if (value.auto_followup && !(Number.isInteger(days) && days >= 1 && days <= 30)) {
      const message = 'Le délai doit être un nombre de 1 à 30 jours';
      context.addIssue({ code: 'custom', path: ['followup_days'], message });
    }
  });

/** A checked campaign, ready to be created. */
export type CampaignInput = z.output<typeof campaignSchema>;

/** What the form holds while it is being filled in. */
export type CampaignValues = z.input<typeof campaignSchema>;

export const emptyCampaign: CampaignValues = {
  name: '',
  template_id: '',
  contact_ids: [],
  from_email: TEST_SENDER,
  send_now: true,
  send_day: '',
  send_time: '',
  auto_followup: false,
  followup_days: '7',
  followup_template_id: '',
};
