import { sendStatuses } from '@/data/campaigns/campaign-labels';
import type { CampaignSend } from '@/data/campaigns/campaign-sends';
import { downloadText, toCsv } from '@/lib/csv';
import { formatDateTime, quebecDay } from '@/lib/dates';
import { labelOf } from '@/lib/label-of';
import { slugify } from '@/lib/slug';
import { stepName } from './step-name';

const headers = ['Nom', 'Entreprise', 'Courriel', 'Message', 'État', 'Heure', 'Raison', 'Essais'];

/** The recipients of a campaign as a CSV file that a spreadsheet opens safely. */
export function sendsToCsv(sends: readonly CampaignSend[]): string {
  return toCsv(
    headers,
    sends.map(({ name, company, email, step, status, finished_at, last_error, attempts }) => [
      ...[name, company, email, stepName(step), labelOf(sendStatuses, status)],
      ...[finished_at ? formatDateTime(finished_at) : '', last_error, attempts],
    ]),
  );
}

/** Hands them to the browser as `campagne-rentree-2026-11-21.csv`. */
export function downloadSends(campaignName: string, sends: readonly CampaignSend[]): void {
  downloadText(`campagne-${slugify(campaignName, 60) || 'envois'}-${quebecDay()}.csv`, sendsToCsv(sends));
}
