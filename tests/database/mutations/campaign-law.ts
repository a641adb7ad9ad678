import type { FunctionMutation } from './function-mutation.ts';

const objects = ['email_sends', 'campaigns'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const refusal = of('private.send_refusal', 'frequency', 'lobbying', 'between creation');
const ground = of('private.ground_to_send', 'lobbying');
const standing = of('private.standing_ground', 'lobbying');
const lobbying = of('private.lobbying_refusal', 'lobbying');
const holder = of('private.is_public_office_holder', 'lobbying');
const hold = of('private.followup_hold', 'lobbying');
const followUp = of('private.followup_refusal', 'follow-up', 'frequency', 'lobbying');
const due = of('private.create_due_followups', 'lobbying', 'follow-up');
const often = of('private.frequency_refusal', 'frequency');
const written = of('private.last_written_at', 'frequency', 'lobbying');
const replied = of('private.has_replied', 'another campaign');
const hours = of('private.is_business_time', 'business');
const create = of('public.create_campaign', 'text of its own', 'lobbying', 'too many bounces', 'rewrite');
const claim = of(
  'public.claim_email_sends',
  'frequency',
  'lobbying',
  'business hours',
  'outage',
  'bounces',
  'basis',
);
const finish = of('public.finish_email_send', 'outage');
const outage = of('private.note_outage', 'outage');
const end = of('private.end_outage', 'outage');
const resume = of('public.resume_campaign', 'too many bounces');
const reputation = of('private.pause_when_reputation_suffers', 'too many bounces');
const holdAll = of('private.hold_for_reputation', 'too many bounces', 'alerts');
const alert = of('private.queue_campaign_alert', 'alerts');
const rewrite = of('public.rewrite_campaign', 'rewrite');
const event = of('public.record_email_event', 'Message-ID');
const literal = of('private.literal_values', 'fill variables');
const call = { ...of('public.plan_next_action', 'a call to such'), objects: ['email_sends', 'today'] };
const quiet = of('private.quiet_until', 'until when');

/** How often a person is written to, what a public office needs, and what stops and is told. */
export const campaignLawMutations: FunctionMutation[] = [
  { ...refusal, what: 'as often as one likes', from: /private\.frequency_refusal\([^)]*\),/, to: '' },
  {
    ...refusal,
    what: 'without a ground',
    from: 'then private.lobbying_refusal(send.contact_id)',
    to: 'then null',
  },
  {
    ...refusal,
    what: 'a follow-up alone needs one',
    from: /or private\.last_written_at\([^)]*\) is not null/,
    to: '',
  },
  { ...refusal, what: 'partners too', from: "when contact.status = 'partenaire'", to: 'when false' },
  {
    ...ground,
    what: 'kept for the first information',
    from: 'and private.lobbying_refusal',
    to: 'or private.lobbying_refusal',
  },
  {
    ...ground,
    what: 'without the campaign’s own',
    from: 'case when campaign.lobbying_ground is not null',
    to: 'case when false',
  },
  {
    ...standing,
    what: 'a mandate that is over',
    from: 'between mandate_from and mandate_until',
    to: '>= mandate_from',
  },
  {
    ...standing,
    what: 'a mandate to come',
    from: 'between mandate_from and mandate_until',
    to: '<= mandate_until',
  },
  {
    ...standing,
    what: 'anybody’s request',
    from: 'on lower(asked.email) = lower(person.email)',
    to: 'on true',
  },
  {
    ...standing,
    what: 'a request of any age',
    from: 'and private.consent_expiry(asked.basis, asked.occurred_at) > at',
    to: '',
  },
  { ...standing, what: 'any basis', from: "and asked.basis = 'inquiry'", to: '' },
  { ...lobbying, what: 'of anybody', from: 'and private.is_public_office_holder(person)', to: '' },
  { ...holder, what: 'by the sector alone', from: 'contact.is_public_office_holder,', to: 'null,' },
  {
    ...holder,
    what: 'never by the sector',
    from: 'private.holds_public_office(contact.sector)',
    to: 'false',
  },
  { ...hold, what: 'holds nothing', from: 'return private.lobbying_refusal(contact)', to: 'return null' },
  { ...followUp, what: 'held by nothing', from: /private\.followup_hold\([\s\S]*?due_at\)\)/, to: 'null' },
  {
    ...followUp,
    what: 'whatever another campaign sent',
    from: /private\.frequency_refusal\([^)]*\),/,
    to: '',
  },
  { ...followUp, what: 'although answered', from: "then 'A répondu'", to: 'then null' },
  { ...followUp, what: 'without a text', from: 'when campaign.followup_body is null', to: 'when false' },
  { ...due, what: 'held ones never dropped', from: "< now() - interval '7 days'", to: "< '-infinity'" },
  { ...due, what: 'at any hour', from: 'or not private.is_business_time(now())', to: '' },
  { ...often, what: 'a day less', from: "days * interval '1 day'", to: "(days - 1) * interval '1 day'" },
  {
    ...written,
    what: 'by contact alone',
    from: /or lower\(earlier\.recipient_email\) = lower\(address\)/,
    to: '',
  },
  {
    ...written,
    what: 'its own campaign too',
    from: 'and earlier.campaign_id is distinct from except_campaign',
    to: '',
  },
  { ...written, what: 'what never left', from: "earlier.status in ('envoyé', 'incertain')", to: 'true' },
  { ...replied, what: 'for ever', from: "now() - interval '1 year'", to: "'-infinity'" },
  { ...replied, what: 'by nobody', from: 'earlier.replied_at >', to: 'earlier.replied_at <' },
  { ...hours, what: 'from seven', from: "time '08:00'", to: "time '06:00'" },
  { ...hours, what: 'until six', from: "< time '17:00'", to: "< time '18:00'" },
  {
    ...create,
    what: 'the first text twice',
    from: 'private.trimmed(followup.body) = private.trimmed(template.body)',
    to: 'false',
  },
  {
    ...create,
    what: 'a follow-up without a text',
    from: 'if wanted.followup_template_id is null then',
    to: 'if false then',
  },
  {
    ...create,
    what: 'half a ground',
    from: '(wanted.lobbying_ground is null) <> (wanted.lobbying_reference is null)',
    to: 'false',
  },
  {
    ...create,
    what: 'in spite of the stop',
    from: 'case when private.reputation_stop() is not null then now() end, private.reputation_stop()',
    to: 'null, null',
  },
  {
    ...create,
    what: 'values are marks',
    from: 'private.literal_values(private.template_values(contact, template.body))',
    to: 'private.template_values(contact, template.body)',
  },
  { ...claim, what: 'in spite of the stop', from: 'perform private.hold_for_reputation();', to: '' },
  { ...claim, what: 'during an outage', from: 'state.outage_next_at > now()', to: 'false' },
  { ...claim, what: 'follow-ups at any hour', from: 'and (waiting.step = 0 or in_hours)', to: '' },
  { ...claim, what: 'two campaigns at once', from: 'other.campaign_id <> taken.campaign_id', to: 'false' },
  { ...claim, what: 'the ground not kept', from: "ground ->> 'ground'", to: 'null' },
  { ...claim, what: 'without what it follows', from: 'on taken.step > 0 and', to: 'on false and' },
  {
    ...finish,
    what: 'an outage counts',
    from: "case outcome when 'retry' then 0 else 1 end",
    to: "case when outcome in ('retry', 'unreachable') then 0 else 1 end",
  },
  { ...finish, what: 'an outage is not noted', from: 'perform private.note_outage(reason);', to: '' },
  { ...finish, what: 'an outage never ends', from: 'perform private.end_outage();', to: '' },
  {
    ...finish,
    what: 'a cancelled campaign tries again',
    from: "'pause', 'unreachable') and is_cancelled",
    to: "'pause') and is_cancelled",
  },
  { ...outage, what: 'from the first', from: 'when state.outage_attempts > 0', to: 'when true' },
  { ...outage, what: 'ever longer', from: "interval '15 minutes'", to: "interval '15 hours'" },
  { ...outage, what: 'each call counts', from: /where state\.outage_next_at is null or[^;]*/, to: '' },
  { ...end, what: 'the count stays', from: 'outage_attempts = 0', to: 'outage_attempts = outage_attempts' },
  { ...resume, what: 'without asking', from: 'if not despite_reputation then', to: 'if false then' },
  { ...resume, what: 'the stop stays', from: 'set reputation_stop = null,', to: 'set' },
  {
    ...reputation,
    what: 'counts what was seen',
    from: 'bounced_at > resumed_at',
    to: 'bounced_at is not null',
  },
  { ...holdAll, what: 'nothing', from: "campaign.status in ('en_cours', 'programmé')", to: 'false' },
  {
    ...alert,
    what: 'of what a person did',
    from: "new.pause_reason = 'Mise en pause par l''équipe' or",
    to: '',
  },
  {
    ...alert,
    what: 'for each that is held',
    from: 'and position(new.pause_reason in told.body) > 0',
    to: 'and false',
  },
  { ...alert, what: 'of success too', from: 'if failed + unsure = 0 then', to: 'if false then' },
  { ...alert, what: 'of a cancelled one', from: 'and new.cancelled_at is null', to: '' },
  {
    ...rewrite,
    what: 'by any signed-in user',
    from: 'private.lock_campaign(campaign)',
    to: '(select c from public.campaigns c where c.id = campaign)',
  },
  { ...rewrite, what: 'once it has begun', from: "if held.status <> 'programmé'", to: 'if false' },
  { ...rewrite, what: 'unknown variables', from: 'if example is not null', to: 'if false' },
  { ...rewrite, what: 'the messages stay', from: "waiting.status = 'brouillon'", to: 'false' },
  {
    ...event,
    what: 'any Message-ID',
    from: /internet_message ~ '[^']*'/,
    to: 'internet_message is not null',
  },
  { ...event, what: 'the last Message-ID', from: 'and s.message_id is null', to: '' },
  { ...literal, what: 'a star is a mark', from: '(\\*|', to: '(' },
  { ...call, what: 'without a ground', from: 'if allowed_by is null then', to: 'if false then' },
  { ...quiet, what: 'the same day', from: "then interval '1 day'", to: "then interval '0'" },
];
