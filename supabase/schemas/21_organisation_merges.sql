-- Merging two organisations that are one (docs/decisions/0098). The other goes to the trash, and comes back from there for
-- thirty days: restore_from_trash takes the merge apart. Nobody's consent moves: it goes by the address of each person.

-- Organisations that were merged into another.
create table private.organisation_merges (
  trash_id uuid primary key references public.trash (id) on delete cascade,
  -- No foreign key: which was kept may be in the trash in turn.
  kept_id uuid not null,
  -- Of the organisation that was kept: the columns that the merge changed, as they were and as it made them.
  before jsonb not null,
  after jsonb not null
);

alter table private.organisation_merges enable row level security;

-- Merges two organisations into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides.
create function public.merge_organisations(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := array['kind', 'name', 'city', 'region', 'email', 'phone', 'website', 'address', 'notes'];
  winner public.organisations;
  other public.organisations;
  result public.organisations;
  link record;
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux organisations ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.organisations where id in (kept, merged) order by id for update;
  select * into winner from public.organisations where id = kept;
  select * into other from public.organisations where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux organisations n’existe plus.';
  end if;
  if winner.register_code <> other.register_code then
    raise sqlstate 'PT409' using message = 'Le registre les connaît comme deux municipalités ou MRC différentes.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (
      key = any (fields) or key = any (choosable || array['register_code', 'domain']) and to_jsonb(winner) -> key = 'null'
    )
  ));
  -- Both notes, as far as there is room.
  if winner.notes <> other.notes and not 'notes' = any (fields) then
    result.notes := left(winner.notes || E'\n' || other.notes, 1000);
  end if;

  perform private.put_in_trash('organisations', array[merged]);
  update public.trash set label = left(label || ', réunie à ' || winner.name, 300) where id = merged;
  -- The dates of what moves stay, and the one that is emptied waits for its deletion.
  perform set_config('app.trash', 'on', true);
  -- Every table that points to organisations, as the catalogue has them.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column) using kept, merged;
  end loop;
  delete from public.organisations where id = merged;
  perform set_config('app.trash', '', true);

  update public.organisations as o set
    kind = result.kind, name = result.name, city = result.city, region = result.region, email = result.email,
    phone = result.phone, website = result.website, address = result.address, notes = result.notes,
    register_code = result.register_code, domain = result.domain
  where o.id = kept
  returning * into result;
  insert into private.organisation_merges (trash_id, kept_id, before, after)
  select merged, kept, coalesce(jsonb_object_agg(was.key, was.value), '{}'),
    coalesce(jsonb_object_agg(was.key, to_jsonb(result) -> was.key), '{}')
  from jsonb_each(to_jsonb(winner) - '{updated_at, name_key, town_key}'::text[]) as was
  where was.value is distinct from to_jsonb(result) -> was.key;
end;
$$;

grant execute on function public.merge_organisations(uuid, uuid, text[]) to authenticated;

-- Before a merged organisation comes back from the trash: what it gave is taken from the one that was kept, and its rows wait
-- for private.put_back. What somebody changed of the kept one since stays.
create function private.take_organisation_merge_apart(merged uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  kept public.organisations;
  record_of private.organisation_merges;
  link record;
begin
  select * into record_of from private.organisation_merges where trash_id = merged;
  -- First things first: what the kept one took along is in the trash with it.
  if exists (select from public.trash where id = record_of.kept_id) then
    raise foreign_key_violation;
  end if;
  select former.* into kept
  from public.organisations as o
  cross join lateral jsonb_populate_record(o, (
    select coalesce(jsonb_object_agg(was.key, was.value), '{}') from jsonb_each(record_of.before) as was
    where to_jsonb(o) -> was.key = record_of.after -> was.key
  )) as former
  where o.id = record_of.kept_id for update of o;
  update public.organisations as o set
    kind = kept.kind, name = kept.name, city = kept.city, region = kept.region, email = kept.email, phone = kept.phone,
    website = kept.website, address = kept.address, notes = kept.notes, register_code = kept.register_code,
    domain = kept.domain
  where o.id = kept.id;
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format(
      'update %1$s as t set %2$I = null from private.trash_links as l
       where l.trash_id = $1 and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and t.%2$I = $2',
      link.child, link.child_column
    ) using merged, record_of.kept_id;
  end loop;
end;
$$;
