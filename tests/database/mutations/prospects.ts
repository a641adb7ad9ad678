import type { FunctionMutation } from './function-mutation.ts';

/** A function, the table whose checks could notice a change, and the likeliest of those checks. */
const of =
  (table: string) =>
  (name: string, ...hints: string[]) => ({ function: name, objects: [table], hints });
const ofProspects = of('suggested_prospects');
const ofGenerations = of('prospect_generations');

const accepting = ofProspects(
  'private.accept_locked_prospect',
  'prospects · accepter ·',
  'consentement est « none »',
  'prospects · une preuve',
  "l'adresse d'un contact",
  'prospects ·',
);
/** What pages say of an address: acceptance is where it is first recorded. */
const law = ofProspects(
  'private.ledger_consents',
  'what the pages said',
  'OpenStreetMap alone',
  'prospects ·',
);
const acceptOne = ofProspects(
  'public.accept_prospect',
  'prospects · accepter un',
  'prospects · deux fois',
  'visiteur et connecté',
  'accepter 20 fois',
);
const acceptAll = ofProspects('public.accept_all_prospects', 'tout accepter ·', 'visiteur et connecté');
const undoing = ofProspects(
  'public.undo_rejection',
  'annuler un rejet',
  'accepter un prospect rejeté',
  'visiteur et connecté',
);
const proofs = ofProspects('private.forget_prospect_proofs', 'changed by hand', 'prospects ·');
const starting = ofGenerations('public.start_prospect_generation', 'génération morte', 'génération ·');
const reporting = ofGenerations('public.report_prospect_generation', 'génération morte', 'où elle en est');
const storing = ofGenerations(
  'public.store_prospects',
  'écrire deux fois',
  'statut dans ce qui est écrit',
  'plus de 60',
  'génération morte',
);
const finishing = ofGenerations('public.finish_prospect_generation', 'génération morte', 'génération ·');
const knowing = ofGenerations('public.known_organisations', 'ce qui est connu');
const keeping = ofGenerations('public.store_overpass_answer', 'réponses gardées');
const taking = ofGenerations('public.take_overpass_slot', 'place au service');
const releasing = ofGenerations('public.release_overpass_slot', 'place au service');
const anyone = { from: /perform private\.require_admin\(\);/i, to: '', what: 'without looking at who' };

/** Accepting, generating, and the place at the query service. */
export const prospectFunctionMutations: FunctionMutation[] = [
  { ...acceptOne, ...anyone },
  { ...acceptAll, ...anyone },
  { ...undoing, ...anyone },
  {
    ...acceptOne,
    what: 'without a lock',
    from: 'where id = prospect_id for update',
    to: 'where id = prospect_id',
  },
  {
    ...acceptOne,
    what: 'accepts again what is accepted',
    from: "if prospect.status = 'accepted'",
    to: 'if false',
  },
  {
    ...acceptOne,
    what: 'accepts what is rejected',
    from: "if prospect.status = 'rejected'",
    to: 'if false',
  },
  { ...acceptAll, what: 'accepts the rejected too', from: "and status = 'pending'", to: '' },
  { ...acceptAll, what: 'accepts all trips', from: 'trip_plan_id = trip_id and', to: '' },
  { ...acceptAll, what: 'accepts all of the trip', from: 'id = any (prospect_ids) and', to: '' },
  {
    ...undoing,
    what: 'undoes what is accepted too',
    from: "if current_status = 'accepted'",
    to: 'if false',
  },
  { ...undoing, what: 'changes nothing', from: "and status = 'rejected'", to: 'and false' },
  {
    ...accepting,
    what: 'without a lock for each organisation',
    from: /perform pg_advisory_xact_lock[^;]*;/,
    to: '',
  },
  {
    ...accepting,
    what: 'a contact for each trip',
    from: 'other.external_id = prospect.external_id and other.contact_id is not null',
    to: 'false',
  },
  { ...accepting, what: 'known e-mail refused', from: 'on conflict (lower(email)) do nothing', to: '' },
  { ...accepting, what: 'always published', from: "when not proof_is_whole then 'none'", to: '' },
  {
    ...accepting,
    what: 'published despite the notice',
    from: "when prospect.no_solicitation then 'no_solicitation'",
    to: '',
  },
  {
    ...accepting,
    what: 'a notice is not recorded after a publication',
    from: 'and not prospect.no_solicitation and',
    to: 'and',
  },
  {
    ...accepting,
    what: 'published by a contributor of OpenStreetMap',
    from: "when is_on_map then 'unverified'",
    to: '',
  },
  {
    ...accepting,
    what: 'the map cited for a notice',
    from: 'when prospect.no_solicitation and is_on_map then null else',
    to: 'when false then null else',
  },
  {
    ...accepting,
    what: 'an unverified address is enough for a proof',
    from: ' and not private.is_open_map(source_url)',
    to: '',
  },
  {
    ...law,
    what: 'the map counts as a page',
    from: 'not events.is_mapped',
    to: 'true',
  },
  { ...law, what: 'a notice ends nothing', from: 'events.occurred_at > notices.occurred_at', to: 'true' },
  {
    ...law,
    what: 'a notice ends all to come',
    from: 'notices.address is null or events.occurred_at > notices.occurred_at',
    to: 'notices.address is null',
  },
  {
    ...law,
    what: 'an equal notice is forgotten',
    from: 'events.occurred_at > notices',
    to: 'events.occurred_at >= notices',
  },
  {
    ...law,
    what: 'old lines of the map forgotten',
    from: 'or is_mapped',
    to: '',
  },
  {
    ...ofProspects('private.is_open_map', 'OpenStreetMap alone'),
    what: 'capitals hide the map',
    from: '~*',
    to: '~',
  },
  {
    ...accepting,
    what: 'published without a date',
    from: ' and prospect.email_found_at is not null',
    to: '',
  },
  {
    ...accepting,
    what: 'published without a source',
    from: 'prospect.email_source_url is not null and',
    to: '',
  },
  {
    ...accepting,
    what: 'published after a withdrawal',
    from: "basis in ('express', 'withdrawn')",
    to: 'false',
  },
  { ...accepting, what: 'notes without the notice', from: 'Suggéré par IA: ', to: '' },
  { ...accepting, what: "in nobody's name", from: 'auth.uid(), coalesce', to: 'null, coalesce' },
  { ...accepting, what: 'without the link', from: ', contact_id = contact where', to: ' where' },
  {
    ...accepting,
    what: 'date of the evidence lost',
    from: 'coalesce(prospect.email_found_at, now())',
    to: 'now()',
  },
  ...(['email', 'phone', 'website'] as const).map((field) => ({
    ...proofs,
    what: `evidence kept · ${field}`,
    from: `new.${field} is distinct from old.${field}`,
    to: 'false',
  })),
  {
    ...proofs,
    what: 'new evidence lost',
    from: 'and new.email_found_at is not distinct from old.email_found_at',
    to: '',
  },
  { ...starting, what: 'without a lock', from: 'for no key update', to: '' },
  { ...starting, what: 'two at once', from: 'running.lease_expires_at > clock_timestamp()', to: 'false' },
  {
    ...starting,
    what: 'eternal lease',
    from: 'running.lease_expires_at > clock_timestamp()',
    to: 'running.id is not null',
  },
  { ...reporting, what: 'lease not extended', from: /, lease_expires_at = [^\n]*/, to: '' },
  { ...reporting, what: 'even when dead', from: "and status = 'running'", to: '' },
  { ...storing, what: 'even when dead', from: "and status = 'running'", to: '' },
  { ...storing, what: 'as many as given', from: '> at_most', to: '> at_most * 10' },
  { ...storing, what: 'touches the rejected', from: "where kept.status = 'pending'", to: '' },
  { ...storing, what: 'counts the old ones too', from: 'where is_new', to: '' },
  { ...storing, what: 'without a register number', from: 'where p.external_id is not null', to: '' },
  { ...finishing, what: 'even when dead', from: "and status = 'running'", to: '' },
  { ...knowing, what: 'all trips', from: 'where trip_plan_id = trip_id', to: '' },
  {
    ...knowing,
    what: 'without the contacts',
    from: 'from public.contacts',
    to: 'from public.contacts where false',
  },
  { ...keeping, what: 'kept for ever', from: "interval '30 days'", to: "interval '300 days'" },
  { ...keeping, what: 'kept a day', from: "interval '30 days'", to: "interval '1 day'" },
  { ...keeping, what: 'never replaced', from: /do update set answer[^;]*/, to: 'do nothing' },
  { ...taking, what: 'to everybody', from: 'where taken.free_at <= clock_timestamp()', to: '' },
  { ...taking, what: 'for ever', from: 'taken.free_at <= clock_timestamp()', to: 'taken.holder is null' },
  { ...releasing, what: 'released by others', from: 'and holder = caller', to: '' },
  { ...releasing, what: 'without a pause', from: 'greatest(pause_seconds, 0)', to: '0' },
];
