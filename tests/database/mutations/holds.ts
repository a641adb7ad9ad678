import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends', 'campaigns'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const claim = of('public.claim_email_sends', 'removed sender', 'restore', 'one bad row');
const hold = of('private.hold_stalled_campaigns', 'restore', 'looked after');
const aside = of('private.set_aside', 'cannot');
const start = of('private.start_due_campaigns', 'cannot start');
const create = of('public.create_campaign', 'the chosen text');
const resume = of('public.resume_campaign', 'restore');
const decide = of('private.decide_followup', 'one bad row', 'the chosen text', 'neither before', 'follow-up');
const refusal = of('private.followup_refusal', 'one bad row');
const law = of('private.email_refusals', 'restore');
const unreadable = of('private.unreadable_suppressions', 'restore', 'of another key', 'apply a list');
const stop = of('private.sending_stop', 'restore');
const again = of('public.reapply_suppressions', 'apply a list');

const ONE_BAD_ROW = 'exception when integrity_constraint_violation or data_exception then';
const stopsAll = { what: 'one bad row stops all', to: 'exception when division_by_zero then' };

/** What holds messages back after a restore, and what keeps one bad row from stopping the others. */
export const holdFunctionMutations: FunctionMutation[] = [
  {
    ...claim,
    what: 'whoever it comes from',
    from: '(lower(writes_as) = any (verified)) is not true',
    to: 'false',
  },
  {
    ...claim,
    what: 'under another key',
    from: 'if private.sending_stop() is not null then',
    to: 'if false then',
  },
  { ...claim, ...stopsAll, from: ONE_BAD_ROW },
  { ...start, ...stopsAll, from: ONE_BAD_ROW },
  { ...aside, ...stopsAll, from: ONE_BAD_ROW },
  { ...decide, ...stopsAll, from: 'when others then', to: 'when division_by_zero then' },
  { ...aside, what: 'without closing', from: 'perform private.close_campaign(send.campaign_id);', to: '' },
  { ...hold, what: 'however long', from: "now() - interval '24 hours'", to: "'-infinity'" },
  { ...hold, what: 'without the follow-ups', from: 'or stalled.auto_followup and', to: 'or false and' },
  { ...hold, what: 'what is done too', from: "stalled.status in ('en_cours', 'programmé')", to: 'true' },
  {
    ...hold,
    what: 'forgets what waits',
    from: 'set server_seen_at = now()',
    to: 'set server_seen_at = server_seen_at',
  },
  { ...resume, what: 'held again', from: 'server_seen_at = now(),', to: '' },
  {
    ...create,
    what: 'without the text of the follow-up',
    from: 'followup.subject, followup.body',
    to: 'null, null',
  },
  {
    ...decide,
    what: 'without reopening',
    from: "set status = 'en_cours', finished_at = null",
    to: 'set finished_at = null',
  },
  {
    ...decide,
    what: 'always the first text',
    from: /private\.fill_template\(\s*owner\.followup_body,/,
    to: 'private.fill_template(first.body,',
  },
  {
    ...decide,
    what: 'the reason forgotten',
    from: 'set followup_refusal = left(refusal, 200)',
    to: 'set followup_refusal = null',
  },
  {
    ...refusal,
    what: 'an empty text',
    from: /when \(\s*private\.trimmed/,
    to: 'when false and (private.trimmed',
  },
  { ...law, what: 'under another key', from: '(select private.sending_stop())', to: 'null' },
  {
    ...unreadable,
    what: 'of any key',
    from: 'is distinct from (select private.key_fingerprint())',
    to: 'is null',
  },
  { ...unreadable, what: 'what ended too', from: 'lift.created_at > suppression.created_at', to: 'false' },
  { ...unreadable, what: 'what was applied again too', from: 'is not true', to: 'is null or true' },
  { ...stop, what: 'without a key', from: 'private.key_fingerprint() is null or', to: '' },
  { ...again, what: 'by any signed-in user', from: /PERFORM private\.require_admin\(\);/i, to: '' },
  {
    ...again,
    what: 'however short',
    from: 'if readable >= private.unreadable_suppressions() then',
    to: 'if true then',
  },
  {
    ...again,
    what: 'twice',
    from: 'where not exists (select from private.standing_suppressions() standing where standing.email_hash = hash)',
    to: '',
  },
];
