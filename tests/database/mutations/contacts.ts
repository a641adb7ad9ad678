import type { FunctionMutation } from './function-mutation.ts';

const load = { function: 'public.import_contacts', objects: ['contacts'] };
const consent = { function: 'private.current_consents', objects: ['contacts'] };
const expiry = { function: 'private.consent_expiry', objects: ['contacts'] };
const history = { function: 'private.record_contact_status', objects: ['contacts'] };
const life = { function: 'public.contact_timeline', objects: ['contacts'] };
const copy = { function: 'public.export_person', objects: ['contacts'] };
const status = { function: 'public.set_contact_status', objects: ['contacts'] };
const removal = { function: 'public.delete_contacts', objects: ['contacts'] };
const definer = { from: 'SET search_path', to: 'SECURITY DEFINER SET search_path' };

/** The contacts' functions, each with one careless change. */
export const contactFunctionMutations: FunctionMutation[] = [
  { ...load, what: 'ouvert à tout connecté', from: 'is not true', to: 'is null' },
  {
    ...load,
    what: 'adresses comparées avec leur casse',
    from: 'lower(by_email.email) = lower(i.email)',
    to: 'by_email.email = i.email',
  },
  {
    ...load,
    what: 'sans adresse, toujours nouveau',
    from: 'where i.email is null\n',
    to: 'where false and i.email is null\n',
  },
  { ...load, what: 'doublons du bloc non vus', from: ') > 1 as is_repeated', to: ') > 1000 as is_repeated' },
  {
    ...load,
    what: 'complète ce qui ne manque pas',
    from: 'coalesce(c.phone, p.phone)',
    to: 'coalesce(p.phone, c.phone)',
  },
  {
    ...load,
    what: 'complète sans qu’on le demande',
    from: "when mode = 'complete' and (",
    to: 'when mode is not null and (',
  },
  {
    ...load,
    what: 'un essai qui insère',
    from: "where step = 'insert' and not dry_run",
    to: "where step = 'insert'",
  },
  { ...load, what: 'consent pour les désabonnés', from: ' and not is_suppressed', to: '' },
  { ...load, what: 'preuve future', from: ' or proof_date > now()', to: '' },
  { ...load, what: 'publication sans source', from: "consent ->> 'basis' = 'published'", to: 'false' },
  { ...load, what: 'preuve vide', from: "or coalesce(btrim(consent ->> 'evidence'), '') = ''", to: '' },
  { ...load, what: 'provenance vide', from: "if coalesce(btrim(list_source), '') = ''", to: 'if false' },
  { ...load, what: 'blocs sans limite', from: '> 1000 then', to: '> 100000 then' },
  { ...load, what: 'modes inconnus', from: "mode not in ('skip', 'complete')", to: 'false' },
  { ...load, what: 'au nom de personne', from: 'select new_id, auth.uid(),', to: 'select new_id, null,' },
  {
    ...load,
    what: 'sans trace',
    from: 'from done where contact_id is not null\n',
    to: 'from done where false\n',
  },
  { ...consent, what: 'le désabonnement oublié', from: 'suppressed.id is not null then', to: 'false then' },
  { ...consent, what: 'ce qui a expiré permet encore', from: 'standing.expiry <= at', to: 'false' },
  { ...consent, what: 'le retrait oublié', from: 'events.occurred_at > withdrawals.last', to: 'true' },
  { ...consent, what: 'publication sans preuve', from: "events.basis <> 'published' or", to: 'true or' },
  {
    ...consent,
    what: 'une recommandation suffit',
    from: "'published', 'disclosed')",
    to: "'published', 'disclosed', 'referral')",
  },
  { ...consent, what: 'une date future compte', from: 'where e.occurred_at <= at', to: 'where true' },
  { ...consent, what: 'le dernier efface le meilleur', from: 'events.expiry desc nulls first, ', to: '' },
  {
    ...consent,
    what: 'adresse comparée avec sa casse',
    from: 'lower(e.email) = people.address',
    to: 'e.email = people.email',
  },
  { ...consent, what: 'lu sans les droits de qui appelle', ...definer, objects: ['contacts', 'functions'] },
  { ...expiry, what: 'une demande vaut un an', from: "interval '6 months'", to: "interval '1 year'" },
  { ...expiry, what: 'un achat vaut un an', from: "interval '2 years'", to: "interval '1 year'" },
  { ...expiry, what: 'un contrat sans fin', from: "in ('purchase', 'contract')", to: "in ('purchase')" },
  { ...history, what: 'sans auteur', from: 'auth.uid()', to: 'null' },
  {
    ...history,
    what: 'ancien et nouveau échangés',
    from: 'old.status, new.status',
    to: 'new.status, old.status',
  },
  {
    ...life,
    what: 'soumissions des autres',
    from: 'q.contact_id = p.id or lower(q.email) = p.address',
    to: 'true',
  },
  { ...life, what: 'lue sans les droits de qui appelle', ...definer },
  {
    ...copy,
    what: 'courriels oubliés',
    from: 's.contact_id = person.id or lower(s.recipient_email) = lower(person.email)',
    to: 'false',
  },
  { ...copy, what: 'par tout connecté', from: /PERFORM private\.require_admin\(\);/i, to: '' },
  { ...status, what: 'toute la liste', from: 'c.id = any (contact_ids)', to: 'true' },
  { ...status, what: 'sans les droits de qui appelle', ...definer },
  { ...removal, what: 'sans les droits de qui appelle', ...definer },
];
