import { sendStatuses, stepName } from '@/admin/data/campaigns/campaign-labels';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { downloadText, toCsv } from '@/admin/lib/csv';
import { formatDateTime, quebecDay } from '@/admin/lib/dates';
import { labelOf } from '@/admin/lib/label-of';
import { slugify } from '@/admin/lib/slug';

const headers = ['Nom', 'Entreprise', 'Courriel', 'Message', 'État', 'Heure', 'Raison', 'Essais'];

/** The recipients of a campaign as a CSV file that a spreadsheet opens safely. */
export function sendsToCsv(sends: readonly CampaignSend[]): string {
  return toCsv(
    headers,
    sends.map(({ name, company, email, step, status, finished_at, last_error, attempts }) => [
      name,
      company,
      email,
      stepName(step),
      labelOf(sendStatuses, status),
      finished_at ? formatDateTime(finished_at) : '',
      last_error,
      attempts,
    ]),
  );
}

/** Hands them to the browser as `campagne-rentree-2026-11-21.csv`. */
export function downloadSends(campaignName: string, sends: readonly CampaignSend[]): void {
  downloadText(`campagne-${slugify(campaignName, 60) || 'envois'}-${quebecDay()}.csv`, sendsToCsv(sends));
}
