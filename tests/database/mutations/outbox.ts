import type { FunctionMutation } from './function-mutation.ts';

const outbox = ['notifications', 'quote_requests'];
const restored = {
  function: 'private.outbox_refusal',
  objects: outbox,
  hints: ['copy put back', 'another key'],
};
const queue = { function: 'private.queue_quote_notifications', objects: outbox };
const claim = { function: 'public.claim_due_notifications', objects: outbox };
const refusal = { function: 'private.acknowledgement_refusal', objects: outbox, hints: ['acknowledgements'] };
const suppressed = {
  function: 'private.address_refusal',
  objects: outbox,
  hints: ['acknowledgements', 'replies'],
};
const replies = { objects: outbox, hints: ['replies'] };
const send = { ...replies, function: 'public.send_reply' };
const draft = { ...replies, function: 'public.save_reply_draft' };
const takeBack = { ...replies, function: 'public.take_back_reply' };
const files = { ...replies, function: 'private.request_files' };
const unused = { ...replies, function: 'public.unused_request_files' };
const mailbox = { function: 'private.mailbox_key', objects: outbox, hints: ['acknowledgements'] };
const cameBack = {
  function: 'private.record_acknowledgement_failure',
  objects: outbox,
  hints: ['acknowledgements'],
};
const finish = { function: 'public.finish_notification', objects: outbox };
const retry = { function: 'public.retry_notification', objects: outbox };
const call = { function: 'private.call_dispatcher', objects: outbox };
const guard = { function: 'private.require_admin', objects: outbox };
const convert = { function: 'public.convert_quote_to_contact', objects: ['quote_requests'] };
const anonymise = { function: 'public.anonymise_quote_requests', objects: ['quote_requests'] };
const erase = { function: 'private.anonymise_quotes', objects: ['quote_requests'] };
const answered = { function: 'private.set_answered_at', objects: ['quote_requests'] };
const admin = /PERFORM private\.require_admin\(\);/i;

/** The outbox and the inbox of quote requests. */
export const outboxFunctionMutations: FunctionMutation[] = [
  { ...restored, what: 'a day is a year', from: "interval '24 hours'", to: "interval '1 year'" },
  {
    ...restored,
    what: 'another key stops nothing',
    from: 'private.sending_stop()',
    to: 'null::text',
  },
  {
    ...queue,
    what: 'a failure holds the request back',
    from: 'exception when others then',
    to: 'exception when no_data_found then',
  },
  { ...queue, what: 'the secret key too', from: "in ('anon', 'authenticated')", to: "<> 'none'" },
  { ...queue, what: 'without an acknowledgement', from: ", (new.id, 'acknowledgement')", to: '' },
  {
    ...claim,
    what: 'without row locks',
    from: 'for update of waiting skip locked',
    to: '',
  },
  { ...claim, what: 'without a lease', from: "now() + interval '60 seconds'", to: 'now()' },
  { ...claim, what: 'a lease of an hour', from: "interval '60 seconds'", to: "interval '1 hour'" },
  {
    ...claim,
    what: 'the same token for all',
    from: 'gen_random_uuid()',
    to: "'00000000-0000-4000-8000-000000000000'",
  },
  {
    ...claim,
    what: 'takes again what may have arrived',
    from: 'not (same_key_is_safe and',
    to: 'not (true and',
  },
  {
    ...claim,
    what: "takes again past the provider's memory",
    from: "interval '23 hours'",
    to: "interval '40 hours'",
  },
  { ...claim, what: 'attempts not counted', from: 'taken.attempts + 1', to: 'taken.attempts' },
  { ...claim, what: 'held back without end', from: 'refusals_left := refusals_left - 1;', to: '' },
  { ...claim, what: 'nothing held back', from: 'if refusal is not null', to: 'if false' },
  {
    ...claim,
    what: 'held back although it may have arrived',
    from: "case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end",
    to: "'retenu'",
  },
  {
    ...suppressed,
    what: 'bounces written to',
    from: "in ('bounced', 'complained')",
    to: "in ('complained')",
  },
  {
    ...suppressed,
    what: 'complaints written to',
    from: "in ('bounced', 'complained')",
    to: "in ('bounced')",
  },
  {
    ...suppressed,
    what: 'whoever unsubscribed gets no answer',
    from: " and standing.reason in ('bounced', 'complained')",
    to: '',
  },
  { ...refusal, what: 'two a day', from: 'where sent.mailbox = mailbox_hash', to: 'where false' },
  {
    ...refusal,
    what: 'a retry is another',
    from: 'where mine.notification_id = notification',
    to: 'where false',
  },
  { ...refusal, what: 'no hourly ceiling', from: ') >= hourly_ceiling', to: ') < 0' },
  { ...refusal, what: 'no daily ceiling', from: ') >= daily_ceiling', to: ') < 0' },
  { ...refusal, what: 'for ever', from: /delete from private\.acknowledgements[^;]*;/, to: '' },
  { ...refusal, what: 'mailbox in clear', from: 'private.keyed_text_hash(', to: '(' },
  { ...mailbox, what: 'Gmail with its dots', from: "replace(mailbox, '.', '')", to: 'mailbox' },
  { ...mailbox, what: 'Gmail under one name', from: ", 'googlemail.com')", to: ')' },
  { ...mailbox, what: 'with the tag', from: "split_part(local_part, '+', 1)", to: 'local_part' },
  {
    ...cameBack,
    what: 'notices too',
    from: "sent.kind in ('acknowledgement', 'reply', 'quote', 'quote_code', 'quote_signed')",
    to: 'true',
  },
  { ...cameBack, what: 'a delay too', from: 'not in (', to: "not in ('soft_bounced', " },
  { ...cameBack, what: 'without the tag', from: 'sent.id = notification or', to: 'false or' },
  {
    ...cameBack,
    what: 'without the id of the provider',
    from: 'sent.provider_id = provider_message',
    to: 'false',
  },
  { ...finish, what: 'without looking at the token', from: 'and lease_token = token', to: '' },
  { ...finish, what: 'twenty-five attempts', from: 'integer := 24', to: 'integer := 25' },
  { ...finish, what: 'retried at once', from: 'power(3,', to: 'power(1,' },
  { ...finish, what: 'retry without an upper limit', from: "interval '1 hour'", to: "interval '9 years'" },
  {
    ...finish,
    what: 'waiting counts',
    from: "when 'retry' then 0 else 1",
    to: "when 'retry' then 0 else 0",
  },
  {
    ...finish,
    what: 'may have arrived becomes failed',
    from: "outcome = 'retry' and unsure then 'incertain'",
    to: "false then 'incertain'",
  },
  {
    ...finish,
    what: 'unknown outcome value accepted',
    from: "raise invalid_parameter_value using message = 'Unknown outcome: '",
    to: "raise notice using message = 'Unknown outcome: '",
  },
  {
    ...finish,
    ...replies,
    what: 'a refused reply answers',
    from: "outcome = 'accepted' and held.kind = 'reply'",
    to: "held.kind = 'reply'",
  },
  {
    ...finish,
    ...replies,
    what: 'a reply takes its request out of the archive',
    from: "and status in ('nouveau', 'en_cours')",
    to: '',
  },
  { ...send, what: 'by any signed-in user', from: admin, to: '' },
  { ...send, what: 'at once', from: "interval '10 seconds'", to: "interval '0 seconds'" },
  { ...send, what: 'to an address that bounced', from: 'refusal is not null', to: 'false' },
  { ...draft, what: 'by any signed-in user', from: admin, to: '' },
  { ...draft, what: 'two a request', from: /DELETE FROM public\.notifications[^;]*;/i, to: '' },
  { ...takeBack, what: 'by any signed-in user', from: admin, to: '' },
  { ...takeBack, what: 'from under a worker', from: 'lease_token is null and', to: '' },
  { ...takeBack, what: 'what may have arrived', from: 'not may_have_arrived and', to: '' },
  { ...takeBack, what: 'under the same key', from: 'when attempts > 0 then', to: 'when false then' },
  {
    ...files,
    what: "another request's",
    from: "where split_part(object.name, '/', 1) = quote::text",
    to: '',
  },
  { ...files, what: 'past 10 MB', from: ') > most_bytes', to: ') < 0' },
  { ...unused, what: 'those of a reply', from: /and not exists \([\s\S]*?\)\s*limit/, to: 'limit' },
  { ...unused, what: 'fresh ones', from: "interval '1 day'", to: "interval '0 days'" },
  { ...retry, what: 'by any signed-in user', from: admin, to: '' },
  { ...retry, what: 'even what has left', from: "and state in ('échec', 'incertain')", to: '' },
  { ...call, what: 'without the secret', from: 'or secret is null', to: '' },
  { ...call, what: 'secret in another header', from: 'x-dispatch-secret', to: 'authorization' },
  { ...guard, what: 'lets through', from: 'is not true', to: 'is null' },
  { ...convert, what: 'by any signed-in user', from: admin, to: '' },
  { ...convert, what: 'a contact each time', from: 'if quote.contact_id is not null', to: 'if false' },
  {
    ...convert,
    what: 'without seeing the known e-mail',
    from: 'on conflict (lower(email)) do nothing',
    to: '',
  },
  {
    ...convert,
    what: 'without linking',
    from: 'set contact_id = contact where',
    to: 'set contact_id = null where',
  },
  { ...convert, what: 'an anonymised request too', from: 'or quote.anonymised_at is not null', to: '' },
  { ...convert, what: 'express consent for all', from: "then 'inquiry'", to: "then 'express'" },
  { ...anonymise, what: 'by any signed-in user', from: admin, to: '' },
  { ...erase, what: 'the message stays', from: 'message = null,', to: '' },
  { ...erase, what: 'the day stays', from: /created_at = date_trunc\([^)]*\),/, to: '' },
  {
    ...erase,
    what: 'the waiting e-mail leaves',
    from: /delete from public\.notifications[^;]*;/,
    to: '',
  },
  {
    ...erase,
    what: 'all requests',
    from: 'where id = any(ids) and anonymised_at',
    to: 'where anonymised_at',
  },
  { ...answered, what: 'date never taken back', from: 'if is_open and not was_open', to: 'if false' },
  { ...answered, what: 'true date lost', from: "old.reopened_at > now() - interval '1 minute'", to: 'false' },
  {
    ...answered,
    what: 'true date found again for ever',
    from: "interval '1 minute'",
    to: "interval '9 years'",
  },
  { ...answered, what: 'date never set', from: "new.status = 'répondu'", to: 'false' },
];
