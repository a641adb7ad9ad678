import type { FunctionMutation } from './function-mutation.ts';

const objects = ['publications'];
const hints = ['attack · publishing'];
const mark = { function: 'private.mark_site_changed', objects, hints };
const press = { function: 'public.request_publication', objects, hints };
const claim = { function: 'public.claim_publication', objects, hints };
const finish = { function: 'public.finish_publication_attempt', objects, hints };
const gone = { function: 'public.gone_tours', objects, hints };
const slug = { function: 'private.remember_public_slug', objects, hints };
const rows = {
  function: 'private.site_today_rows',
  objects: [...objects, 'tour_link_checks'],
  hints: [...hints, 'tour links'],
};
const links = { function: 'public.claim_tour_links', objects: ['tour_link_checks'], hints: ['tour links'] };
const link = { function: 'public.record_tour_link', objects: ['tour_link_checks'], hints: ['tour links'] };

const unused = {
  function: 'public.unused_delivery_files',
  objects: ['tour_deliveries'],
  hints: ['delivery links'],
};

/** Publishing the site, its addresses that are gone, and the links of tours. */
export const publishingFunctionMutations: FunctionMutation[] = [
  { ...mark, what: 'what nobody sees', from: 'if is_shown is not true then', to: 'if false then' },
  { ...mark, what: 'nothing has changed', from: 'was is not distinct from is_now', to: 'false' },
  {
    ...mark,
    what: 'put off without end',
    from: "waiting.asked_at + interval '10 minutes'",
    to: 'excluded.due_at',
  },
  {
    ...mark,
    what: 'leaves at once',
    from: "clock_timestamp() + interval '2 minutes'",
    to: 'clock_timestamp()',
  },
  { ...press, what: 'what changed since is left out', from: /and not exists \([^)]*\)/, to: '' },
  { ...press, what: 'waits as a change does', from: 'set due_at = now(), ', to: 'set ' },
  {
    ...claim,
    what: 'said before it is true',
    from: /coalesce\(started_at[^;]*<= seen/,
    to: 'seen is not null',
  },
  {
    ...claim,
    what: 'a commit that comes late',
    from: "changed_at + interval '10 seconds'",
    to: 'changed_at',
  },
  { ...claim, what: 'before its time', from: 'and waiting.due_at <= now()', to: '' },
  { ...claim, what: 'a silence never ends', from: "interval '30 minutes'", to: "interval '30 days'" },
  { ...finish, what: 'an answer of another attempt', from: 'and p.attempts = attempt', to: '' },
  { ...finish, what: 'asked without end', from: 'attempt < most_attempts', to: 'true' },
  {
    ...finish,
    what: 'a setting that lacks counts',
    from: "case outcome when 'unset' then 1 else 0 end",
    to: '0',
  },
  { ...gone, what: 'what is public is gone', from: /and not exists \([^)]*\)/, to: '' },
  { ...gone, what: 'a draft’s new address', from: "and tour.status = 'published'", to: '' },
  {
    ...slug,
    what: 'the first tour keeps it',
    from: 'do update set tour_id = excluded.tour_id',
    to: 'do nothing',
  },
  { ...rows, what: 'what is on its way', from: "and latest.asked_at < at - interval '15 minutes'", to: '' },
  { ...rows, what: 'once is enough', from: 'link.failures >= 2', to: 'link.failures >= 1' },
  { ...rows, what: 'of another address', from: 'and tour.url = link.url', to: '' },
  { ...links, what: 'the demo’s', from: /and not exists \([^;]*?\n {4}\)/, to: '' },
  { ...links, what: 'of drafts', from: "tour.status = 'published' and", to: '' },
  { ...links, what: 'a failure waits a week', from: "interval '1 day'", to: "interval '7 days'" },
  {
    ...link,
    what: 'failures never end',
    from: 'case when why is null then 0 else link.failures + 1 end',
    to: 'link.failures + 1',
  },
  {
    ...unused,
    what: 'of links that are open',
    from: /and not exists \(select from public\.tour_deliveries[^)]*\)/,
    to: '',
  },
  { ...unused, what: 'links never end', from: /update public\.tour_deliveries[^;]*;/, to: '' },
];
