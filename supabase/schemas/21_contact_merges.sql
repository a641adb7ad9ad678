-- Merging two contacts who are one person (docs/decisions/0084). The other goes to the trash, and comes back from there for
-- thirty days: restore_from_trash takes the merge apart.

-- The refusals of a person that concern every address of theirs: 'withdrawn' (a withdrawal, an unsubscription, a
-- complaint), 'no_solicitation' (the page of the organisation), or null. A bounce says nothing of what the person wants.
create function private.personal_refusal(person public.contacts)
returns public.consent_basis
language sql
stable
set search_path = ''
as $$
  select (case
    when c.state = 'withdrawn' or c.suppression <> 'bounced'
      or c.suppression = 'bounced' and c.basis is null and exists (
        select from public.consent_events as e where lower(e.email) = lower(person.email) and e.basis = 'withdrawn'
      ) then 'withdrawn'
    when c.state = 'refused' then 'no_solicitation'
  end)::public.consent_basis
  from private.current_consents(person.id) as c;
$$;

-- What a merge would otherwise lose, as a note: who the other was, their notes, their open action when there is another,
-- and their messages of campaigns that wrote to both.
create function private.merged_note(kept public.contacts, other public.contacts, drops_notes boolean, action public.next_actions)
returns text
language sql
stable
set search_path = ''
as $$
  select left(concat_ws(
    E'\n',
    E'Fiche réunie\u00a0: ' || concat_ws(' · ', other.name, other.company, other.email, other.phone, other.city, other.website),
    case when drops_notes then E'Notes\u00a0: ' || other.notes end,
    E'Action prévue\u00a0: ' || action.title || ', ' || to_char(action.due_on, 'YYYY-MM-DD'),
    (
      select string_agg(
        format(E'Campagne «\u00a0%s\u00a0»\u00a0: «\u00a0%s\u00a0», %s', c.name, s.subject, s.status), E'\n' order by s.created_at, s.id
      )
      from public.email_sends as s join public.campaigns as c on c.id = s.campaign_id
      where s.contact_id = other.id and exists (
        select from public.email_sends as mine
        where mine.campaign_id = s.campaign_id and mine.step = s.step and mine.contact_id = kept.id
      )
    )
  ), 5000);
$$;

-- Merges two contacts into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides. The
-- furthest status stays. A refusal by either, at an address that is given up, holds for the address that stays: nobody
-- can be written to who could not be before.
create function public.merge_contacts(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := array[
    'name', 'company', 'email', 'phone', 'city', 'region', 'sector', 'website', 'notes', 'function_kind', 'function_title'
  ];
  winner public.contacts;
  other public.contacts;
  result public.contacts;
  known public.contacts;
  open_action public.next_actions;
  link record;
  refusal public.consent_basis;
  row_id uuid;
  written_rows uuid[] := '{}';
  removed_rows uuid[] := '{}';
begin
  perform private.require_admin();
  if kept = merged or not fields <@ choosable then
    raise invalid_parameter_value using message = 'Ces deux fiches ne peuvent pas être réunies ainsi.';
  end if;
  perform from public.contacts where id in (kept, merged) order by id for update;
  select * into winner from public.contacts where id = kept;
  select * into other from public.contacts where id = merged;
  if winner.id is null or other.id is null then
    raise sqlstate 'PT404' using message = 'Une de ces deux fiches n’existe plus.';
  end if;
  result := jsonb_populate_record(winner, (
    select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(to_jsonb(other))
    where value <> 'null' and (key = any (fields) or key = any (choosable) and to_jsonb(winner) -> key = 'null')
  ));
  if 'company' = any (fields) then
    result.organisation_id := other.organisation_id;
  end if;
  result.status := greatest(winner.status, other.status);

  -- Where one of them holds a public office, so does the one that stays: a follow-up needs its ground.
  if not private.is_public_office_holder(result)
    and (private.is_public_office_holder(winner) or private.is_public_office_holder(other)) then
    result.is_public_office_holder := true;
  end if;

  perform private.put_in_trash('contacts', array[merged]);
  update public.trash set label = left(label || ', réuni à ' || winner.name, 300) where id = merged;

  -- The dates of what moves stay.
  perform set_config('app.trash', 'on', true);
  foreach known in array array[winner, other] loop
    continue when known.email is null or lower(known.email) = lower(result.email);
    -- By this address too the person was known: its requests, its erasure, its refusals.
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (kept, known.email, 'none', now(), 'Adresse d’une fiche réunie à celle-ci', auth.uid())
    returning id into row_id;
    written_rows := written_rows || row_id;
    refusal := private.personal_refusal(known);
    if refusal is not null then
      insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
      values (kept, result.email, refusal, now(), E'Refus de la fiche réunie\u00a0: ' || known.email, auth.uid())
      returning id into row_id;
      written_rows := written_rows || row_id;
    end if;
  end loop;

  select * into open_action from public.next_actions as a
  where a.contact_id = merged and a.done_at is null
    and exists (select from public.next_actions as mine where mine.contact_id = kept and mine.done_at is null);
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    kept, 'note',
    private.merged_note(winner, other, result.notes is distinct from other.notes, open_action),
    auth.uid()
  )
  returning id into row_id;
  written_rows := written_rows || row_id;
  if winner.notes is distinct from result.notes and winner.notes is not null then
    insert into public.contact_activities (contact_id, kind, body, recorded_by)
    values (kept, 'note', winner.notes, auth.uid())
    returning id into row_id;
    written_rows := written_rows || row_id;
  end if;
  delete from public.next_actions as a where a.id = open_action.id;
  removed_rows := array_remove(array[open_action.id], null);

  -- Every table that points to contacts, as the catalogue has them. A campaign that wrote to both keeps the message of the
  -- kept one; the other's loses its contact with the deletion below.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.contacts' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column)
      || case when link.child = 'public.email_sends' then
        ' and not exists (
          select from public.email_sends as mine
          where mine.campaign_id = t.campaign_id and mine.step = t.step and mine.contact_id = $1
        )' else '' end
    using kept, merged;
  end loop;
  delete from public.contacts where id = merged;
  perform set_config('app.trash', '', true);

  update public.contacts as c set
    name = result.name, company = result.company, email = result.email, phone = result.phone, city = result.city,
    region = result.region, sector = result.sector, status = result.status, website = result.website, notes = result.notes,
    function_kind = result.function_kind, function_title = result.function_title, organisation_id = result.organisation_id,
    is_public_office_holder = result.is_public_office_holder
  where c.id = kept
  returning * into result;
  insert into private.contact_merges (trash_id, kept_id, before, after, written, removed)
  select merged, kept, coalesce(jsonb_object_agg(was.key, was.value), '{}'),
    coalesce(jsonb_object_agg(was.key, to_jsonb(result) -> was.key), '{}'), written_rows, removed_rows
  from jsonb_each(to_jsonb(winner) - 'updated_at') as was
  where was.value is distinct from to_jsonb(result) -> was.key;
end;
$$;

grant execute on function public.merge_contacts(uuid, uuid, text[]) to authenticated;

-- Before a merged contact comes back from the trash: what was theirs is taken from the contact that was kept, as it is by
-- now, and put into the copy that private.put_back writes. What somebody changed of the kept one since stays.
create function private.take_merge_apart(merged uuid)
returns void
language plpgsql
set search_path = ''
as $$
declare
  kept public.contacts;
  record_of private.contact_merges;
  link record;
begin
  select * into record_of from private.contact_merges where trash_id = merged;
  -- First things first: what the kept one took along is in the trash with it.
  if exists (select from public.trash where id = record_of.kept_id) then
    raise foreign_key_violation;
  end if;
  delete from public.consent_events where id = any (record_of.written);
  delete from public.contact_activities where id = any (record_of.written);

  select former.* into kept
  from public.contacts as c
  cross join lateral jsonb_populate_record(c, (
    select coalesce(jsonb_object_agg(was.key, was.value), '{}') from jsonb_each(record_of.before) as was
    where to_jsonb(c) -> was.key = record_of.after -> was.key
  )) as former
  where c.id = record_of.kept_id for update of c;
  -- Destroyed since, with all that was theirs: the copies of the day of the merge come back.
  if kept.id is null then
    return;
  end if;
  update public.contacts as c set
    name = kept.name, company = kept.company, email = kept.email, phone = kept.phone, city = kept.city,
    region = kept.region, sector = kept.sector, status = kept.status, website = kept.website, notes = kept.notes,
    function_kind = kept.function_kind, function_title = kept.function_title,
    is_public_office_holder = kept.is_public_office_holder,
    organisation_id = (select o.id from public.organisations as o where o.id = kept.organisation_id),
    updated_at = now()
  where c.id = kept.id;

  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.contacts' loop
    if link.is_cascade then
      execute format(
        'with present as (
           delete from %1$s as t using private.trash_rows as r
           where r.trash_id = $1 and r.place = %1$L and t.id = (r.content ->> ''id'')::uuid and t.%2$I = $2
           returning t.id, to_jsonb(t) as content
         ), gone as (
           delete from private.trash_rows as r
           where r.trash_id = $1 and r.place = %1$L and r.content ->> %2$L = $1::text
             and (r.content ->> ''id'')::uuid not in (select id from present) and (r.content ->> ''id'')::uuid <> all ($3)
         )
         update private.trash_rows as r set content = present.content || jsonb_build_object(%2$L, $1) from present
         where r.trash_id = $1 and r.place = %1$L and r.content ->> ''id'' = present.id::text',
        link.child, link.child_column
      ) using merged, kept.id, record_of.removed;
    else
      execute format(
        'update %1$s as t set %2$I = null from private.trash_links as l
         where l.trash_id = $1 and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and t.%2$I = $2',
        link.child, link.child_column
      ) using merged, kept.id;
    end if;
  end loop;
end;
$$;
