import type { FunctionMutation } from './function-mutation.ts';

/** A function, the table whose checks could notice it slip, and the likeliest of those checks. */
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
const proofs = ofProspects('private.forget_prospect_proofs', 'changée à la main', 'prospects ·');
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
const anyone = { from: /perform private\.require_admin\(\);/i, to: '', what: 'sans regarder qui' };

/** Accepting, generating, and the place at the query service. */
export const prospectFunctionMutations: FunctionMutation[] = [
  { ...acceptOne, ...anyone },
  { ...acceptAll, ...anyone },
  { ...undoing, ...anyone },
  {
    ...acceptOne,
    what: 'sans verrou',
    from: 'where id = prospect_id for update',
    to: 'where id = prospect_id',
  },
  {
    ...acceptOne,
    what: 'accepte encore ce qui est accepté',
    from: "if prospect.status = 'accepted'",
    to: 'if false',
  },
  {
    ...acceptOne,
    what: 'accepte ce qui est rejeté',
    from: "if prospect.status = 'rejected'",
    to: 'if false',
  },
  { ...acceptAll, what: 'accepte aussi les rejetés', from: "and status = 'pending'", to: '' },
  { ...acceptAll, what: 'accepte tous les déplacements', from: 'trip_plan_id = trip_id and', to: '' },
  {
    ...undoing,
    what: 'annule aussi ce qui est accepté',
    from: "if current_status = 'accepted'",
    to: 'if false',
  },
  { ...undoing, what: 'ne change rien', from: "and status = 'rejected'", to: 'and false' },
  { ...accepting, what: 'sans verrou par organisation', from: /perform pg_advisory_xact_lock[^;]*;/, to: '' },
  {
    ...accepting,
    what: 'un contact par déplacement',
    from: 'other.external_id = prospect.external_id and other.contact_id is not null',
    to: 'false',
  },
  { ...accepting, what: 'courriel connu refusé', from: 'on conflict (lower(email)) do nothing', to: '' },
  { ...accepting, what: 'toujours publié', from: 'when proof_is_whole and not', to: 'when true or not' },
  { ...accepting, what: 'publié malgré la mention', from: 'and not prospect.no_solicitation', to: '' },
  { ...accepting, what: 'publié sans date', from: ' and prospect.email_found_at is not null', to: '' },
  { ...accepting, what: 'publié sans source', from: 'prospect.email_source_url is not null and', to: '' },
  {
    ...accepting,
    what: 'publié après un retrait',
    from: "and basis in ('published', 'express', 'withdrawn')",
    to: 'and false',
  },
  { ...accepting, what: 'notes sans la mention', from: 'Suggéré par IA: ', to: '' },
  { ...accepting, what: 'au nom de personne', from: 'auth.uid(), coalesce', to: 'null, coalesce' },
  { ...accepting, what: 'sans lien', from: ', contact_id = contact where', to: ' where' },
  {
    ...accepting,
    what: 'date de la preuve perdue',
    from: 'coalesce(prospect.email_found_at, now())',
    to: 'now()',
  },
  ...(['email', 'phone', 'website'] as const).map((field) => ({
    ...proofs,
    what: `preuve gardée · ${field}`,
    from: `new.${field} is distinct from old.${field}`,
    to: 'false',
  })),
  {
    ...proofs,
    what: 'preuve neuve perdue',
    from: 'and new.email_found_at is not distinct from old.email_found_at',
    to: '',
  },
  { ...starting, what: 'sans verrou', from: 'for no key update', to: '' },
  { ...starting, what: 'deux à la fois', from: 'running.lease_expires_at > clock_timestamp()', to: 'false' },
  {
    ...starting,
    what: 'bail éternel',
    from: 'running.lease_expires_at > clock_timestamp()',
    to: 'running.id is not null',
  },
  { ...reporting, what: 'bail non prolongé', from: /, lease_expires_at = [^\n]*/, to: '' },
  { ...reporting, what: 'même morte', from: "and status = 'running'", to: '' },
  { ...storing, what: 'même morte', from: "and status = 'running'", to: '' },
  { ...storing, what: 'autant que donnés', from: '> at_most', to: '> at_most * 10' },
  { ...storing, what: 'touche aux rejetés', from: "where kept.status = 'pending'", to: '' },
  { ...storing, what: 'compte aussi les anciens', from: 'where is_new', to: '' },
  { ...storing, what: 'sans numéro de registre', from: 'where p.external_id is not null', to: '' },
  { ...finishing, what: 'même morte', from: "and status = 'running'", to: '' },
  { ...knowing, what: 'tous les déplacements', from: 'where trip_plan_id = trip_id', to: '' },
  {
    ...knowing,
    what: 'sans les contacts',
    from: 'from public.contacts',
    to: 'from public.contacts where false',
  },
  { ...keeping, what: 'gardées toujours', from: "interval '30 days'", to: "interval '300 days'" },
  { ...keeping, what: 'gardées un jour', from: "interval '30 days'", to: "interval '1 day'" },
  { ...keeping, what: 'jamais remplacées', from: /do update set answer[^;]*/, to: 'do nothing' },
  { ...taking, what: 'à tous', from: 'where taken.free_at <= clock_timestamp()', to: '' },
  { ...taking, what: 'à jamais', from: 'taken.free_at <= clock_timestamp()', to: 'taken.holder is null' },
  { ...releasing, what: "rendue par d'autres", from: 'and holder = caller', to: '' },
  { ...releasing, what: 'sans pause', from: 'greatest(pause_seconds, 0)', to: '0' },
];
