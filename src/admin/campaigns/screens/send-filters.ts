import { searchKey } from '@contract/search-key';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { SendSignals } from '../data/campaign-feedback';
import { sendStatuses } from '../data/campaign-labels';
import type { CampaignSend } from '../data/campaign-sends';
import { tables } from '../data/tables';

const { fields } = tables.email_sends;

/** Delivery event of a message after it left: value in the address → French label. */
export const outcomeLabels = {
  delivered: 'Livré',
  bounced: 'Rebond',
  complained: 'Plainte',
  opened: 'Ouvert (estimé)',
  clicked: 'Clic (estimé)',
  replied: 'A répondu',
  failed: 'Abandonné',
  delayed: 'En retard',
} as const;

/** Search, filters and order of the recipients in the address. */
export const sendListFields = listFields({
  q: textField(),
  etat: keyField(sendStatuses),
  suite: keyField(outcomeLabels),
  tri: textField(),
});

export type SendListValues = ListValues<typeof sendListFields>;

/** Order of the recipients: column → French label. */
export const sendOrders = { destinataire: fields.recipient_name, etat: 'État', heure: 'Heure' } as const;

const sortValues: Record<keyof typeof sendOrders, (send: CampaignSend) => string | number | null> = {
  destinataire: ({ name }) => name,
  etat: ({ status }) => status,
  heure: ({ finished_at }) => finished_at,
};

function hasOutcome(signals: SendSignals | undefined, outcome: string): boolean {
  if (!signals) return false;
  if (outcome === 'failed' || outcome === 'delayed') {
    return (signals.troubles ?? []).some(({ kind }) => kind === outcome);
  }
  return signals[`${outcome}_at` as keyof SendSignals] != null;
}

/**
 * Filters and sorts the recipients.
 *
 * @param signals delivery events of the messages, by id
 */
export function filterSends(
  sends: readonly CampaignSend[],
  { q, etat, suite, tri }: SendListValues,
  signals: Readonly<Record<string, SendSignals>> = {},
): readonly CampaignSend[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  const kept = sends.filter(({ id, status, name, company, email }) => {
    if (etat && status !== etat) return false;
    if (suite && !hasOutcome(signals[id], suite)) return false;
    if (words.length === 0) return true;
    const key = searchKey(`${name} ${company} ${email}`);
    return words.every((word) => key.includes(word));
  });
  return sortRows(kept, tri, sortValues);
}
