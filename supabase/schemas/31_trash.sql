-- This file holds the trash: what was deleted, for thirty days (docs/decisions/0039). A deletion moves rows out of
-- their tables, so that every policy, unique index and count of those tables stays true without a condition.

-- The table has one row per deleted item, under the id that it had.
create table public.trash (
  id uuid primary key,
  -- It names the table that the item comes from, one of those that called private.attach_trash (01_foundations.sql).
  kind public.trash_kind not null,
  label text not null,
  -- It counts the rows that went with it: { suggested_prospects: 12 }.
  parts jsonb not null default '{}',
  deleted_at timestamptz not null default now(),
  -- The name stands as it was known then: an account may go, this must not.
  deleted_by text,
  constraint trash_label_length check (char_length(label) between 1 and 300)
);

create index trash_deleted_at_idx on public.trash (deleted_at desc, id);

alter table public.trash enable row level security;

-- Only the functions below write, not even the service role directly.
grant select on table public.trash to authenticated, service_role;

create policy "trash: member reads" on public.trash
  for select to authenticated
  using ((select private.is_member()));

-- The table holds the rows themselves: the deleted one (depth 0) and those that its deletion took along, each below
-- what it points to.
create table private.trash_rows (
  trash_id uuid not null references public.trash (id) on delete cascade,
  place text not null,
  depth integer not null,
  content jsonb not null
);

create unique index trash_rows_key on private.trash_rows (trash_id, place, md5(content::text));
create index trash_rows_id_idx on private.trash_rows ((content ->> 'id'));

alter table private.trash_rows enable row level security;

-- The table holds what pointed to those rows and stayed, its reference emptied by the deletion.
create table private.trash_links (
  trash_id uuid not null references public.trash (id) on delete cascade,
  place text not null,
  column_name text not null,
  row_id uuid not null,
  value text not null,
  constraint trash_links_pkey primary key (trash_id, place, column_name, row_id)
);

alter table private.trash_links enable row level security;

-- The table lists contacts that were merged into another (docs/decisions/0083): an erasure of the kept contact erases
-- these copies too.
create table private.contact_merges (
  trash_id uuid primary key references public.trash (id) on delete cascade,
  -- There is no foreign key, because the kept contact may be in the trash too.
  kept_id uuid not null
);

create index contact_merges_kept_id_idx on private.contact_merges (kept_id);

alter table private.contact_merges enable row level security;

-- Lists the foreign keys of the business, as the catalogue has them: a table added later is in the trash without a word
-- here.
create function private.foreign_keys()
returns table (child text, child_column name, type text, parent text, parent_column name, is_cascade boolean)
language plpgsql
stable
set search_path = ''
as $$
begin
  return query
  select fk.conrelid::regclass::text, own.attname, format_type(own.atttypid, own.atttypmod),
    fk.confrelid::regclass::text, other.attname, fk.confdeltype = 'c'
  from pg_constraint as fk
  join pg_attribute as own on own.attrelid = fk.conrelid and own.attnum = fk.conkey[1]
  join pg_attribute as other on other.attrelid = fk.confrelid and other.attnum = fk.confkey[1]
  where fk.contype = 'f' and fk.confdeltype in ('c', 'n')
    and fk.connamespace in ('public'::regnamespace, 'private'::regnamespace) and cardinality(fk.conkey) = 1;
end;
$$;

-- Renames in the trash what names one of two records that are merged: rows would come back without it. What named both
-- names the kept one once.
create function private.rename_in_trash(parent text, merged uuid, kept uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  link record;
begin
  for link in
    select fk.child, fk.child_column::text as key from private.foreign_keys() as fk where fk.parent = rename_in_trash.parent
  loop
    delete from private.trash_rows as r using private.trash_rows as same
    where r.place = link.child and r.content ->> link.key = merged::text
      and same.trash_id = r.trash_id and same.place = r.place
      and same.content = r.content || jsonb_build_object(link.key, kept);
    update private.trash_rows as r set content = r.content || jsonb_build_object(link.key, kept)
    where r.place = link.child and r.content ->> link.key = merged::text;
  end loop;
end;
$$;

-- Returns a list of ids after a merge of two records: in the same order, with the kept id once.
create function private.renamed_ids(ids jsonb, merged uuid, kept uuid)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select coalesce(jsonb_agg(named.id order by named.place), '[]') from (
    select case when listed.id = merged::text then kept::text else listed.id end as id, min(listed.place) as place
    from jsonb_array_elements_text(ids) with ordinality as listed (id, place)
    group by 1
  ) as named;
$$;

-- Returns what the trash calls an item: its name. A table whose rows are known by something else has an overload of
-- this function in its own file.
create function private.trash_label(item anyelement)
returns text
language sql
stable
set search_path = ''
as $$
  select to_jsonb(item) ->> 'name';
$$;

-- Says in French why an item must not go to the trash; null when it may. A table that refuses some rows has an overload
-- of this function in its own file.
create function private.trash_refusal(item anyelement)
returns text
language sql
immutable
set search_path = ''
as $$
  select null::text;
$$;

-- Copies rows to the trash with everything that their deletion takes along or empties. The caller deletes them.
create function private.put_in_trash(kind public.trash_kind, ids uuid[])
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  level integer := 0;
  link record;
begin
  -- This deletes an older copy of a row that came back by another way, a backup for instance.
  execute format(
    'delete from public.trash as known using public.%I as t where t.id = known.id and t.id = any ($1)', kind
  ) using ids;
  execute format(
    'with taken as materialized (
       select t.id, to_jsonb(t) as content, left(private.trash_label(t), 300) as label
       from public.%I as t where t.id = any ($1) order by t.id for update
     ), item as (
       insert into public.trash (id, kind, label, deleted_by) select id, $2, label, $3 from taken
     )
     insert into private.trash_rows (trash_id, place, depth, content) select id, $4, 0, content from taken',
    kind
  ) using ids, kind, (select email from auth.users where id = auth.uid()), 'public.' || kind;

  -- A row that is reached by two ways is stored once, below both. More levels than these would be a circle.
  while level < 10 and exists (select from private.trash_rows where trash_id = any (ids) and depth = level) loop
    for link in
      select fk.* from private.foreign_keys() as fk
      where fk.parent in (select place from private.trash_rows where trash_id = any (ids) and depth = level)
    loop
      if link.is_cascade then
        execute format(
          'insert into private.trash_rows (trash_id, place, depth, content)
           select parent.trash_id, %1$L, $2 + 1, to_jsonb(child)
           from private.trash_rows as parent
           cross join lateral (
             select * from %1$s as t where t.%2$I = (parent.content ->> %3$L)::%4$s offset 0
           ) as child
           where parent.trash_id = any ($1) and parent.depth = $2 and parent.place = %5$L
           on conflict (trash_id, place, md5(content::text)) do update set depth = excluded.depth',
          link.child, link.child_column, link.parent_column, link.type, link.parent
        ) using ids, level;
      else
        execute format(
          'insert into private.trash_links (trash_id, place, column_name, row_id, value)
           select parent.trash_id, %1$L, %2$L, child.id, parent.content ->> %3$L
           from private.trash_rows as parent
           cross join lateral (
             select t.id from %1$s as t where t.%2$I = (parent.content ->> %3$L)::%4$s offset 0
           ) as child
           where parent.trash_id = any ($1) and parent.depth = $2 and parent.place = %5$L
           on conflict do nothing',
          link.child, link.child_column, link.parent_column, link.type, link.parent
        ) using ids, level;
      end if;
    end loop;
    level := level + 1;
  end loop;

  update public.trash as item set parts = counted.parts
  from (
    select trash_id, jsonb_object_agg(split_part(place, '.', 2), number) as parts
    from (
      select trash_id, place, count(*) as number from private.trash_rows
      where trash_id = any (ids) and depth > 0 and place like 'public.%'
      group by trash_id, place
    ) as by_place
    group by trash_id
  ) as counted
  where item.id = counted.trash_id;
end;
$$;

-- Moves rows of one table to the trash, under the ids that they have. It returns how many there were.
create function public.move_to_trash(kind public.trash_kind, ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  refusal text;
  moved integer;
begin
  perform private.require_admin();
  -- Organisations get there by a merge alone.
  if kind is null or not exists (
    select from pg_trigger as attached where attached.tgname = kind || '_keep_in_trash'
  ) then
    raise invalid_parameter_value using message = 'Ces éléments ne vont pas à la corbeille';
  end if;
  -- The rows are locked first, so that none can be sent between the question and the deletion.
  execute format('select from public.%I where id = any ($1) order by id for update', kind) using ids;
  execute format('select min(private.trash_refusal(t)) from public.%I as t where t.id = any ($1)', kind) into refusal using ids;
  if refusal is not null then
    raise sqlstate 'PT409' using message = refusal;
  end if;
  perform private.put_in_trash(kind, ids);
  perform set_config('app.trash', 'on', true);
  execute format('delete from public.%I where id = any ($1)', kind) using ids;
  get diagnostics moved = row_count;
  perform set_config('app.trash', '', true);
  return moved;
end;
$$;

grant execute on function public.move_to_trash(public.trash_kind, uuid[]) to authenticated;

-- Puts items back as they were, all or none. A reference to what was deleted meanwhile gets what that deletion would have
-- done: it is emptied, or its row is left out (the link to a tag that is gone).
create function private.put_back(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  part record;
  link record;
  columns text;
  expressions text;
  conditions text;
  written bigint;
begin
  perform set_config('app.trash', 'on', true);
  -- The rows that these point to may be restored later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;
  -- A row that went along with one item and belongs to another that is still here (the photo of a trip, of a contact)
  -- comes back with that one.
  insert into private.trash_rows (trash_id, place, depth, content)
  select owner.trash_id, r.place, owner.depth + 1, r.content
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.depth > 0 and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where fk.is_cascade and fk.parent_column = 'id' and owner.trash_id <> all (ids)
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only the columns of the copy are written, so that a column added later takes its default.
    select string_agg(format('%I', own.attname), ', ' order by own.attnum),
      string_agg(coalesce(emptied.expression, format('p.%I', own.attname)), ', ' order by own.attnum)
    into columns, expressions
    from pg_attribute as own
    left join lateral (
      select format(
        'case when exists (select from %s as o where o.%I = p.%I) then p.%3$I end', fk.parent, fk.parent_column, fk.child_column
      ) as expression
      from private.foreign_keys() as fk
      where fk.child = part.place and fk.child_column = own.attname and not fk.is_cascade
      limit 1
    ) as emptied on true
    where own.attrelid = to_regclass(part.place) and own.attnum > 0 and not own.attisdropped
      and own.attgenerated = '' and own.attname = any (part.keys);
    select coalesce(string_agg(format(
      ' and (p.%1$I is null or exists (select from %2$s as o where o.%3$I = p.%1$I))', fk.child_column, fk.parent, fk.parent_column
    ), ''), '') into conditions
    from private.foreign_keys() as fk where fk.child = part.place and fk.is_cascade;
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %3$s from private.trash_rows as r
       cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
       cross join lateral jsonb_populate_record(null::%1$s, r.content) as p
       where r.trash_id = any ($1) and r.place = $2 and r.depth = $3 and known.keys = $4%4$s',
      part.place, columns, expressions, conditions
    ) using ids, part.place, part.depth, part.keys;
    get diagnostics written = row_count;
    if part.depth = 0 and written < part.number then
      raise foreign_key_violation;
    end if;
  end loop;

  -- An e-mail that was still waiting when its request was deleted does not leave now.
  update public.notifications set
    state = (case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end)::public.notification_state,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where state = 'en_attente' and (
    quote_request_id = any (ids)
    or inbound_message_id in (select id from public.inbound_messages where contact_id = any (ids))
  );

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out. `num_nulls` makes
    -- the planner look rows up by their ids: right after thousands were emptied it would look for those under « is null
    -- ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and t.status not in (''programmé'', ''brouillon'')' else '' end
    using ids;
    -- The row that pointed here may itself be in the trash, and come back later.
    update private.trash_rows as r set content = r.content || jsonb_build_object(l.column_name, l.value)
    from private.trash_links as l
    where l.trash_id = any (ids) and l.place = link.place and l.column_name = link.column_name
      and r.trash_id <> all (ids) and r.place = l.place and r.content ->> 'id' = l.row_id::text
      and r.content ->> l.column_name is null;
  end loop;

  delete from public.trash where id = any (ids);
  perform set_config('app.trash', '', true);
end;
$$;

-- Says in French why an item cannot come back, from the error that its rows met.
create function private.restore_refusal(item public.trash, broken_constraint text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  content jsonb := (select r.content from private.trash_rows as r where r.trash_id = item.id and r.depth = 0);
  reason text;
begin
  if broken_constraint = 'virtual_tours_slug_key' then
    select format('le slug « %s » est maintenant celui de la visite « %s »', tour.slug, tour.title) into reason
    from public.virtual_tours as tour where tour.slug = content ->> 'slug';
  elsif broken_constraint = 'contacts_email_key' then
    select format('l’adresse %s est maintenant celle du contact « %s »', other.email, other.name) into reason
    from public.contacts as other where lower(other.email) = lower(content ->> 'email');
  elsif broken_constraint in ('organisations_identity_key', 'organisations_register_code_key') then
    reason := 'une autre organisation porte maintenant ce nom dans cette ville';
  end if;
  return format(
    '« %s » ne peut pas revenir : %s.', item.label,
    coalesce(reason, 'ce dont cet élément dépend a été supprimé ou remplacé depuis')
  );
end;
$$;

-- Takes items out of the trash, each as a whole or not at all. It returns { restored, refused: [text, …] }, and raises
-- an error when none came back.
create function public.restore_from_trash(ids uuid[])
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  items public.trash[];
  item public.trash;
  broken_constraint text;
  restored integer := 0;
  refused text[] := '{}';
begin
  perform private.require_admin();
  -- Of two simultaneous restores, the second finds nothing left.
  perform from public.trash where id = any (restore_from_trash.ids) order by id for update;
  items := array(select t from public.trash as t where t.id = any (restore_from_trash.ids) order by t.deleted_at desc, t.id);
  begin
    -- All are tried at once, for one by one takes seconds for a thousand.
    perform private.put_back(array(select one.id from unnest(items) as one));
    restored := cardinality(items);
  exception when integrity_constraint_violation then
    foreach item in array items loop
      begin
        perform private.put_back(array[item.id]);
        restored := restored + 1;
      exception when integrity_constraint_violation then
        get stacked diagnostics broken_constraint = constraint_name;
        refused := refused || private.restore_refusal(item, broken_constraint);
      end;
    end loop;
  end;
  if restored = 0 and cardinality(ids) > 0 then
    raise exception using message = coalesce(
      nullif(array_to_string(refused[1:3], ' '), ''), 'Cet élément n’est plus dans la corbeille.'
    );
  end if;
  return jsonb_build_object('restored', restored, 'refused', to_jsonb(refused));
end;
$$;

grant execute on function public.restore_from_trash(uuid[]) to authenticated;

-- Destroys items. It returns the picture addresses that tours had.
create function public.delete_from_trash(ids uuid[])
returns setof text
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform public.require_recent_sign_in();
  return query
  with gone as (
    select r.content ->> 'image_url' as address from private.trash_rows as r
    where r.trash_id = any (ids) and r.place = 'public.virtual_tours' and r.content ->> 'image_url' is not null
  ), destroyed as (
    delete from public.trash where id = any (ids)
  )
  select address from gone;
end;
$$;

grant execute on function public.delete_from_trash(uuid[]) to authenticated;

-- Lists the files of the bucket that deleted tours and templates name: they come back with them.
create function private.trashed_pictures()
returns setof text
language sql
stable
security definer
set search_path = ''
as $$
  select distinct named.name
  from public.trash as item
  join private.trash_rows as r on r.trash_id = item.id
  cross join lateral private.named_pictures(r.content::text) as named (name)
  where item.kind in ('virtual_tours', 'email_templates') and (select private.is_admin());
$$;

grant execute on function private.trashed_pictures() to authenticated;

-- Deletes for good what was deleted thirty days ago, and hashes of visitors at the end of their day.
create function private.trash_daily_run()
returns void
language sql
set search_path = ''
as $$
  delete from private.trash_rows as r using public.trash as item
  where r.trash_id = item.id and r.place = 'private.tour_visitors'
    and (r.content ->> 'day')::date < (now() at time zone 'America/Toronto')::date;
  delete from public.trash where deleted_at < now() - interval '30 days';
$$;

-- Lists what the trash holds of a person: rows of theirs, of contacts that were merged into theirs, or with one of
-- their addresses (in lower case).
create function private.trashed_of(person uuid, addresses text[])
returns setof private.trash_rows
language sql
stable
set search_path = ''
as $$
  with recursive merged as (
    select m.trash_id from private.contact_merges as m where m.kept_id = person
    union
    select m.trash_id from private.contact_merges as m join merged on m.kept_id = merged.trash_id
  )
  select r.* from private.trash_rows as r
  where r.content ->> 'contact_id' = person::text
    or r.place = 'public.contacts' and r.trash_id = person
    or r.trash_id in (select trash_id from merged)
    or lower(r.content ->> 'email') = any (addresses);
$$;

-- Lists the addresses of those rows that no contact has: by these too the person was known.
create function private.trashed_addresses(person uuid, addresses text[])
returns text[]
language sql
stable
set search_path = ''
as $$
  select array(
    select distinct lower(r.content ->> 'email') from private.trashed_of(person, addresses) as r
    where r.content ->> 'email' is not null and lower(r.content ->> 'email') <> all (addresses)
      and not exists (
        select from public.contacts as other
        where other.id <> person and lower(other.email) = lower(r.content ->> 'email')
      )
  );
$$;

-- Erases a person from the trash. A trip stays there, without them among its prospects. It returns how many rows went.
create function private.erase_from_trash(person uuid, addresses text[])
returns integer
language plpgsql
set search_path = ''
as $$
declare
  rows private.trash_rows[] := array(select r from private.trashed_of(person, addresses) as r);
begin
  delete from public.trash where id in (select r.trash_id from unnest(rows) as r where r.depth = 0);
  delete from private.trash_rows as r using unnest(rows) as theirs
  where r.trash_id = theirs.trash_id and r.place = theirs.place and r.content = theirs.content;
  return cardinality(rows);
end;
$$;

-- Returns what a person's copy holds of the trash.
create function private.trash_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'trash', (
      select coalesce(jsonb_agg(jsonb_build_object('table', t.place, 'row', t.content - 'user_id') order by t.place), '[]')
      from private.trashed_of(person, addresses) t
    )
  );
$$;
