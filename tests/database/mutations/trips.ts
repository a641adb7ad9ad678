import type { FunctionMutation } from './function-mutation.ts';

/** A function, and the likeliest of the checks that could notice a change. */
const of = (name: string, ...hints: string[]) => ({ function: name, objects: ['trip_plans'], hints });
const sheet = of('public.trip_sheet', 'trip sheets ·');
const around = of('public.studio_around', 'around a point');
const shore = of('private.shore_of', 'the shore of a place');
const completion = of('public.complete_contact', 'completing a contact');

/** The stops of a trip, what stands around it, and what a contact is completed with. */
export const tripFunctionMutations: FunctionMutation[] = [
  { ...sheet, what: 'for anybody', from: 'and (select private.is_member())', to: '' },
  { ...sheet, what: 'in any order', from: 'order by s.place', to: 'order by s.name desc' },
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
  { ...completion, what: 'over what stands', from: 'coalesce(c.phone, found', to: 'coalesce(found' },
  {
    ...completion,
    what: 'a refusal forgotten',
    from: 'when refusal is not null then refusal',
    to: 'when false then refusal',
  },
  { ...completion, what: "somebody else's address", from: "found := found - 'email';", to: '' },
  {
    ...completion,
    what: 'without a note',
    from: /insert into public\.contact_activities[\s\S]*?\);\s*return/,
    to: 'return',
  },
  { ...completion, what: 'without a proof', from: "'email' = any (filled) and", to: 'false and' },
];
