import type { SenderFixture } from '../../database/fixtures/sender.ts';
import type { Provider } from './providers.ts';

/** Final counts; all but the first three must be 0. */
export interface Findings {
  messages: number;
  /** Messages that the provider accepted at least once. */
  accepted: number;
  /** Number of messages by final state. */
  states: Record<string, number>;
  /** Messages accepted more than once, counted beyond the first time. */
  duplicates: number;
  /** Messages never accepted, with a state that does not say so. */
  lost: number;
  /** Messages without a final state. */
  unfinished: number;
  /** Messages « envoyé » that the provider never accepted. */
  sentButNotAccepted: number;
  /** Accepted messages that are neither « envoyé » nor « incertain ». */
  acceptedButHidden: number;
  /** Campaigns « terminé » with pending messages, or the reverse. */
  wrongCampaigns: number;
  /** Contacts « contacté » without a sent message, or the reverse. */
  wrongContacts: number;
  /** Messages whose next follow-up is neither created nor refused. */
  undecidedFollowUps: number;
  /** Contacts « A répondu » without an accepted answer, or the reverse. */
  wrongAnswers: number;
}

export async function checkInvariants(
  fixture: SenderFixture,
  campaigns: string[],
  provider: Pick<Provider, 'accepted'>,
): Promise<Findings> {
  const { sql } = fixture.database;
  const rows = await sql<{ id: string; status: string }>(
    'select id, status from public.email_sends where campaign_id = any ($1)',
    [campaigns],
  );
  const accepted = provider.accepted();
  const statesOf = (...wanted: string[]) => rows.filter(({ status }) => wanted.includes(status));
  const isAccepted = ({ id }: { id: string }) => (accepted.get(id) ?? 0) > 0;
  const states: Record<string, number> = {};
  for (const { status } of rows) states[status] = (states[status] ?? 0) + 1;
  const [wrong] = await sql<{ campaigns: number; contacts: number; answers: number; undecided: number }>(
    `select
       (select count(*)::int from public.campaigns c where c.id = any ($1) and (c.status = 'terminé') is distinct from
          not exists (select from public.email_sends s where s.campaign_id = c.id and s.status in ('programmé', 'brouillon'))
       ) as campaigns,
       (select count(*)::int from public.contacts c where (c.status = 'contacté') is distinct from
          exists (select from public.email_sends s where s.contact_id = c.id and s.status = 'envoyé')
       ) as contacts,
       (select count(*)::int from public.campaigns c cross join lateral private.next_followups(c.id) as plan
          where c.id = any ($1) and c.status = 'terminé' and plan.followup_refusal is null
       ) as undecided,
       (select count(*)::int from public.email_sends s where (s.replied_at is not null) is distinct from
          exists (select from public.inbound_messages m where m.email_send_id = s.id and m.applied_at is not null)
       ) as answers`,
    [campaigns],
  );
  return {
    ...{ messages: rows.length, accepted: rows.filter(isAccepted).length, states },
    duplicates: [...accepted.values()].reduce((sum, count) => sum + count - 1, 0),
    lost: statesOf('envoyé', 'programmé', 'brouillon').filter((row) => !isAccepted(row)).length,
    unfinished: statesOf('programmé', 'brouillon').length,
    sentButNotAccepted: statesOf('envoyé').filter((row) => !isAccepted(row)).length,
    acceptedButHidden: rows.filter((row) => isAccepted(row) && !['envoyé', 'incertain'].includes(row.status))
      .length,
    wrongCampaigns: wrong?.campaigns ?? -1,
    wrongContacts: wrong?.contacts ?? -1,
    wrongAnswers: wrong?.answers ?? -1,
    undecidedFollowUps: wrong?.undecided ?? -1,
  };
}
