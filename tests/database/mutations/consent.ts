import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const leave = of('public.unsubscribe', 'token', 'invented token', 'erase');
const page = of('public.unsubscribe_page', 'token');
const list = of('private.suppress', 'token', '20 clicks', '20 times');
const standing = of('private.standing_suppressions', 'lift the suppression', 'token');
const hash = of('private.keyed_hash', 'hash', 'spelling');
const byHand = of('public.suppress_contact', 'by hand');
const lift = of('public.lift_suppression', 'lift the suppression');
const event = of('public.record_email_event', 'repeated', 'bounce and complaint', 'unknown outcome');
const failure = of('private.record_failure', 'bounce and complaint', 'too many bounces', 'repeated');
const reputation = of('private.pause_when_reputation_suffers', 'too many bounces');
const bounce = of('public.record_bounce', 'by hand', 'report');
const reply = of('public.mark_replied', 'by hand', 'report');
const due = of('private.followup_due', 'business days');
const workday = of('private.is_business_day', 'business days');
const refusal = of('private.followup_refusal', 'follow-up');
const second = of(
  'private.create_due_followups',
  'neither before',
  'the chosen text',
  'without the option',
  'stopped',
  'follow-up',
);
const stop = of('public.stop_followups', 'stopped');
const copy = of('public.export_person', 'a copy', 'copy and');
const erase = of('public.erase_person', 'erase', 'copy and');
const known = of('private.known_addresses', 'erase');
const refused = { ...of('private.keep_refusal', 'refusal deleted'), objects: ['contacts'] };
const retention = of('public.apply_retention', 'retention');
const oldProspects = of('private.expired_prospects', 'retention');
const oldQuotes = of('private.expired_quotes', 'retention');
const preview = of('public.retention_preview', 'retention');
const law = {
  function: 'private.address_standings',
  objects,
  hints: ['over time', 'lift the suppression', 'unsubscribed'],
};
const kept = { function: 'private.keep_consents', objects: ['consent_events'], hints: ['kept consents'] };
const changed = { ...kept, function: 'private.keep_changed_consents' };
const copyOf = { ...kept, function: 'private.kept_consents' };
const admin = { what: 'by any signed-in user', from: /PERFORM private\.require_admin\(\);/i, to: '' };

/** Consent, unsubscribing, feedback, follow-ups and data protection. */
export const consentFunctionMutations: FunctionMutation[] = [
  {
    ...leave,
    what: 'without a withdrawal in the ledger',
    from: 'if send.recipient_email is not null',
    to: 'if false',
  },
  { ...leave, what: 'without effect', from: "perform private.suppress(hash, 'unsubscribed');", to: '' },
  { ...leave, what: "by the message's id", from: 'unsubscribe_token = token', to: 'id = token' },
  {
    ...leave,
    function: 'private.recipient_hash',
    what: 'without the kept hash',
    from: ', send.recipient_hash)',
    to: ', null)',
  },
  { ...page, what: 'never done', from: 'exists (', to: 'false and exists (' },
  { ...list, what: 'a row for each click', from: 'if not exists', to: 'if true or not exists' },
  { ...list, what: 'without a queue', from: /perform pg_advisory_xact_lock\([^;]*;/, to: '' },
  { ...standing, what: 'never lifted', from: 'lift.created_at > suppression.created_at', to: 'false' },
  { ...standing, what: 'lifted for ever', from: 'lift.created_at > suppression.created_at', to: 'true' },
  { ...hash, what: 'without a key', from: /encode\(sha256\(key[\s\S]*'hex'\)/, to: 'plain_hash' },
  { ...byHand, ...admin },
  { ...byHand, what: 'without effect', from: /perform private\.suppress\([^;]*;/, to: '' },
  { ...lift, ...admin },
  { ...lift, what: 'without a reason', from: "coalesce(btrim(reason), '') = ''", to: 'false' },
  {
    ...lift,
    what: 'without evidence',
    from: "coalesce(btrim(consent ->> 'evidence'), '') = ''",
    to: 'false',
  },
  { ...lift, what: 'evidence yet to come', from: 'or given_at > now()', to: '' },
  { ...lift, what: 'old evidence', from: 'if given_at < (', to: 'if false and given_at < (' },
  { ...lift, what: 'without suppression', from: 'if suppressed_at is null', to: 'if false' },
  {
    ...event,
    what: 'the same twice',
    from: 'on conflict (id) do nothing',
    to: 'on conflict (id) do update set detail = null',
  },
  {
    ...event,
    what: 'delivered backwards',
    from: 'least(s.delivered_at, record_email_event.occurred_at)',
    to: 'record_email_event.occurred_at',
  },
  {
    ...event,
    what: 'opened backwards',
    from: 'least(s.opened_at, record_email_event.occurred_at)',
    to: 'record_email_event.occurred_at',
  },
  {
    ...event,
    what: 'a failure resolves the unknown outcome',
    from: "'soft_bounced', 'complained') then",
    to: "'soft_bounced', 'complained', 'failed') then",
  },
  {
    ...event,
    what: 'without moving the contact',
    from: 'perform private.mark_contacted(target.contact_id);',
    to: '',
  },
  { ...event, what: 'the unknown outcome stays', from: "set status = 'envoyé',", to: 'set' },
  {
    ...event,
    what: 'a delay counts as a bounce',
    from: "kind in ('bounced', 'complained') then",
    to: "kind in ('bounced', 'complained', 'delayed', 'soft_bounced') then",
  },
  {
    ...event,
    what: 'blocked address ignored',
    from: "elsif kind = 'suppressed' then",
    to: 'elsif false then',
  },
  { ...failure, what: 'without suppression', from: /perform private\.suppress\([^;]*;/, to: '' },
  {
    ...failure,
    what: 'without looking at the reputation',
    from: /perform private\.pause_when[^;]*;/,
    to: '',
  },
  {
    ...failure,
    what: 'the reason lost',
    from: 'coalesce(target.bounce_reason, left(detail, 500))',
    to: 'null',
  },
  { ...reputation, what: 'four bounces suffice', from: 'bounces >= 5', to: 'bounces >= 4' },
  { ...reputation, what: 'bounces ignored', from: 'bounces >= 5', to: 'bounces >= 50' },
  { ...reputation, what: 'one complaint suffices', from: 'then 2 else 1', to: 'then 1 else 1' },
  { ...reputation, what: 'complaints ignored', from: 'messages * 0.0008', to: 'messages * 9' },
  { ...bounce, ...admin },
  { ...bounce, what: 'even what has not left', from: "and status in ('envoyé', 'incertain')", to: '' },
  { ...reply, ...admin },
  { ...reply, what: 'never taken back', from: 'case when replied then', to: 'case when true then' },
  {
    ...due,
    what: 'on Sundays too',
    from: "while not private.is_business_time(due at time zone 'America/Toronto') loop",
    to: 'while false loop',
  },
  { ...due, what: 'in Greenwich time', from: /America\/Toronto/g, to: 'UTC' },
  { ...workday, what: 'Easter forgotten', from: /and day <> private\.easter[^\n]*\n/, to: '\n' },
  {
    ...workday,
    what: 'fixed holidays forgotten',
    from: "not in ('01-01', '12-25', '06-24', '07-01')",
    to: "not in ('01-01', '06-24', '07-01')",
  },
  {
    ...workday,
    what: 'Sunday holidays lost',
    from: "to_char(day - 1, 'MM-DD') in ('06-24', '07-01')",
    to: 'false',
  },
  {
    ...workday,
    what: 'Thanksgiving a week too early',
    from: "'10-08' and '10-14'",
    to: "'10-01' and '10-07'",
  },
  {
    ...refusal,
    what: 'who replied',
    from: 'when private.has_replied(send.contact_id, send.recipient_email)',
    to: 'when false',
  },
  {
    ...refusal,
    what: 'who is no longer to be followed up',
    from: "when contact.status not in ('nouveau', 'contacté')",
    to: 'when false',
  },
  {
    ...refusal,
    what: 'another address',
    from: 'when lower(contact.email) is distinct from lower(send.recipient_email)',
    to: 'when false',
  },
  {
    ...refusal,
    what: 'without the law',
    from: 'public.may_email(contact.id, greatest(now(), due_at)),',
    to: '',
  },
  { ...refusal, what: 'however late', from: "interval '7 days'", to: "interval '9 years'" },
  {
    ...refusal,
    what: 'who complained, without saying so',
    from: 'when send.complained_at is not null',
    to: 'when false',
  },
  {
    ...refusal,
    what: 'bouncing address, without saying so',
    from: 'when send.bounced_at is not null',
    to: 'when false',
  },
  { ...second, what: 'without the option', from: 'where campaign.auto_followup and', to: 'where' },
  {
    ...second,
    what: 'before its day',
    from: /and send\.finished_at <= now\(\) -[\s\S]*?followup_days\) <= now\(\)\n/,
    to: '',
  },
  { ...second, what: 'cancelled too', from: 'campaign.cancelled_at is null and', to: '' },
  {
    ...stop,
    what: 'what waits leaves',
    from: "second.step = 1 and second.status = 'programmé'",
    to: 'false',
  },
  { ...stop, what: 'what is on its way too', from: 'and second.lease_token is null', to: '' },
  { ...stop, what: 'for all instead of one', from: 'if send is null then', to: 'if true then' },
  { ...copy, what: 'without the register', from: /insert into public\.privacy_register[^;]*;/, to: '' },
  { ...copy, what: 'with the token', from: "- 'unsubscribe_token'", to: '' },
  { ...erase, ...admin },
  { ...erase, what: 'the text stays', from: "subject = '(effacé)', body = '(effacé)',", to: '' },
  { ...erase, what: 'without the hash', from: /recipient_hash = coalesce\([^\n]*\n/, to: '\n' },
  {
    ...erase,
    what: 'what waits leaves',
    from: "when s.status not in ('programmé', 'brouillon') then s.status",
    to: 'when true then s.status',
  },
  { ...erase, what: 'comes back', from: /perform private\.suppress\([^;]*;/, to: '' },
  { ...erase, what: 'the reason of a lift stays', from: /update public\.suppression_lifts[^;]*;/, to: '' },
  { ...erase, what: 'the details of events stay', from: /update public\.email_events[^;]*;/, to: '' },
  {
    ...known,
    what: 'the present address only',
    from: /union all select e\.email[\s\S]*p\.contact_id = person\.id/,
    to: '',
  },
  { ...known, what: "another contact's too", from: 'other.id <> person.id', to: 'false' },
  { ...refused, what: 'without effect', from: /perform private\.suppress\([^;]*;/, to: '' },
  { ...hash, function: 'private.email_hash', what: 'other spellings apart', from: ', nfkc', to: ', nfc' },
  { ...erase, what: 'the consent stays', from: /delete from public\.consent_events[^;]*;/, to: '' },
  { ...erase, what: 'the request stays', from: 'private.anonymise_quotes(quotes)', to: '0' },
  { ...erase, what: 'without the register', from: /insert into public\.privacy_register[^;]*;/, to: '' },
  { ...retention, what: 'several times a day', from: 'if exists (', to: 'if false and exists (' },
  { ...oldProspects, what: 'the accepted too', from: "where status = 'rejected' and", to: 'where' },
  {
    ...oldQuotes,
    what: 'open requests too',
    from: "where status in ('répondu', 'archivé') and",
    to: 'where',
  },
  {
    ...retention,
    what: 'without anonymising',
    from: 'perform private.anonymise_quotes(old_quotes);',
    to: '',
  },
  {
    ...preview,
    what: 'without the prospects',
    from: 'private.expired_prospects(prospects_months)',
    to: '(select) none where false',
  },
  {
    ...law,
    function: 'private.ledger_consents',
    what: 'published after a withdrawal',
    from: "and events.basis not in ('published', 'disclosed')",
    to: '',
  },
  {
    ...law,
    function: 'private.suppressed_among',
    what: 'lifted suppressions still stand',
    from: 'private.standing_suppressions()',
    to: 'public.suppressions',
  },
  {
    ...kept,
    what: 'later proofs never count',
    from: 'select min(e.occurred_at)',
    to: 'select null::timestamptz',
  },
  {
    ...kept,
    what: 'keeps whom nobody writes of',
    from: /delete from private\.address_consents[^;]*;/,
    to: '',
  },
  { ...changed, what: 'new proofs forgotten', from: "if tg_op = 'INSERT'", to: "if tg_op = 'NONE'" },
  {
    ...changed,
    what: 'the former address forgotten',
    from: /union\s+select[^;]*where w\.email is distinct from g\.email/,
    to: '',
  },
  { ...changed, what: 'not emptied', from: 'delete from private.address_consents;', to: 'null;' },
  { ...copyOf, what: 'shown to anybody signed in', from: 'where (select private.is_member())', to: '' },
  {
    ...kept,
    function: 'private.address_standings',
    what: 'a stale copy is believed',
    from: 'where recheck_at <= at)',
    to: 'where false)',
  },
];
