import type { FunctionMutation } from './function-mutation.ts';

const objects = ['next_actions'];
const plan = { function: 'public.plan_next_action', objects, hints: ['today'] };
const finish = { function: 'public.finish_next_action', objects, hints: ['today'] };
const remove = { function: 'public.remove_next_action', objects, hints: ['today'] };
const rows = { function: 'private.today_rows', objects: [...objects, 'postponed_items'], hints: ['today'] };
const putOff = {
  function: 'public.postpone_item',
  objects: [...objects, 'postponed_items'],
  hints: ['functions', 'put off'],
};
const records = { function: 'private.next_action_records', objects, hints: ['a calendar'] };
const feed = { function: 'public.calendar_feed', objects, hints: ['a calendar'] };
const queue = { function: 'private.queue_daily_digests', objects, hints: ['the digest'] };
const claim = { function: 'public.claim_daily_digest', objects, hints: ['the digest'] };
const guard = { what: 'for any signed-in user', from: 'perform private.require_admin();', to: '' };

/** Next actions, Aujourd'hui, the calendar and the digest. */
export const todayFunctionMutations: FunctionMutation[] = [
  { ...plan, ...guard },
  { ...finish, ...guard },
  { ...remove, ...guard },
  { ...plan, what: 'for a stranger', from: "and r.role = 'admin'", to: 'or true' },
  { ...plan, what: 'about an anonymised request', from: 'and q.anonymised_at is null', to: '' },
  { ...remove, what: 'history goes too', from: 'and a.done_at is null', to: '' },
  { ...rows, what: 'actions of the days to come', from: 'and a.due_on <= clock.today', to: '' },
  { ...rows, what: 'every draft a line', from: 't.total <= 5', to: 'true' },
  { ...rows, what: 'answered requests', from: "q.status in ('nouveau', 'en_cours')", to: 'true' },
  { ...rows, what: 'put off past its day', from: 'and p.until > clock.today', to: '' },
  { ...feed, what: "another's actions", from: 'a.owner = person or a.owner is null', to: 'true' },
  { ...records, what: 'what is done', from: 'where a.done_at is null', to: '' },
  {
    ...feed,
    what: 'the hash opens it',
    from: /p\.feed_hash = encode\([^;]*?'hex'\)\s+and/,
    to: 'token in (p.feed_hash) and',
  },
  { ...feed, what: 'without the role', from: "and r.role = 'admin'", to: 'or true' },
  { ...feed, what: 'as often as one likes', from: '>= 60', to: '>= 6000' },
  { ...queue, what: 'an hour early', from: "'07:00'", to: "'06:00'" },
  { ...queue, what: 'to those who do not want it', from: 'and coalesce(p.daily_digest, true)', to: '' },
  { ...queue, what: "another's actions", from: 'and (i.owner is null or i.owner = person.user_id)', to: '' },
  {
    ...queue,
    what: 'the words of an action',
    from: "case when i.kind = 'action' then i.detail else i.title end",
    to: 'i.title',
  },
  { ...claim, what: "yesterday's", from: 'd.day < today', to: 'false' },
  { ...putOff, ...guard },
];
