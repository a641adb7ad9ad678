import type { FunctionMutation } from './function-mutation.ts';

const objects = ['contact_segments'];
const hints = ['segments · random', 'segments'];
const find = { function: 'private.segment_contacts', objects, hints };
const known = { function: 'private.is_segment_definition', objects, hints: ['limits', 'definition'] };
const tenders = { function: 'private.current_tenders', objects, hints };
const count = { function: 'public.count_segment', objects, hints };
const list = { function: 'public.contacts_of_segment', objects, hints };
const keep = { function: 'private.keep_campaign_segment', objects, hints: ['segments · a campaign'] };
const merge = { function: 'public.merge_organisations', objects: ['organisations'], hints: ['merging'] };
const apart = { ...merge, function: 'private.take_organisation_merge_apart' };
const shared = {
  function: 'public.import_contacts',
  objects: ['contacts'],
  hints: ['several people of one shared address', 'contact import'],
};
const mailbox = { ...shared, function: 'private.is_shared_mailbox' };
const definer = { from: 'SET search_path', to: 'SECURITY DEFINER SET search_path' };

/** Segments, organisations that become one, and the people of a shared address. */
export const segmentFunctionMutations: FunctionMutation[] = [
  {
    ...find,
    what: 'unknown conditions taken',
    from: 'is_segment_definition(definition) is not true',
    to: 'is_segment_definition(definition) is null',
  },
  { ...find, what: 'any region', from: 'c.region = any (regions)', to: 'true' },
  { ...find, what: 'MRCs by the town alone left out', from: 'town.mrc_code = any (mrcs) or', to: '' },
  { ...find, what: 'the least population left out', from: 'town.population >= population_min', to: 'true' },
  { ...find, what: 'the most population left out', from: 'town.population <= population_max', to: 'true' },
  { ...find, what: 'messages that did not leave count', from: "and s.status = 'envoyé'", to: '' },
  { ...find, what: 'every silence is never', from: "silence = 'jamais' or", to: 'true or' },
  { ...find, what: 'expired is not forbidden', from: "else 'interdit'", to: 'else null' },
  {
    ...find,
    what: 'the end of a consent left out',
    from: 'k.expires_at < now() + make_interval(days => expiry_days)',
    to: 'true',
  },
  {
    ...find,
    what: 'no quote is any quote',
    from: "'aucun' = any (quote_states) and not exists",
    to: "'aucun' = any (quote_states) and exists",
  },
  { ...find, what: 'towns without a tour too', from: "= (tour = 'avec')", to: "= (tour <> 'sans' or true)" },
  { ...find, what: 'tours of any tag', from: 'and t.tag_id::text = any (tags)', to: '' },
  { ...find, what: 'any distance', from: "<= (definition #>> '{trip,km}')::integer", to: '< 100000' },
  { ...find, what: 'signals of any kind', from: 't.kind = any (tenders)', to: 'true' },
  { ...find, what: 'shows everybody to anybody', ...definer },
  { ...tenders, what: 'those put aside too', from: 't.dismissed_at is null', to: 'true' },
  { ...tenders, what: 'those that closed too', from: 't.closes_at > at', to: 'true' },
  { ...tenders, what: 'contracts that end late', from: 'between 0 and 183', to: 'between 0 and 1830' },
  { ...known, what: 'thirteen conditions', from: 'not between 1 and 12', to: 'not between 1 and 13' },
  { ...known, what: 'no condition', from: 'not between 1 and 12', to: 'not between 0 and 12' },
  {
    ...known,
    what: 'unknown conditions',
    from: /else false\n {4}end\)\n {4}from jsonb_each/,
    to: 'else true\n    end)\n    from jsonb_each',
  },
  {
    ...find,
    what: 'partners may be written to',
    from: "f.status not in ('nouveau', 'contacté', 'intéressé')",
    to: 'false',
  },
  {
    ...find,
    what: 'refusals forgotten',
    from: 'private.refusal_reason(f.email, f.status, k.state, k.suppression)',
    to: 'null',
  },
  {
    ...find,
    what: 'a stopped sender is forgotten',
    from: '(select private.sending_stop())',
    to: 'null',
    objects: ['email_sends'],
    hints: ['restore under another key'],
  },
  { ...count, what: 'everybody is reachable', from: 'filter (where refusal is null)', to: '' },
  { ...list, what: 'shows the segments to anybody', ...definer },
  { ...keep, what: 'nothing kept', from: 's.id = keep_campaign_segment.segment', to: 'false' },
  { ...merge, what: 'for anybody', from: 'perform private.require_admin();', to: '' },
  {
    ...merge,
    what: 'two of the register made one',
    from: 'if winner.register_code <> other.register_code',
    to: 'if false',
  },
  { ...merge, what: 'any column', from: 'or not fields <@ choosable', to: '' },
  {
    ...merge,
    what: 'what was missing stays missing',
    from: "and to_jsonb(winner) -> key = 'null'",
    to: 'and false',
  },
  {
    ...merge,
    what: 'notes lost',
    from: "result.notes := left(winner.notes || E'\\n' || other.notes, 1000)",
    to: 'result.notes := winner.notes',
  },
  {
    ...merge,
    what: 'no way back',
    from: "perform private.put_in_trash('organisations', array[merged]);",
    to: '',
  },
  { ...apart, what: 'in any order', from: 'raise foreign_key_violation;', to: 'null;' },
  {
    ...apart,
    what: 'changes since lost',
    from: 'where to_jsonb(o) -> was.key = record_of.after -> was.key',
    to: '',
  },
  { ...apart, what: 'people stay with the one kept', from: '%2$I = null', to: '%2$I = t.%2$I' },
  {
    ...shared,
    what: 'a second person gets the address',
    from: 'case when bearer.is_other then null else w.email end as email',
    to: 'w.email as email',
  },
  {
    ...shared,
    what: 'in an organisation of another name',
    from: 'case when bearer.is_other then bearer.organisation_id end as organisation_id',
    to: 'null::uuid as organisation_id',
  },
  {
    ...shared,
    what: 'the address of the organisation is forgotten',
    from: 'where o.id = c.organisation_id and o.email is null',
    to: 'where false',
  },
  { ...mailbox, what: 'every address is shared', from: /'\^\(infos\?[^']*'/, to: "'@'" },
];
