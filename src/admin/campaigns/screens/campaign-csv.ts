import { downloadText, toCsv } from '@/admin/kit/lib/csv';
import { quebecDay } from '@/admin/kit/lib/dates';
import { labelOf } from '@/admin/kit/lib/label-of';
import { quebecDayAndTime } from '@/admin/kit/lib/quebec-clock';
import { slugify } from '@/admin/kit/lib/slug';
import type { SendSignals } from '../data/campaign-feedback';
import { sendStatuses, stepName } from '../data/campaign-labels';
import type { CampaignSend } from '../data/campaign-sends';
import { tables } from '../data/tables';
import { troublesInWords } from './send-columns';

const { fields } = tables.email_sends;

const headers = [
  'Nom',
  'Entreprise',
  fields.recipient_email,
  'Message',
  'État',
  fields.finished_at,
  'Raison',
  'Essais',
  fields.delivered_at,
  'Ouvert le (estimé)',
  'Clic le (estimé)',
  'Réponse le',
  fields.bounced_at,
  fields.complained_at,
  'Autres suites',
];

/**
 * Writes the recipients of a campaign, with all delivery events, as a CSV file that a spreadsheet opens safely.
 * Moments are formatted so that they sort.
 *
 * @param signals delivery events of the messages, by id
 */
export function sendsToCsv(
  sends: readonly CampaignSend[],
  signals: Readonly<Record<string, SendSignals>> = {},
): string {
  return toCsv(
    headers,
    sends.map(({ id, name, company, email, step, status, finished_at, last_error, attempts }) => {
      const known = signals[id];
      return [
        name,
        company,
        email,
        stepName(step),
        labelOf(sendStatuses, status),
        formatMoment(finished_at),
        last_error,
        attempts,
        formatMoment(known?.delivered_at),
        formatMoment(known?.opened_at),
        formatMoment(known?.clicked_at),
        formatMoment(known?.replied_at),
        formatMoment(known?.bounced_at),
        formatMoment(known?.complained_at),
        known ? troublesInWords(known).join('; ') : '',
      ];
    }),
  );
}

/** Formats a moment as « 2026-11-21 14:30 », in Québec time. */
function formatMoment(iso: string | null | undefined): string {
  if (!iso) return '';
  const { day, time } = quebecDayAndTime(new Date(iso));
  return `${day} ${time}`;
}

/** Downloads the recipients as `campagne-rentree-2026-11-21.csv`. */
export function downloadSends(
  campaignName: string,
  sends: readonly CampaignSend[],
  signals: Readonly<Record<string, SendSignals>> | undefined,
): void {
  const name = `campagne-${slugify(campaignName, 60) || 'envois'}-${quebecDay()}.csv`;
  downloadText(name, sendsToCsv(sends, signals));
}
