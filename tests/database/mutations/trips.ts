import type { FunctionMutation } from './function-mutation.ts';

/** A function, and the likeliest of the checks that could notice a change. */
const of = (name: string, ...hints: string[]) => ({ function: name, objects: ['trip_plans'], hints });
const sheet = of('public.trip_sheet', 'trip sheets ·');
const around = of('public.studio_around', 'around a point');
const shore = of('private.shore_of', 'the shore of a place');
const completion = of('public.complete_contact', 'completing a contact');

const week = { function: 'public.import_tender_week', objects: ['tender_signals'], hints: ['tenders ·'] };
const line = {
  function: 'private.tender_today_rows',
  objects: ['tender_signals'],
  hints: ['lines of the day'],
};
const buyer = { function: 'private.buyer_place', objects: ['tender_signals'], hints: ['buyer'] };

/** The stops of a trip, what stands around it, what a contact is completed with, and the calls for tenders. */
export const tripFunctionMutations: FunctionMutation[] = [
  { ...sheet, what: 'for anybody', from: 'and (select private.is_member())', to: '' },
  { ...sheet, what: 'in any order', from: 'order by s.place', to: 'order by s.name' },
  { ...sheet, what: 'whoever is far, too', from: 'or people.km <= trip.radius_km', to: 'or true' },
  { ...sheet, what: 'united ones lost', from: 'coalesce(merge.kept_id, stop.id)', to: 'stop.id' },
  {
    ...sheet,
    what: 'prospects in the middle of their town',
    from: 'coalesce(a.latitude, m.latitude) as latitude',
    to: 'm.latitude',
  },
  {
    ...around,
    what: 'for anybody',
    from: "(current_setting('role', true) = 'service_role' or (select private.is_member()))",
    to: 'true',
  },
  {
    ...around,
    what: 'not for the functions',
    from: "current_setting('role', true) = 'service_role' or",
    to: '',
  },
  { ...around, what: 'drafts too', from: "v.status = 'published' and", to: '' },
  { ...around, what: 'everybody a client', from: "where known.value ->> 'is_client' = 'true'", to: '' },
  { ...around, what: 'however far', from: /and private\.distance_km\([^)]*\) <= \$3/, to: '' },
  { ...shore, what: 'islands with a bridge', from: "'^01'", to: "'^x'" },
  { ...shore, what: 'a road to Nunavik', from: "or code between '99075' and '99145'", to: '' },
  { ...shore, what: 'the south in the north', from: "then 'sud'", to: "then 'nord'" },
  { ...completion, what: 'without looking at who', from: /perform private\.require_admin\(\);/i, to: '' },
  { ...completion, what: 'over what stands', from: 'coalesce(c.phone, details', to: 'coalesce(details' },
  {
    ...completion,
    what: 'a refusal forgotten',
    from: 'when refusal is not null then refusal',
    to: 'when false then refusal',
  },
  { ...completion, what: "somebody else's address", from: "details := details - 'email';", to: '' },
  {
    ...completion,
    what: 'without a note',
    from: /insert into public\.contact_activities[\s\S]*?\);\s*return/,
    to: 'return',
  },
  { ...completion, what: 'without a proof', from: "'email' = any (filled) and", to: 'false and' },
  {
    ...week,
    what: 'for anybody',
    from: "current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin())",
    to: 'false',
  },
  {
    ...week,
    what: 'what was put aside comes back',
    from: 'select max(aside.dismissed_at)',
    to: 'select null::timestamptz',
  },
  {
    ...week,
    what: 'an older state over a newer',
    from: 'where excluded.published_at >= known.published_at',
    to: 'where true',
  },
  { ...line, what: 'calls of any day', from: "interval '14 days'", to: "interval '140 days'" },
  { ...line, what: 'weeks that were read', from: 'where not exists', to: 'where true or not exists' },
  { ...week, what: 'cancelled ones stay', from: 'incoming.kind is null and', to: 'false and' },
  {
    ...buyer,
    what: 'an MRC for a town',
    from: "case when is_mrc then 'mrc' else 'municipalité' end",
    to: "'municipalité'",
  },
  { ...buyer, what: 'a name without its designation', from: 'if bare = folded then', to: 'if false then' },
];
