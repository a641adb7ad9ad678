import type { FunctionMutation } from './function-mutation.ts';

const tours = ['virtual_tours'];
const save = { function: 'public.save_tour', objects: tours };
const slug = { function: 'private.free_slug', objects: tours };
const editor = { function: 'private.remember_tour_editor', objects: tours };
const status = { function: 'public.set_tours_status', objects: tours };
const unused = { function: 'public.unused_tour_images', objects: tours };
const named = { function: 'private.named_pictures', objects: tours };
const count = { function: 'public.count_function_call', objects: ['function_calls'] };

/** Saving tours, and the share that each person has of the functions. */
export const tourFunctionMutations: FunctionMutation[] = [
  {
    ...save,
    what: 'overwrites what another has just saved',
    from: 'is distinct from read_at',
    to: '<> found_tour.updated_at',
  },
  { ...save, what: 'a forgotten version passes', from: 'is distinct from read_at', to: '<> read_at' },
  { ...save, what: 'without a lock', from: 'where id = tour_id for update', to: 'where id = tour_id' },
  { ...save, what: 'deleted, it comes back or stays silent', from: 'if not found then', to: 'if false then' },
  {
    ...save,
    what: 'removed categories stay',
    from: /delete from public\.virtual_tour_tags[^;]*;/,
    to: '',
  },
  { ...save, what: 'removes the categories of other tours', from: 'link.tour_id = saved_id and ', to: '' },
  {
    ...save,
    what: 'categories are not added',
    from: /insert into public\.virtual_tour_tags[^;]*;/,
    to: '',
  },
  {
    ...save,
    what: 'hides the cause of a taken slug',
    from: 'raise unique_violation',
    to: 'raise check_violation',
  },
  { ...save, what: 'the conflict under another code', from: "'PT409'", to: "'PT400'" },
  { ...save, what: 'a column forgotten', from: 'panorama_url = save_tour.panorama_url, ', to: '' },
  { ...slug, what: 'proposes a taken slug', from: 'where not exists', to: 'where exists' },
  { ...slug, what: 'proposes a slug too long', from: '199 - length', to: '200 - length' },
  {
    ...editor,
    what: 'a change by the server charged to the last editor',
    from: /delete from private\.tour_editors[^;]*;/,
    to: 'null;',
  },
  { ...status, what: 'all tours', from: 'where tour.id = any (ids)', to: '' },
  { ...unused, what: 'pictures that are shown', from: 'and not exists', to: 'and true or exists' },
  { ...unused, what: 'panoramas', from: 'tour.panorama_url, ', to: '' },
  { ...unused, what: 'pictures that a text shows', from: ', tour.description', to: '' },
  {
    ...unused,
    what: 'pictures of templates',
    from: /union all\s+select template\.body from public\.email_templates as template/,
    to: '',
  },
  {
    ...named,
    what: 'encoded names are others',
    from: "case when part[1] is null then part[2] else chr(('x' || substr(part[1], 2))::bit(8)::integer) end",
    to: 'coalesce(part[1], part[2])',
  },
  { ...unused, what: 'pictures of today', from: "interval '1 day'", to: "interval '1 hour'" },
  { ...unused, what: 'never the old ones', from: "or file.created_at < now() - interval '1 day'", to: '' },
  { ...unused, what: 'those of what was sent', from: 'campaign.message_body,', to: '' },
  { ...unused, what: 'those of a draft', from: ', campaign.draft::text', to: '' },
  {
    ...unused,
    what: 'those of a signature',
    from: 'select sender_signatures::text from public.sending_settings',
    to: 'select null::text',
  },
  { ...unused, what: 'never the named ones', from: 'file.name = any (candidates) or', to: '' },
  {
    ...count,
    what: 'counts for everybody',
    from: 'if not (select private.is_admin()) then',
    to: 'if false then',
  },
  { ...count, what: 'one share for all', from: 'made.user_id = auth.uid() and ', to: '' },
  { ...count, what: 'one call too many', from: '>= most', to: '> most' },
  { ...count, what: 'one call too many for all', from: '>= 3 * most', to: '> 3 * most' },
  { ...count, what: 'no limit for all', from: '>= 3 * most', to: '>= 300 * most' },
  {
    ...count,
    what: 'all functions share one limit',
    from: 'where made.function_name = count_function_call.function_name and made',
    to: 'where made',
  },
  { ...count, what: 'nine minutes', from: "interval '10 minutes'", to: "interval '9 minutes'" },
  { ...count, what: 'one hour', from: "interval '10 minutes'", to: "interval '1 hour'" },
  { ...count, what: 'without a lock', from: /perform pg_advisory_xact_lock\(4[^;]*;/, to: '' },
  { ...count, what: 'traces never deleted', from: 'where called_at <= window_start', to: 'where false' },
  { ...count, what: 'refusal with a status other than 429', from: 'PT429', to: 'PT400' },
  {
    ...count,
    what: 'an unknown function without a limit',
    from: 'if most is null then',
    to: 'if false then',
  },
  {
    function: 'private.function_call_limit',
    objects: ['function_calls'],
    what: 'two hundred',
    from: 'then 20',
    to: 'then 200',
  },
];
