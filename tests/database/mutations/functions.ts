import type { Engine } from '../engines/engine.ts';
import { campaignLawMutations } from './campaign-law.ts';
import { campaignWritingMutations } from './campaign-writing.ts';
import { campaignFunctionMutations } from './campaigns.ts';
import { consentFunctionMutations } from './consent.ts';
import { contactFunctionMutations } from './contacts.ts';
import { conversationMutations } from './conversations.ts';
import type { FunctionMutation } from './function-mutation.ts';
import { holdFunctionMutations } from './holds.ts';
import { behaviour, catalogue, type Mutation } from './mutation.ts';
import { organisationFunctionMutations } from './organisations.ts';
import { outboxFunctionMutations } from './outbox.ts';
import { prospectFunctionMutations } from './prospects.ts';
import { publishingFunctionMutations } from './publishing.ts';
import { quoteFunctionMutations } from './quotes.ts';
import { segmentFunctionMutations } from './segments.ts';
import { teamFunctionMutations } from './team.ts';
import { todayFunctionMutations } from './today.ts';
import { tourFunctionMutations } from './tours.ts';
import { trashFunctionMutations } from './trash.ts';
import { tripFunctionMutations } from './trips.ts';
import { undoFunctionMutations } from './undo.ts';

const adminBody = /select exists \([\s\S]*?\) and private\.has_given_second_factor\(\);/;
const admin = {
  function: 'private.is_admin',
  objects: ['contacts', 'tags', 'user_roles'],
  hints: ['role other than admin'],
};
const factor = {
  function: 'private.has_given_second_factor',
  objects: ['contacts'],
  hints: ['second factor'],
};
const keep = { function: 'private.keep_incident', objects: ['privacy_incidents'], hints: ['an incident'] };
const trace = {
  function: 'private.record_incident_change',
  objects: ['privacy_incidents'],
  hints: ['an incident corrected'],
};
const everything = {
  function: 'public.start_full_export',
  objects: ['privacy_incidents'],
  hints: ['a copy of everything'],
};
const limit = {
  function: 'private.count_quote_request',
  objects: ['quote_requests'],
  hints: ['hashed', 'secret key', '10 minutes', '40 simultaneous requests', '300 requests'],
};
const direct = {
  function: 'private.limit_quote_requests',
  objects: ['quote_requests'],
  hints: ['11th request', 'secret key', 'a proof is asked for'],
};
const received = {
  function: 'public.receive_quote_request',
  objects: ['quote_requests'],
  hints: ['received by the function'],
};
const proof = { function: 'public.set_quote_form_proof', objects: ['quote_requests'], hints: ['a proof'] };
const address = {
  function: 'private.client_address',
  objects: ['quote_requests', 'tour_views'],
  hints: ['one share', 'each has a share', 'last entry'],
};
const network = { ...address, function: 'private.network_of' };
const view = { function: 'private.record_tour_view', objects: ['tour_views', 'virtual_tours'] };
const order = { function: 'public.reorder_tags', objects: ['tags'] };
const join = { function: 'public.merge_tags', objects: ['tags'], hints: ['tag merge'] };
const search = { function: 'public.search_everything', objects: ['search'] };
const sought = { function: 'private.search_patterns', objects: ['search'] };
const figures = { function: 'public.dashboard_stats', objects: ['dashboard'] };
const chart = { function: 'public.views_by_month', objects: ['dashboard'] };
const rollUp = { function: 'private.roll_up_tour_views', objects: ['dashboard'] };

const register = { function: 'public.import_municipalities', objects: ['municipalities'] };
const around = { function: 'public.places_within', objects: ['municipalities'] };
const approximately = { function: 'private.place_approximately', objects: ['municipalities'] };
const townOf = { function: 'private.municipality_of', objects: ['municipalities'] };
const regionName = { function: 'private.region_name', objects: ['municipalities'] };
const distance = { function: 'private.distance_km', objects: ['municipalities'] };
const tripSave = { function: 'public.save_trip_plan', objects: ['trip_plans'] };
const tripCounts = { function: 'public.trip_plan_counts', objects: ['trip_plans'] };
const placeKey = { function: 'private.place_key', objects: ['municipalities'] };

const edits: FunctionMutation[] = [
  ...contactFunctionMutations,
  ...campaignFunctionMutations,
  ...campaignLawMutations,
  ...campaignWritingMutations,
  ...conversationMutations,
  ...consentFunctionMutations,
  ...holdFunctionMutations,
  ...prospectFunctionMutations,
  ...organisationFunctionMutations,
  ...segmentFunctionMutations,
  ...outboxFunctionMutations,
  ...quoteFunctionMutations,
  ...todayFunctionMutations,
  ...tourFunctionMutations,
  ...publishingFunctionMutations,
  ...tripFunctionMutations,
  ...trashFunctionMutations,
  ...undoFunctionMutations,
  ...teamFunctionMutations,
  { ...admin, what: 'always true', from: adminBody, to: 'select true;' },
  { ...admin, what: 'true for any signed-in user', from: adminBody, to: 'select auth.uid() is not null;' },
  { ...admin, what: 'without looking at who', from: 'user_id = auth.uid() and', to: '' },
  { ...admin, what: 'without looking at the role', from: " and role = 'admin'", to: '' },
  {
    ...{ ...admin, what: 'believes metadata that people write themselves', from: adminBody },
    to: `select exists (select 1 from public.user_roles where user_id = auth.uid() and role = 'admin')
           or auth.jwt() -> 'user_metadata' ->> 'role' = 'admin';`,
  },
  {
    ...admin,
    objects: ['functions'],
    what: 'without search_path set',
    from: / SET search_path TO ''/,
    to: '',
  },
  {
    ...admin,
    what: 'without the second factor',
    from: 'and private.has_given_second_factor()',
    to: '',
    hints: ['second factor'],
  },
  { ...factor, what: 'always given', from: /select coalesce\([\s\S]*?;/, to: 'select true;' },
  { ...factor, what: 'asked of everybody', from: /or not exists \([\s\S]*'verified'\)/, to: '' },
  { ...factor, what: 'asked while it is being set up', from: "and status = 'verified'", to: '' },
  { ...factor, what: "another person's factor counts", from: 'user_id = auth.uid() and', to: '' },
  { ...factor, what: 'given when the token says nothing', from: "'aal1') =", to: "'aal2') =" },
  { ...keep, what: 'a day dated back shortens it', from: 'greatest(old.kept_until, ', to: 'greatest(' },
  {
    ...keep,
    what: 'a later day changes nothing',
    from: "new.known_on + interval '5 years');",
    to: 'old.kept_until);',
  },
  { ...trace, what: 'without who', from: 'auth.uid()', to: 'null' },
  { ...trace, what: 'nothing kept', from: 'changed is not null', to: 'false' },
  {
    ...trace,
    what: 'lines for edits that changed nothing',
    from: 'was.value is distinct from',
    to: 'true or was.value is distinct from',
  },
  { ...everything, what: 'for any signed-in user', from: 'perform private.require_admin();', to: '' },
  { ...everything, what: 'without the register', from: /insert into public\.privacy_register[^;]*;/, to: '' },
  { ...limit, what: 'a hundred requests for each address', from: '>= 10', to: '>= 100' },
  { ...limit, what: 'eleven requests for each address', from: '>= 10', to: '>= 11' },
  { ...limit, what: 'nine requests for each address', from: '>= 10', to: '>= 9' },
  { ...limit, what: 'four requests for each e-mail', from: '>= 3', to: '>= 4' },
  {
    ...limit,
    what: 'e-mail counted with its case',
    from: "private.mailbox_key(coalesce(email, ''))",
    to: "coalesce(email, '')",
  },
  { ...limit, what: 'window of a second', from: "interval '10 minutes'", to: "interval '1 second'" },
  { ...limit, what: 'window of nine minutes', from: "interval '10 minutes'", to: "interval '9 minutes'" },
  { ...limit, what: 'window of a day', from: "interval '10 minutes'", to: "interval '1 day'" },
  {
    ...direct,
    what: 'signed-in users are not counted',
    from: "= 'service_role'",
    to: "in ('service_role', 'authenticated')",
  },
  {
    ...direct,
    what: 'the secret key is counted',
    from: "or current_setting('role', true) = 'service_role'",
    to: '',
  },
  {
    ...limit,
    what: 'without a lock for each address',
    from: 'perform pg_advisory_xact_lock(1, hashtext(address_key));',
    to: '',
  },
  {
    ...limit,
    what: 'without a lock for each e-mail',
    from: 'perform pg_advisory_xact_lock(2, hashtext(email_key));',
    to: '',
  },
  {
    ...limit,
    what: 'address kept in clear',
    from: "private.keyed_text_hash('address:' || network)",
    to: "'address:' || network",
  },
  {
    ...limit,
    what: 'another spelling, another share',
    from: "private.mailbox_key(coalesce(email, ''))",
    to: "lower(coalesce(email, ''))",
  },
  { ...limit, what: 'traces never deleted', from: 'where accepted_at <= window_start', to: 'where false' },
  {
    ...limit,
    what: 'refusal in English',
    from: 'Trop de demandes ont été envoyées',
    to: 'Too many requests',
  },
  { ...limit, what: 'refusal with a status other than 429', from: 'PT429', to: 'PT400' },
  { ...limit, what: 'one share for all', from: '|| network)', to: "|| 'tous')" },
  { ...address, what: 'first entry of x-forwarded-for', from: "',', -1", to: "',', 1" },
  {
    ...network,
    what: 'IPv4 addresses written as IPv6 put together',
    from: "address::inet <<= inet '::ffff:0:0/96'",
    to: 'false',
  },
  { ...network, what: 'each address of a /64 apart', from: 'address::inet, 64', to: 'address::inet, 128' },
  {
    ...network,
    what: 'unknown without a proxy, so not counted',
    from: "'unknown'",
    to: 'gen_random_uuid()::text',
  },
  {
    ...direct,
    what: 'open although a proof is asked for',
    from: 'where quote_form_needs_proof',
    to: 'where false',
  },
  { ...received, what: 'not counted', from: /perform private\.count_quote_request[^;]*;/, to: '' },
  {
    ...received,
    what: 'counted under the address of the function',
    from: 'private.network_of(network_address)',
    to: 'private.client_address()',
  },
  {
    ...proof,
    what: 'never closed',
    from: 'do update set quote_form_needs_proof = is_needed',
    to: 'do update set quote_form_needs_proof = false',
  },
  { ...view, what: 'five hundred browsers for each address', from: 'integer := 5', to: 'integer := 500' },
  { ...view, what: 'one browser for each address', from: 'integer := 5', to: 'integer := 1' },
  { ...view, what: 'robots counted', from: "browser ~* 'bot", to: "browser ~* 'personne" },
  { ...view, what: 'drafts counted', from: "and status = 'published'", to: '' },
  {
    ...view,
    what: 'the same person counted each time',
    from: 'if is_new is not true',
    to: 'if false',
  },
  { ...view, what: 'without a lock', from: /perform pg_advisory_xact_lock\(3[^;]*;/, to: '' },
  { ...view, what: 'traces of the day before kept', from: 'where day < today', to: 'where false' },
  {
    ...register,
    what: 'everybody imports',
    from: 'and not (select private.is_admin())',
    to: 'and false',
  },
  { ...register, what: 'the secret key refused', from: "is distinct from 'service_role'", to: 'is not null' },
  { ...register, what: 'writes in a dry run too', from: 'if dry_run then', to: 'if false then' },
  {
    ...register,
    what: 'erases the coordinates',
    function: 'private.completed_places',
    from: 'coalesce(incoming.latitude, known.latitude)',
    to: 'incoming.latitude',
  },
  { ...register, what: 'nothing is ever gone', from: 'where known.code = absent.code', to: 'where false' },
  {
    ...register,
    what: 'a part of the register closes the rest',
    from: /and \(select count\(\*\) from absent[^;]*;/,
    to: ';',
  },
  { ...register, what: 'what comes back stays gone', from: 'gone_on = null,', to: '' },
  { ...register, what: 'keeps the old source', from: 'source = excluded.source,', to: '' },
  { ...register, what: 'rewrites what does not change', from: /where \(known\.kind[\s\S]*?;/, to: ';' },
  { ...around, what: 'beyond the radius', from: 'where distance <= $3', to: '' },
  { ...around, what: 'without an order', from: 'order by distance, code', to: 'order by code desc' },
  { ...around, what: 'what is gone too', from: 'where place.gone_on is null', to: '' },
  {
    ...approximately,
    what: 'MRC always in the middle',
    from: 'and (mrc.latitude is null or mrc.approximate)',
    to: '',
  },
  {
    ...approximately,
    what: 'every municipality at the centre',
    from: 'and (town.latitude is null or town.approximate)',
    to: '',
  },
  {
    ...townOf,
    what: 'another region too',
    from: 'm.region = private.region_name(municipality_of.region)',
    to: 'true',
  },
  { ...townOf, what: 'one of two', from: 'having count(*) = 1', to: '' },
  { ...townOf, what: 'reserved lands count', from: 'is_inhabited or', to: 'true or' },
  { ...regionName, what: 'numbers unread', from: 'case when written ~', to: 'case when false and written ~' },
  {
    ...distance,
    what: 'on a flat earth',
    from: 'cos(radians(latitude_a)) * cos(radians(latitude_b)) *',
    to: '',
  },
  { ...distance, what: 'in miles', from: '6371.0088', to: '3958.76' },
  { ...placeKey, what: 'accents counted', from: 'NFD', to: 'NFC' },
  { ...placeKey, what: '« St » left as it is', from: "'\\mst\\M', 'saint'", to: "'\\mst\\M', 'st'" },
  {
    ...tripSave,
    what: "in nobody's name",
    from: 'auth.uid(), save_trip_plan.city',
    to: 'null, save_trip_plan.city',
  },
  {
    ...tripSave,
    what: 'overwrites in silence',
    from: 'if known_at is distinct from read_at',
    to: 'if false',
  },
  { ...tripSave, what: 'without saying that it no longer exists', from: 'if not found', to: 'if false' },
  {
    ...tripSave,
    what: 'keeps the old types',
    from: /delete from public\.trip_plan_tags[\s\S]*?;/,
    to: '',
  },
  { ...tripSave, what: 'deletes the types of others', from: 'link.trip_plan_id = saved_id and', to: '' },
  { ...tripSave, what: 'without coordinates', from: 'place.latitude, place.longitude', to: 'null, null' },
  {
    ...tripSave,
    what: 'goes past the policies',
    from: ' LANGUAGE plpgsql',
    to: ' LANGUAGE plpgsql SECURITY DEFINER',
  },
  { ...tripCounts, what: 'goes past the policies', from: ' STABLE', to: ' STABLE SECURITY DEFINER' },
  { ...tripCounts, what: 'rejected ones counted as contacts', from: "= 'accepted'", to: "<> 'pending'" },
  { ...view, what: 'prefetches counted', from: "'prefetch|prerender'", to: "'rien'" },
  { ...order, what: 'without looking at who', from: 'not (select private.is_admin())', to: 'false' },
  {
    ...order,
    what: 'without counting',
    from: 'cardinality(ids) <> (select count(*) from public.tags)',
    to: 'false',
  },
  {
    ...order,
    what: 'without comparing',
    from: /exists \(select id from public.tags except[^)]*\)\)/,
    to: 'false',
  },
  { ...order, what: 'without a lock', from: /lock table [^;]*;/, to: '' },
  {
    ...order,
    what: 'from one',
    from: 'display_order = listed.position - 1',
    to: 'display_order = listed.position',
  },
  { ...order, what: 'refusal with a status other than 409', from: 'PT409', to: 'PT400' },
  { ...join, what: 'without looking at who', from: 'not (select private.is_admin())', to: 'false' },
  { ...join, what: 'into a tag that is gone', from: '<> 2', to: '= 0' },
  { ...join, what: 'trips forgotten', from: /insert into public\.trip_plan_tags[^;]*;/, to: '' },
  { ...join, what: 'the tag stays', from: 'delete from public.tags where id = merged;', to: '' },
  { ...search, what: 'with the rights of its owner', from: 'STABLE', to: 'STABLE SECURITY DEFINER' },
  { ...search, what: 'any of the words', from: 'searched ~* all', to: 'searched ~* any' },
  { ...search, what: 'as many as asked for', from: 'least(greatest(per_kind, 1), 20)', to: 'per_kind' },
  { ...search, what: 'anonymised requests found', from: 'where q.anonymised_at is null', to: '' },
  { ...sought, what: 'in the middle of words', from: "'\\m' ||", to: "'' ||" },
  {
    ...figures,
    what: 'told to any signed-in user',
    from: 'where (select private.is_member())',
    to: 'where true',
  },
  {
    ...figures,
    what: 'upcoming from tomorrow only',
    from: /start_date >= clock\.today/g,
    to: 'start_date > clock.today',
  },
  { ...figures, what: 'the next may be cancelled', from: "and status <> 'annulé'", to: '' },
  {
    ...figures,
    what: 'the last for the next',
    from: 'order by start_date,',
    to: 'order by start_date desc,',
  },
  {
    ...figures,
    what: 'drafts do not count',
    from: 'from public.virtual_tours',
    to: "from public.virtual_tours where status = 'published'",
  },
  {
    ...figures,
    what: 'counted on the first page',
    from: 'from public.contacts',
    to: 'from (select * from public.contacts limit 1000)',
  },
  { ...figures, what: 'waiting e-mails counted', from: "where status = 'envoyé'", to: '' },
  {
    ...figures,
    what: 'answered requests counted',
    from: "from public.quote_requests where status = 'nouveau'",
    to: 'from public.quote_requests',
  },
  {
    ...chart,
    what: 'told to any signed-in user',
    from: 'where (select private.is_member())',
    to: 'where true',
  },
  { ...chart, what: 'thirteen months', from: "'11 months'", to: "'12 months'" },
  { ...chart, what: 'empty months left out', from: 'left join', to: 'join' },
  {
    ...chart,
    what: 'the first of the next month included',
    from: 'counted.day < months',
    to: 'counted.day <= months',
  },
  {
    ...chart,
    what: 'the first of the month forgotten',
    from: 'counted.day >= months',
    to: 'counted.day > months',
  },
  { ...rollUp, what: 'recent days too', from: "- interval '1 month'", to: "+ interval '1 month'" },
  { ...rollUp, what: 'over what was added up before', from: 'monthly.views + excluded', to: 'excluded' },
  { ...rollUp, what: 'months mixed up', from: "date_trunc('month', past.day)::date", to: 'past.day' },
];

/** The functions on which policies and limits rest, each with one careless change. */
export async function functionMutations(engine: Engine): Promise<Mutation[]> {
  const rows = await catalogue<{ name: string; definition: string }>(
    engine,
    `select p.oid::pg_catalog.regproc::text as name, pg_catalog.pg_get_functiondef(p.oid) as definition
       from pg_catalog.pg_proc p where p.pronamespace in ('private'::pg_catalog.regnamespace, 'public'::pg_catalog.regnamespace)`,
  );
  return edits.map(({ function: name, what, from, to, objects, hints = [] }) => {
    const definition = rows.find((row) => row.name === name)?.definition ?? '';
    const apply = definition.replace(from, () => to);
    if (apply === definition) throw new Error(`${name} no longer holds ${from}: write this mutation anew`);
    return {
      name: `${name} · ${what}`,
      ...{ objects: [...objects, 'functions'], suites: ['attacks', ...behaviour, 'catalogue'] },
      hints: [
        ...hints,
        'contact import',
        'contact record',
        'outbox',
        'inbox',
        'request',
        'tour views',
        'municipalities',
        'trips',
        'function calls',
        'saving a tour',
        'tag order',
        'dashboard',
      ],
      ...{ apply, revert: definition },
    };
  });
}
