import { monthAndYear } from '@contract/french-date';
import { mutationOptions, type QueryClient } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { quebecDay } from '@/admin/kit/lib/dates';
import { serverClock } from '@/admin/kit/lib/server-clock';
import { supabase } from '@/admin/kit/lib/supabase';
import { emailTemplates } from '@/admin/messages/data/email-templates';
import { segmentContacts } from '@/admin/segments/data/segment-contacts';
import { settings } from '@/admin/settings/data/settings';
import { type Audience, audience } from './audience';
import { saveCampaignDraft } from './campaign-drafts';
import { campaigns } from './campaigns';
import { firstValues } from './first-values';

const DAY_MS = 86_400_000;

/** Tells whether another campaign wrote to a person too recently for a new one, as the database decides at sending. */
export const isWrittenLately = (
  { lastSentAt }: Audience['candidates'][number],
  gapDays: number,
  now = serverClock.now(),
): boolean => lastSentAt !== undefined && Date.parse(lastSentAt) > now - gapDays * DAY_MS;

/** Reads the id of the draft that somebody began for a segment, or of the last campaign that was made for it. */
async function idOf(segment: string, isDraft: boolean): Promise<string | undefined> {
  const rows = supabase.from('campaigns').select('id');
  const { data } = await (isDraft
    ? rows.eq('status', 'brouillon').eq('draft->>segment_id', segment)
    : rows.neq('status', 'brouillon').eq('segment_id', segment)
  )
    .order('created_at', { ascending: false })
    .limit(1)
    .maybeSingle()
    .throwOnError();
  return data?.id;
}

const monthName = () => monthAndYear(quebecDay());

/** Writes the draft of a campaign to a segment, with the texts of its last one. Who was written to lately is left out. */
async function prepareDraft(client: QueryClient, segment: string): Promise<string> {
  const begun = await idOf(segment, true);
  if (begun) return begun;
  const last = await idOf(segment, false);
  const [members, people, rules, templates, copy] = await Promise.all([
    client.fetchQuery(segmentContacts(segment)),
    client.fetchQuery({ ...audience(), staleTime: 0 }),
    client.fetchQuery(settings.sendingRules()),
    client.fetchQuery(emailTemplates.list()),
    last ? client.fetchQuery({ ...campaigns.copyOf(last), staleTime: 0 }) : null,
  ]);
  if (!members) throw new Error('Ce segment n’existe plus');
  const ids = new Set(members.ids);
  const chosen = people.candidates.filter(
    (person) => ids.has(person.id) && !person.refusal && !isWrittenLately(person, rules.campaign_gap_days),
  );
  const id = crypto.randomUUID();
  await saveCampaignDraft(id, {
    ...firstValues(rules.verified_senders, templates, copy ?? undefined),
    name: `${members.name}, ${monthName()}`,
    segment_id: segment,
    contact_ids: chosen.map((person) => person.id),
  });
  return id;
}

export const segmentCampaigns = {
  /** Prepares the campaign that is due to a segment as a draft, or finds the one that was begun; returns its id. */
  prepare: () =>
    mutationOptions({
      mutationFn: (segment: string, { client }) => prepareDraft(client, segment),
      meta: { invalidates: [queryKeys.campaigns], errorMessage: 'Impossible de préparer la campagne' },
    }),
};
