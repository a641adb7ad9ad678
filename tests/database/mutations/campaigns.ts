import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends', 'campaigns'];
const create = { function: 'public.create_campaign', objects, hints: ['create what', 'create ·'] };
const lock = { function: 'private.lock_campaign', objects, hints: ['steer'] };
const pause = { function: 'public.pause_campaign', objects, hints: ['pause'] };
const resume = { function: 'public.resume_campaign', objects, hints: ['24 hours', 'pause'] };
const cancel = { function: 'public.cancel_campaign', objects, hints: ['cancel'] };
const retry = { function: 'public.retry_failed_sends', objects, hints: ['retry failed', 'cancel'] };
const resolve = { function: 'public.resolve_uncertain_send', objects, hints: ['resolve an unknown'] };
const move = { function: 'public.reschedule_campaign', objects, hints: ['at its hour'] };
const claim = {
  function: 'public.claim_email_sends',
  objects,
  hints: [
    'a message claimed',
    'daily cap',
    'browser',
    'sender',
    'disappears',
    'unsubscribed',
    'dentity',
    'quiet hours',
    'pause',
    'at its hour',
  ],
};
const finish = {
  function: 'public.finish_email_send',
  objects,
  hints: ['each outcome', 'finish with', 'retries', 'cancel'],
};
const unknownOutcome = { function: 'private.mark_unknown_outcomes', objects, hints: ['disappears'] };
const start = {
  function: 'private.start_due_campaigns',
  objects,
  hints: ['at its hour', '24 hours', 'quiet hours'],
};
const close = { function: 'private.close_campaign', objects, hints: ['each outcome'] };
const refusal = {
  function: 'private.send_refusal',
  objects,
  hints: ['only recipient', 'between creation'],
};
const fill = { function: 'private.fill_template', objects, hints: ['fill variables'] };
const unknown = { function: 'private.unknown_variable', objects, hints: ['create what'] };
const today = { function: 'private.sent_today', objects, hints: ['daily cap'] };
const quiet = { function: 'private.is_quiet', objects, hints: ['quiet hours'] };
const identity = {
  function: 'private.sender_identity',
  objects,
  hints: ['incomplete identity', 'create what'],
};
const law = {
  function: 'private.refusal_reason',
  objects,
  hints: ['only recipient', 'between creation'],
};
const admin = /PERFORM private\.require_admin\(\);/i;

/** Campaigns: their creation, their steering, and the sender's claims. */
export const campaignFunctionMutations: FunctionMutation[] = [
  { ...create, what: 'by any signed-in user', from: admin, to: '' },
  { ...create, what: 'without looking at who may receive', from: 'or refusal.reason is not null', to: '' },
  {
    ...create,
    what: 'every status',
    from: "contact.status not in ('nouveau', 'contacté', 'intéressé')",
    to: 'false',
  },
  { ...create, what: 'any sender', from: 'wanted.from_email = any (verified_senders)', to: 'true' },
  { ...create, what: 'without identity', from: 'if private.sender_identity() is null', to: 'if false' },
  { ...create, what: 'a past date', from: 'or wanted.send_date <= now()', to: '' },
  { ...create, what: 'unknown variables', from: 'if example is not null', to: 'if false' },
  { ...create, what: 'any number of contacts', from: 'cardinality(chosen) > 10000', to: 'false' },
  { ...create, what: 'without a contact', from: 'if cardinality(chosen) = 0', to: 'if false' },
  { ...lock, what: 'by any signed-in user', from: admin, to: '' },
  { ...pause, what: 'without effect', from: 'where id = held.id', to: 'where false and id = held.id' },
  { ...resume, what: 'without effect', from: 'where id = held.id', to: 'where false and id = held.id' },
  { ...resume, what: 'keeps the past date', from: 'greatest(send_date, now())', to: 'send_date' },
  { ...cancel, what: 'what is on its way too', from: 'and lease_token is null', to: '' },
  {
    ...cancel,
    what: 'an unknown outcome becomes cancelled',
    from: "when may_have_arrived then 'incertain'",
    to: "when false then 'incertain'",
  },
  { ...cancel, what: 'without noting it', from: 'coalesce(cancelled_at, now())', to: 'null' },
  { ...cancel, what: 'without closing', from: 'perform private.close_campaign(held.id);', to: '' },
  { ...retry, what: 'even when cancelled', from: 'if held.cancelled_at is not null', to: 'if false' },
  { ...retry, what: 'what has left too', from: "status = 'échec'", to: "status in ('échec', 'envoyé')" },
  {
    ...retry,
    what: 'without reopening',
    from: "set status = 'en_cours', finished_at = null",
    to: 'set finished_at = null',
  },
  { ...resolve, what: 'what has left too', from: "and status = 'incertain'", to: '' },
  {
    ...resolve,
    what: 'without moving the contact',
    from: 'perform private.mark_contacted(settled);',
    to: '',
  },
  { ...move, what: 'even when sent', from: "if held.status <> 'programmé'", to: 'if false' },
  { ...move, what: 'in the past', from: 'or new_date <= now()', to: '' },
  { ...claim, what: 'without a lease', from: "interval '60 seconds'", to: "interval '0'" },
  { ...claim, what: 'a lease of an hour', from: "interval '60 seconds'", to: "interval '1 hour'" },
  {
    ...claim,
    what: 'the same token for all',
    from: 'lease_token = gen_random_uuid()',
    to: "lease_token = '00000000-0000-4000-8000-000000000000'",
  },
  { ...claim, what: 'without a queue', from: 'perform pg_advisory_xact_lock(30, 0);', to: '' },
  { ...claim, what: 'without asking again', from: 'if refusal is not null then', to: 'if false then' },
  {
    ...claim,
    what: 'a refusal closes nothing',
    from: 'perform private.close_campaign(taken.campaign_id);',
    to: '',
  },
  { ...claim, what: 'without identity', from: 'if who is null then', to: 'if false then' },
  { ...claim, what: 'daily cap forgotten', from: 'and left_today > 0', to: '' },
  { ...claim, what: 'daily cap not counted down', from: 'left_today := left_today - 1;', to: '' },
  {
    ...claim,
    what: 'a paused campaign too',
    from: /campaign\.paused_at is null/g,
    to: 'true',
  },
  {
    ...claim,
    what: 'without waiting for the browser',
    from: 'campaign.driven_until is null or',
    to: 'true or',
  },
  {
    ...claim,
    what: 'the browser gives no notice',
    from: "set driven_until = now() + interval '15 seconds'",
    to: 'set driven_until = driven_until',
  },
  { ...claim, what: 'quiet hours forgotten', from: 'not quiet or', to: 'true or' },
  { ...claim, what: 'quiet hours for all', from: 'or campaign.send_now and waiting.step = 0', to: '' },
  {
    ...claim,
    what: 'attempts not counted',
    from: 'attempts = send.attempts + 1',
    to: 'attempts = send.attempts',
  },
  {
    ...claim,
    what: 'sender changes',
    from: 'coalesce(taken.from_email, sender,',
    to: 'coalesce(sender,',
  },
  {
    ...claim,
    what: 'identity changes',
    from: /identity = coalesce\(\s*send\.identity, who/,
    to: 'identity = coalesce(who',
  },
  {
    ...claim,
    what: 'a lost lease forgotten',
    from: 'send.may_have_arrived or send.lease_token is not null',
    to: 'send.may_have_arrived',
  },
  { ...finish, what: 'without looking at the token', from: 'and send.lease_token = token', to: '' },
  { ...finish, what: 'nine attempts', from: 'integer := 8', to: 'integer := 9' },
  { ...finish, what: 'retried at once', from: 'power(2,', to: 'power(1,' },
  {
    ...finish,
    what: 'waiting counts',
    from: "when 'retry' then 0 else 1",
    to: "when 'retry' then 0 else 0",
  },
  {
    ...finish,
    what: 'an unknown outcome becomes failed',
    from: "outcome = 'unknown' or unsure",
    to: "outcome = 'unknown'",
  },
  { ...finish, what: 'unknown becomes failed', from: "outcome = 'unknown' or unsure", to: 'unsure' },
  {
    ...finish,
    what: 'without moving the contact',
    from: 'perform private.mark_contacted(held.contact_id);',
    to: '',
  },
  {
    ...finish,
    function: 'private.mark_contacted',
    what: 'any contact',
    from: "and status = 'nouveau'",
    to: '',
  },
  { ...finish, what: 'without closing', from: 'perform private.close_campaign(held.campaign_id);', to: '' },
  { ...finish, what: 'without pausing', from: "if outcome = 'pause' then", to: 'if false then' },
  {
    ...finish,
    what: 'retries a cancelled campaign',
    from: "or outcome in ('retry', 'wait', 'pause', 'unreachable') and is_cancelled",
    to: '',
  },
  {
    ...finish,
    what: 'unknown outcome value accepted',
    from: "raise invalid_parameter_value using message = 'Unknown outcome: '",
    to: "raise notice using message = 'Unknown outcome: '",
  },
  {
    ...unknownOutcome,
    what: 'takes again what may have arrived',
    from: 'not (same_key_is_safe and',
    to: 'not (true and',
  },
  {
    ...unknownOutcome,
    what: "past the provider's memory",
    from: "interval '23 hours'",
    to: "interval '40 hours'",
  },
  {
    ...unknownOutcome,
    what: 'without closing',
    from: 'perform private.close_campaign(lost.campaign_id);',
    to: '',
  },
  { ...start, what: 'before the hour', from: 'and campaign.send_date <= now()', to: '' },
  { ...start, what: 'paused too', from: 'and campaign.paused_at is null', to: '' },
  { ...start, what: 'however late', from: "due.send_date < now() - interval '24 hours'", to: 'false' },
  { ...start, what: 'at night too', from: 'if private.is_quiet(now())', to: 'if false' },
  { ...close, what: 'before the end', from: 'and not exists (', to: 'and true or not exists (' },
  {
    ...refusal,
    what: 'another address',
    from: 'is distinct from lower(send.recipient_email)',
    to: 'is null',
  },
  {
    ...refusal,
    what: 'without the law',
    from: 'public.may_email(send.contact_id, now()),',
    to: '',
  },
  { ...fill, what: 'without a fallback', from: 'private.trimmed(variable.fallback)', to: 'null' },
  {
    ...fill,
    what: 'without trimming',
    from: 'private.trimmed(contact_values ->> variable.name)',
    to: 'contact_values ->> variable.name',
  },
  { ...unknown, what: 'none', from: 'limit 1', to: 'limit 0' },
  { ...today, what: 'nothing counted', from: "status in ('envoyé', 'incertain')", to: 'false' },
  {
    ...today,
    what: 'without what is on its way',
    from: "status = 'programmé' and lease_token is not null",
    to: 'false',
  },
  { ...quiet, what: 'never', from: 'when quiet_start < quiet_end then', to: 'when true then false and' },
  { ...identity, what: 'without a postal address', from: "btrim(postal_address) <> ''", to: 'true' },
  { ...identity, what: 'without an e-mail', from: "contact_email <> ''", to: 'true' },
  {
    ...law,
    what: 'without consent',
    from: "when state is null then 'Aucun consentement consigné'",
    to: '',
  },
  {
    ...law,
    what: 'expired consent',
    from: "when state = 'expired' then 'Consentement expiré'",
    to: '',
  },
  { ...law, what: 'who refused', from: /when status = 'refusé' then '[^\n]*\n/, to: '\n' },
  { ...law, what: 'who unsubscribed', from: "when state = 'unsubscribed' then 'Désabonné'", to: '' },
];
