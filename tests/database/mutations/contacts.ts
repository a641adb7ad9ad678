import type { FunctionMutation } from './function-mutation.ts';

const load = { function: 'public.import_contacts', objects: ['contacts'] };
const consent = { function: 'private.current_consents', objects: ['contacts'] };
const standing = { ...consent, function: 'private.address_standings' };
const ledger = { ...consent, function: 'private.ledger_consents' };
const expiry = { function: 'private.consent_expiry', objects: ['contacts'] };
const history = { function: 'private.record_contact_status', objects: ['contacts'] };
const life = { function: 'public.contact_timeline', objects: ['contacts'] };
const copy = { function: 'public.export_person', objects: ['contacts'] };
const status = { function: 'public.set_contact_status', objects: ['contacts'] };
const definer = { from: 'SET search_path', to: 'SECURITY DEFINER SET search_path' };

/** The contacts' functions, each with one careless change. */
export const contactFunctionMutations: FunctionMutation[] = [
  { ...load, what: 'open to any signed-in user', from: 'is not true', to: 'is null' },
  {
    ...load,
    what: 'addresses compared with their case',
    from: 'lower(by_email.email) = lower(i.email)',
    to: 'by_email.email = i.email',
  },
  {
    ...load,
    what: 'without an address, always new',
    from: 'where (i.email is null or',
    to: 'where false and (i.email is null or',
  },
  {
    ...load,
    what: 'duplicates in the block not seen',
    from: ') > 1 as is_repeated',
    to: ') > 1000 as is_repeated',
  },
  {
    ...load,
    what: 'completes what is not missing',
    from: 'and c.phone is null then',
    to: 'then',
  },
  {
    ...load,
    what: 'completes unasked',
    from: "when mode = 'complete' and coalesce",
    to: 'when mode is not null and coalesce',
  },
  {
    ...load,
    what: 'a dry run that inserts',
    from: "where step = 'insert' and not dry_run",
    to: "where step = 'insert'",
  },
  { ...load, what: 'consents for the unsubscribed', from: ' and not is_suppressed', to: '' },
  { ...load, what: 'future evidence', from: ' or proof_date > now()', to: '' },
  { ...load, what: 'publication without a source', from: "consent ->> 'basis' = 'published'", to: 'false' },
  { ...load, what: 'empty evidence', from: "or coalesce(btrim(consent ->> 'evidence'), '') = ''", to: '' },
  { ...load, what: 'empty source', from: "if coalesce(btrim(list_source), '') = ''", to: 'if false' },
  { ...load, what: 'blocks without a limit', from: '> 1000 then', to: '> 100000 then' },
  { ...load, what: 'unknown modes', from: "mode not in ('skip', 'complete')", to: 'false' },
  { ...load, what: "in nobody's name", from: 'select new_id, auth.uid(),', to: 'select new_id, null,' },
  {
    ...load,
    what: 'without a trace',
    from: 'from done where contact_id is not null\n',
    to: 'from done where false\n',
  },
  {
    ...standing,
    what: 'unsubscribing forgotten',
    from: 'suppressed.address is not null then',
    to: 'false then',
  },
  { ...standing, what: 'what expired still allows', from: 'ledger.expires_at <= at', to: 'false' },
  { ...ledger, what: 'withdrawal forgotten', from: 'events.occurred_at > withdrawals.last', to: 'true' },
  { ...ledger, what: 'publication without evidence', from: "events.basis <> 'published'", to: 'true' },
  {
    ...ledger,
    what: 'a referral suffices',
    from: "'published', 'disclosed')",
    to: "'published', 'disclosed', 'referral')",
  },
  {
    ...ledger,
    what: 'a future date counts',
    from: /and occurred_at <= at/g,
    to: '',
  },
  { ...ledger, what: 'the last overrides the best', from: 'events.expiry desc nulls first, ', to: '' },
  {
    ...ledger,
    what: 'address compared with its case',
    from: 'lower(email) = any (addresses)',
    to: 'email = any (addresses)',
  },
  { ...consent, what: "read without the caller's rights", ...definer, objects: ['contacts', 'functions'] },
  { ...expiry, what: 'an inquiry lasts a year', from: "interval '6 months'", to: "interval '1 year'" },
  { ...expiry, what: 'a purchase lasts a year', from: "interval '2 years'", to: "interval '1 year'" },
  { ...expiry, what: 'a contract without end', from: "in ('purchase', 'contract')", to: "in ('purchase')" },
  { ...history, what: 'without an author', from: 'auth.uid()', to: 'null' },
  {
    ...history,
    what: 'old and new swapped',
    from: 'old.status, new.status',
    to: 'new.status, old.status',
  },
  {
    ...life,
    what: 'requests of others',
    from: 'q.contact_id = p.id or lower(q.email) = any (p.addresses)',
    to: 'true',
  },
  { ...life, what: "read without the caller's rights", ...definer },
  {
    ...copy,
    what: 'e-mails forgotten',
    from: 's.contact_id = person.id or lower(s.recipient_email) = any (addresses)',
    to: 'false',
  },
  { ...copy, what: 'by any signed-in user', from: /PERFORM private\.require_admin\(\);/i, to: '' },
  { ...status, what: 'the whole list', from: 'c.id = any (contact_ids)', to: 'true' },
  { ...status, what: "without the caller's rights", ...definer },
];
