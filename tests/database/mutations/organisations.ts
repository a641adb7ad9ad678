import type { FunctionMutation } from './function-mutation.ts';

const objects = ['organisations'];
const hints = ['attack · organisations'];
const find = { function: 'private.organisation_of', objects, hints };
const code = { function: 'private.organisation_code', objects, hints };
const domain = { function: 'private.organisation_domain', objects, hints };
const give = { function: 'private.set_contact_organisation', objects, hints };
const drop = { function: 'private.drop_empty_organisation', objects, hints };
const place = { function: 'private.place_organisations', objects, hints };
const page = { function: 'public.organisation_page', objects, hints };
const people = { function: 'public.organisation_people', objects, hints };
const recency = { function: 'public.contact_recency', objects, hints };
const merge = { function: 'public.merge_contacts', objects: ['contacts'], hints: ['merging contacts'] };
const refusal = { ...merge, function: 'private.personal_refusal' };
const note = { ...merge, function: 'private.merged_note' };
const apart = { ...merge, function: 'private.take_merge_apart' };
const trashed = { ...merge, function: 'private.trashed_of', objects: ['contacts', 'trash'] };
const definer = { from: 'SET search_path', to: 'SECURITY DEFINER SET search_path' };

/** Which organisation a contact is of, and two contacts that become one. */
export const organisationFunctionMutations: FunctionMutation[] = [
  {
    ...find,
    what: 'one domain in every town',
    from: 'and o.town_key = wanted_town\n      and o.region = wanted_region and (wanted_code',
    to: 'and (wanted_code',
  },
  { ...find, what: 'one domain of every kind', from: 'and o.kind = wanted_kind', to: '' },
  {
    ...find,
    what: 'never told which it is',
    from: 'where o.id = known and wanted_code is not null',
    to: 'where false and wanted_code is not null',
  },
  { ...find, what: 'without the phone of the register', from: 'then place.phone end', to: 'then null end' },
  {
    ...find,
    what: 'the town of its only person stays',
    from: 'if known is null and movable is not null',
    to: 'if false',
  },
  { ...find, what: 'two at once refused', from: 'on conflict do nothing', to: '' },
  {
    ...find,
    what: 'domains never learnt',
    from: 'where o.id = known and o.domain is null',
    to: 'where false and o.domain is null',
  },
  {
    ...code,
    what: 'MRCs written in one way alone',
    from: "'^(la )?(mrc|municipalite regionale de comte) '",
    to: "'^jamais '",
  },
  {
    ...domain,
    what: 'mailboxes of anybody count',
    from: /when domain ~ [^\n]*then null\n {4}else/,
    to: 'else',
  },
  {
    ...give,
    what: 'over what a person chose',
    from: 'new.organisation_id is distinct from old.organisation_id or',
    to: '',
  },
  { ...give, what: 'never again', from: 'or same_name and same_place', to: 'or true' },
  {
    ...give,
    what: 'whoever else is there moves too',
    from: 'if same_name and not exists',
    to: 'if same_name or not exists',
  },
  { ...drop, what: 'with its notes', from: 'and o.updated_at = o.created_at', to: '' },
  { ...drop, what: 'nothing goes', from: 'where o.id = old.organisation_id', to: 'where false' },
  { ...place, what: 'nothing is told', from: 'where o.id = first_of.id', to: 'where false' },
  { ...page, what: "read without the caller's rights", ...definer },
  { ...recency, what: 'a note is a contact', from: "where a.kind <> 'note'", to: '' },
  { ...recency, what: "read without the caller's rights", ...definer },
  { ...people, what: "read without the caller's rights", ...definer },
  { ...people, what: 'one each, whoever they are', from: 'count(*)', to: '1' },
  { ...merge, what: 'by any signed-in user', from: /PERFORM private\.require_admin\(\);/i, to: '' },
  { ...merge, what: 'with themselves', from: 'kept = merged or', to: '' },
  { ...merge, what: 'any column', from: 'or not fields <@ choosable', to: '' },
  { ...merge, what: 'a refusal forgotten', from: 'if refusal is not null', to: 'if false' },
  { ...merge, what: 'a refusal of the first forgotten', from: 'array[winner, other]', to: 'array[other]' },
  { ...merge, what: 'the status of the first', from: /result\.status := [^;]*;/, to: '' },
  {
    ...merge,
    what: 'what the first lacks is lost',
    from: "or key = any (choosable) and to_jsonb(winner) -> key = 'null'",
    to: '',
  },
  {
    ...merge,
    what: 'the organisation of the first',
    from: 'result.organisation_id := other.organisation_id;',
    to: 'null;',
  },
  {
    ...merge,
    what: 'dates of what moves',
    from: "set_config('app.trash', 'on', true)",
    to: "set_config('app.trash', '', true)",
  },
  {
    ...refusal,
    what: 'a bounce refuses',
    from: "c.suppression <> 'bounced'",
    to: 'c.suppression is not null',
  },
  {
    ...refusal,
    what: 'a bounce hides a withdrawal',
    from: "c.suppression = 'bounced' and c.basis is null",
    to: 'false and c.basis is null',
  },
  { ...refusal, what: 'a page that refuses forgotten', from: "c.state = 'refused'", to: 'false' },
  {
    ...note,
    what: 'the other forgotten',
    from: 'other.name, other.company,',
    to: 'kept.name, kept.company,',
  },
  {
    ...note,
    what: 'notes given up are lost',
    from: 'case when drops_notes',
    to: 'case when not drops_notes',
  },
  {
    ...apart,
    what: 'over a later change',
    from: 'where to_jsonb(c) -> was.key = record_of.after -> was.key',
    to: '',
  },
  {
    ...apart,
    what: 'a refusal stays',
    from: 'delete from public.consent_events where id = any (record_of.written);',
    to: '',
  },
  { ...apart, what: 'in any order', from: 'where id = record_of.kept_id) then', to: 'where false) then' },
  { ...apart, what: 'what a merge took away is lost', from: '<> all ($3)', to: 'is not null' },
  { ...trashed, what: 'a merge of a merge forgotten', from: /union\n\s+select m\.trash_id[^)]*/, to: '' },
];
