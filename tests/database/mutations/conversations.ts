import type { FunctionMutation } from './function-mutation.ts';

const objects = ['inbound_messages'];
const of = (name: string, ...hints: string[]) => ({ function: name, objects, hints });

const token = of('private.message_of_token', 'somebody else’s making');
const address = of('private.reply_address', 'its address');
const named = of('private.place_of_message_id', 'by what it names');
const placed = of('private.place_of_message', 'the answer', 'by its token');
const sender = of('private.place_of_sender', 'by its sender', 'to a request');
const answer = of('private.apply_answer', 'by its token', 'an absence', 'by its sender');
const bounce = of('private.apply_bounce', 'a bounce');
const receive = of('public.receive_message', 'forged', 'delivered again', 'by its sender', 'two programs');
const file = of('public.file_message', 'by its sender', 'receiving and deciding');
const discard = of('public.discard_message', 'receiving and deciding', 'discarded');
const removal = of('public.settle_removal', 'retirez-moi', 'receiving and deciding');
const reply = of('public.answer_message', 'the answer', 'an absence', 'bounced', 'receiving and deciding');
const draft = of('public.save_answer_draft', 'the text of an answer', 'receiving and deciding');
const begin = of('public.begin_inbox_reading', 'the mailbox');
const ended = of('public.finish_inbox_reading', 'the mailbox');
const finished = of('private.finish_answer_action', 'the answer');
const forget = of('private.forget_discarded_messages', 'discarded');
const files = of('public.unused_inbound_files', 'discarded');
const limit = of('private.daily_limit', 'warm-up');
const advance = of('private.advance_warmup', 'warm-up');

/** Where answers belong, whose word is taken, and how fast a domain warms up. */
export const conversationMutations: FunctionMutation[] = [
  { ...token, what: 'any token', from: 'when private.reply_token(named) = token then', to: 'when true then' },
  { ...address, what: 'without a domain', from: "and rules.inbound_domain <> ''", to: '' },
  { ...named, what: 'not ours', from: 'case when own is not null then', to: 'case when false then' },
  { ...named, what: 'not the provider’s', from: 'where message_id = named limit 1', to: 'where false' },
  { ...named, what: 'not of the conversation', from: 'where message_id = named and', to: 'where false and' },
  {
    ...placed,
    what: 'answers to answers',
    from: 'where asked.id = sent.inbound_message_id',
    to: 'where false',
  },
  { ...sender, what: 'never a request', from: 'if request.id is not null and', to: 'if false and' },
  { ...answer, what: 'of anything', from: "and kind in ('reply', 'removal')", to: '' },
  {
    ...answer,
    what: 'not noted',
    from: 'set replied_at = coalesce(replied_at, answer.received_at)',
    to: 'set replied_at = replied_at',
  },
  { ...answer, what: 'nothing to do', from: /insert into public\.next_actions[\s\S]*?do nothing;/, to: '' },
  { ...bounce, what: 'although forged', from: "and sender_check <> 'fail'", to: '' },
  {
    ...bounce,
    what: 'of any address',
    from: "and lower(recipient_email) = lower(bounce ->> 'recipient')",
    to: '',
  },
  { ...bounce, what: 'always for good', from: "else 'soft_bounced'", to: "else 'bounced'" },
  {
    ...receive,
    what: 'believes everybody',
    from: "if given.sender_check = 'pass' or given.sender_check = 'unknown' and means in ('token', 'thread') then",
    to: 'if true then',
  },
  { ...receive, what: 'believes the unknown', from: "and means in ('token', 'thread') then", to: 'then' },
  {
    ...receive,
    what: 'believes nobody unknown',
    from: "or given.sender_check = 'unknown' and means in ('token', 'thread')",
    to: '',
  },
  { ...receive, what: 'loops without end', from: 'integer := 30', to: 'integer := 3000' },
  { ...receive, what: 'people are a loop', from: "if given.kind in ('absence', 'automatic') and", to: 'if' },
  {
    ...receive,
    what: 'the case of the sender',
    from: 'given.from_email := lower(given.from_email);',
    to: '',
  },
  { ...file, what: 'by any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...file, what: 'without what follows', from: 'perform private.apply_answer(message);', to: '' },
  { ...discard, what: 'by any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...discard, what: 'never brought back', from: 'case when discarded then now() end', to: 'now()' },
  { ...removal, what: 'by any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...removal, what: 'whatever was decided', from: 'if removed then', to: 'if true then' },
  { ...removal, what: 'their own address alone', from: /union all select recipient_email[^\n]*\n/, to: '\n' },
  { ...removal, what: 'decided twice', from: "and kind = 'removal' and settled_at is null", to: '' },
  { ...reply, what: 'by any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...reply, what: 'to a program', from: "asked.kind not in ('reply', 'removal')", to: 'false' },
  { ...reply, what: 'to an address that bounced', from: 'if refusal is not null then', to: 'if false then' },
  { ...reply, what: 'at once', from: "interval '10 seconds'", to: "interval '-1 second'" },
  { ...draft, what: 'by any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...draft, what: 'what has left', from: "state <> 'brouillon' or", to: '' },
  { ...draft, what: 'of another message', from: 'or inbound_message_id is distinct from message', to: '' },
  { ...draft, what: 'two of them', from: /delete from public\.notifications[^;]*;/, to: '' },
  { ...draft, what: 'an empty one', from: "if reply_body ~ '\\S' then", to: 'if true then' },
  { ...draft, what: 'ready to leave', from: "'reply', 'brouillon'", to: "'reply', 'en_attente'" },
  { ...begin, what: 'by two runs', from: 'or known.inbox_next_at <= now()', to: 'or true' },
  { ...begin, what: 'never again', from: "interval '2 minutes'", to: "interval '2 years'" },
  {
    ...begin,
    what: 'from where another was left',
    from: 'inbox_uid = case when known.inbox_name = left(mailbox, 300) then known.inbox_uid else 0 end,',
    to: '',
  },
  {
    ...begin,
    what: 'the numbers of another',
    from: 'inbox_validity = case when known.inbox_name = left(mailbox, 300) then known.inbox_validity end,',
    to: '',
  },
  {
    ...ended,
    what: 'back to where a slower run was',
    from: /greatest\(state\.inbox_uid, [^)]*\)/,
    to: 'uid',
  },
  {
    ...ended,
    what: 'numbered as before',
    from: 'coalesce(finish_inbox_reading.uid, state.inbox_uid)',
    to: 'state.inbox_uid',
  },
  {
    ...ended,
    what: 'at once after a failure',
    from: "interval '1 minute' * power",
    to: "interval '0' * power",
  },
  { ...ended, what: 'ever longer', from: "interval '15 minutes'", to: "interval '15 hours'" },
  {
    ...ended,
    what: 'failing for ever',
    from: 'case when error is null then 0 else',
    to: 'case when false then 0 else',
  },
  { ...finished, what: 'stays to do', from: 'set done_at = now()', to: 'set done_at = done_at' },
  { ...forget, what: 'kept', from: "interval '30 days'", to: "interval '30 years'" },
  { ...forget, what: 'at once', from: "interval '30 days'", to: "interval '0'" },
  {
    ...files,
    what: 'the message for ever',
    from: "object.created_at < now() - interval '30 days'",
    to: 'false',
  },
  { ...files, what: 'those that are named', from: /and \(message\.id is null or not[^\n]*\n/, to: '\n' },
  { ...limit, what: 'of the steps alone', from: 'rules.daily_cap,', to: 'null,' },
  { ...limit, what: 'without steps', from: 'when rules.warms_up then', to: 'when false then' },
  { ...advance, what: 'after any day', from: 'sent * 2 >=', to: 'sent * 2000 >=' },
  { ...advance, what: 'in spite of the reputation', from: 'and known.reputation_stop is null', to: '' },
  { ...advance, what: 'at each claim', from: 'if state.warmup_day >= today then', to: 'if false then' },
];
