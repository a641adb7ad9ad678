import type { FunctionMutation } from './function-mutation.ts';

const outbox = ['notifications', 'quote_requests'];
const queue = { function: 'private.queue_quote_notifications', objects: outbox };
const claim = { function: 'public.claim_due_notifications', objects: outbox };
const finish = { function: 'public.finish_notification', objects: outbox };
const retry = { function: 'public.retry_notification', objects: outbox };
const call = { function: 'private.call_dispatcher', objects: outbox };
const guard = { function: 'private.require_admin', objects: outbox };
const convert = { function: 'public.convert_quote_to_contact', objects: ['quote_requests'] };
const anonymise = { function: 'public.anonymise_quote_requests', objects: ['quote_requests'] };
const erase = { function: 'private.anonymise_quotes', objects: ['quote_requests'] };
const remove = { function: 'public.delete_quote_requests', objects: ['quote_requests'] };
const answered = { function: 'private.set_answered_at', objects: ['quote_requests'] };
const admin = /PERFORM private\.require_admin\(\);/i;

/** The outbox and the inbox of quote requests. */
export const outboxFunctionMutations: FunctionMutation[] = [
  {
    ...queue,
    what: 'une panne retient la demande',
    from: 'exception when others then',
    to: 'exception when no_data_found then',
  },
  { ...queue, what: 'la clé secrète aussi', from: "in ('anon', 'authenticated')", to: "<> 'none'" },
  { ...queue, what: 'sans accusé de réception', from: ", (new.id, 'acknowledgement')", to: '' },
  {
    ...claim,
    what: 'sans verrou par ligne',
    from: 'limit batch\n    for update skip locked',
    to: 'limit batch',
  },
  { ...claim, what: 'sans bail', from: "now() + interval '60 seconds'", to: 'now()' },
  { ...claim, what: 'un bail d’une heure', from: "interval '60 seconds'", to: "interval '1 hour'" },
  {
    ...claim,
    what: 'le même jeton pour tous',
    from: 'gen_random_uuid()',
    to: "'00000000-0000-4000-8000-000000000000'",
  },
  {
    ...claim,
    what: 'reprend ce qui est peut-être arrivé',
    from: 'not (same_key_is_safe and',
    to: 'not (true and',
  },
  {
    ...claim,
    what: 'reprend après la mémoire du fournisseur',
    from: "interval '23 hours'",
    to: "interval '40 hours'",
  },
  { ...claim, what: 'essais non comptés', from: 'taken.attempts + 1', to: 'taken.attempts' },
  { ...finish, what: 'sans regarder le jeton', from: 'and lease_token = token', to: '' },
  { ...finish, what: 'vingt-cinq essais', from: 'integer := 24', to: 'integer := 25' },
  { ...finish, what: 'reprise aussitôt', from: 'power(3,', to: 'power(1,' },
  { ...finish, what: 'reprise sans plafond', from: "interval '1 hour'", to: "interval '9 years'" },
  {
    ...finish,
    what: 'attendre compte',
    from: "when 'retry' then 0 else 1",
    to: "when 'retry' then 0 else 0",
  },
  {
    ...finish,
    what: 'peut-être arrivé devient échec',
    from: "outcome = 'retry' and unsure then 'incertain'",
    to: "false then 'incertain'",
  },
  {
    ...finish,
    what: 'issue inconnue acceptée',
    from: "raise invalid_parameter_value using message = 'Unknown outcome: '",
    to: "raise notice using message = 'Unknown outcome: '",
  },
  { ...retry, what: 'par tout connecté', from: admin, to: '' },
  { ...retry, what: 'même ce qui est parti', from: "and state in ('échec', 'incertain')", to: '' },
  { ...call, what: 'sans secret', from: 'or secret is null', to: '' },
  { ...call, what: 'secret dans un autre en-tête', from: 'x-dispatch-secret', to: 'authorization' },
  { ...guard, what: 'laisse passer', from: 'is not true', to: 'is null' },
  { ...convert, what: 'par tout connecté', from: admin, to: '' },
  { ...convert, what: 'un contact à chaque fois', from: 'if quote.contact_id is not null', to: 'if false' },
  { ...convert, what: 'sans voir le courriel connu', from: 'on conflict (lower(email)) do nothing', to: '' },
  {
    ...convert,
    what: 'sans relier',
    from: 'set contact_id = contact where',
    to: 'set contact_id = null where',
  },
  { ...convert, what: 'une demande anonymisée aussi', from: 'or quote.anonymised_at is not null', to: '' },
  { ...convert, what: 'consentement exprès pour tous', from: "then 'inquiry'", to: "then 'express'" },
  { ...anonymise, what: 'par tout connecté', from: admin, to: '' },
  { ...erase, what: 'le message reste', from: 'message = null,', to: '' },
  { ...erase, what: 'le jour reste', from: /created_at = date_trunc\([^)]*\),/, to: '' },
  {
    ...erase,
    what: 'le courriel en attente part',
    from: /delete from public\.notifications[^;]*;/,
    to: '',
  },
  {
    ...erase,
    what: 'toutes les demandes',
    from: 'where id = any(ids) and anonymised_at',
    to: 'where anonymised_at',
  },
  { ...remove, what: 'par tout connecté', from: admin, to: '' },
  { ...remove, what: 'toutes les demandes', from: 'where id = any(ids)', to: 'where true' },
  { ...answered, what: 'date jamais retirée', from: "new.status in ('nouveau', 'en_cours')", to: 'false' },
  { ...answered, what: 'date jamais posée', from: "new.status = 'répondu'", to: 'false' },
];
