import { sendStatuses } from '@/admin/data/campaigns/campaign-labels';
import type { CampaignSend } from '@/admin/data/campaigns/campaign-sends';
import { sorted } from '@/admin/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/lib/use-list-state';
import { searchKey } from '@/shared/lib/text';

/** The search, the filter and the order of the recipients, as the address carries them. */
export const sendListFields = listFields({ q: textField(), etat: keyField(sendStatuses), tri: textField() });

export type SendListValues = ListValues<typeof sendListFields>;

const sortValues: Record<string, (send: CampaignSend) => string | number | null> = {
  destinataire: ({ name }) => name,
  etat: ({ status }) => status,
  heure: ({ finished_at }) => finished_at,
};

/** The recipients that answer to the search and the filter, in the order asked for. */
export function filterSends(
  sends: readonly CampaignSend[],
  { q, etat, tri }: SendListValues,
): readonly CampaignSend[] {
  const words = searchKey(q).split(' ').filter(Boolean);
  const kept = sends.filter(({ status, name, company, email }) => {
    if (etat && status !== etat) return false;
    if (words.length === 0) return true;
    const key = searchKey(`${name} ${company} ${email}`);
    return words.every((word) => key.includes(word));
  });
  return sorted(kept, tri, sortValues);
}
