-- This file completes contacts, and merges two records that are one: contacts, then organisations.

-- Completion -----------------------------------------------------------------------------------------------------------

-- The next function fills what a contact lacks, from its organisation's own site or from the register, each address
-- with where it was read.

-- Fills the empty fields of a contact and tells which: 'email', 'phone', 'website'. What stands already is kept.
--   details: what the site says, { email, phone, website, source_url, found_at, no_solicitation }; null reads the
--   register's line of the organisation that the contact is of
-- An address that another contact has is left out. The address goes to the ledger as published there, unless the page
-- refuses solicitation or the person once refused at another address; what the ledger says of the address already
-- stands. What was filled is a note of the contact's history.
create function public.complete_contact(contact_id uuid, details jsonb default null)
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  register_page constant text := 'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
  is_register constant boolean := details is null;
  person public.contacts;
  place public.municipalities;
  filled text[];
  refusal public.consent_basis;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = complete_contact.contact_id for update;
  if person.id is null then
    raise sqlstate 'PT404' using message = 'Ce contact n’existe plus';
  end if;
  if is_register then
    select m.* into place
    from public.organisations as o join public.municipalities as m on m.code = o.register_code
    where o.id = person.organisation_id;
    details := jsonb_build_object(
      'email', place.official_email, 'phone', place.phone, 'website', place.website, 'source_url', register_page,
      'found_at', coalesce(place.source_date::timestamptz, place.imported_at)
    );
  end if;
  if exists (select from public.contacts as c where lower(c.email) = lower(details ->> 'email')) then
    details := details - 'email';
  end if;
  filled := array_remove(array[
    case when person.email is null and details ->> 'email' is not null then 'email' end,
    case when person.phone is null and details ->> 'phone' is not null then 'phone' end,
    case when person.website is null and details ->> 'website' is not null then 'website' end
  ], null);
  if filled = '{}' then
    return filled;
  end if;

  update public.contacts as c set
    email = coalesce(c.email, details ->> 'email'), phone = coalesce(c.phone, details ->> 'phone'),
    website = coalesce(c.website, details ->> 'website')
  where c.id = person.id;
  if 'email' = any (filled) and not exists (
    select from public.consent_events as e
    where lower(e.email) = lower(details ->> 'email') and e.basis in ('express', 'withdrawn')
  ) then
    select e.basis into refusal from public.consent_events as e
    where e.contact_id = person.id and e.basis in ('withdrawn', 'no_solicitation')
    order by e.occurred_at desc limit 1;
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      person.id, details ->> 'email',
      (case
        when refusal is not null then refusal
        when (details ->> 'no_solicitation')::boolean then 'no_solicitation'
        when details ->> 'source_url' is null or details ->> 'found_at' is null then 'none'
        when private.is_open_map(details ->> 'source_url') then 'unverified'
        else 'published'
      end)::public.consent_basis,
      -- A refusal is no older than the day it is carried over.
      case when refusal is null then least(coalesce((details ->> 'found_at')::timestamptz, now()), now()) else now() end,
      details ->> 'source_url',
      case
        when refusal is not null then 'Refus de la même personne, à une autre adresse.'
        when (details ->> 'no_solicitation')::boolean
          then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when is_register then 'Adresse relevée dans le Répertoire des municipalités du Québec, à la date indiquée.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    person.id, 'note',
    left(format(
      E'Complété\u00a0: %s. Source\u00a0: %s',
      (
        select string_agg(concat_ws(' ', case name when 'email' then 'courriel' when 'phone' then 'téléphone' else 'site' end, details ->> name), ', ')
        from unnest(filled) as name
      ),
      coalesce(details ->> 'source_url', 'inconnue')
    ), 5000),
    auth.uid()
  );
  return filled;
end;
$$;

grant execute on function public.complete_contact(uuid, jsonb) to authenticated;

-- The next functions merge two contacts who are one person (docs/decisions/0083). A copy of the other is in the trash
-- for thirty days; what was theirs stays with the one that is kept, also when the copy is restored.

-- Gives these columns of a row the values that `content` has for them.
create function private.copy_columns(place regclass, row_id uuid, content jsonb, columns text[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  execute format(
    'update %1$s as t set (%2$s) = (select %2$s from jsonb_populate_record(t, $1)) where t.id = $2',
    place, (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
  ) using content, row_id;
end;
$$;

-- Returns a person's refusal that applies to every address of theirs: 'withdrawn' (a withdrawal, an unsubscription, a
-- complaint), 'no_solicitation' (the page of the organisation), or null. A bounce is not a refusal.
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

-- Writes a note of what a merge would otherwise lose: who the other was, their notes, what is replaced of the contact that is kept,
-- the other's open action when there is another, and their messages of campaigns that wrote to both.
create function private.merged_note(kept public.contacts, other public.contacts, result public.contacts, action public.next_actions)
returns text
language sql
stable
set search_path = ''
as $$
  select left(concat_ws(
    E'\n',
    E'Fiche réunie\u00a0: ' || concat_ws(' · ', other.name, other.company, other.email, other.phone, other.city, other.website),
    case when result.notes is distinct from other.notes then E'Notes\u00a0: ' || other.notes end,
    E'Remplacé\u00a0: ' || (
      select string_agg(was.value, ' · ') from jsonb_each_text(to_jsonb(kept)) as was
      where was.key = any ('{name, company, email, phone, city, website}')
        and was.value is distinct from to_jsonb(result) ->> was.key
    ),
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
  columns constant text[] := private.written_columns('public.contacts');
  -- A person may choose these columns; rules decide the others.
  choosable constant text[] := array(
    select unnest(columns) except select unnest(array['status', 'organisation_id', 'is_public_office_holder'])
  );
  winner public.contacts;
  other public.contacts;
  result public.contacts;
  known public.contacts;
  open_action public.next_actions;
  link record;
  refusal public.consent_basis;
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

  -- When one of the two holds a public office the kept contact does too, so that a follow-up needs a ground.
  if not private.is_public_office_holder(result)
    and (private.is_public_office_holder(winner) or private.is_public_office_holder(other)) then
    result.is_public_office_holder := true;
  end if;

  -- The dates of what moves stay.
  perform set_config('app.trash', 'on', true);
  foreach known in array array[winner, other] loop
    continue when known.email is null or lower(known.email) = lower(result.email);
    -- The person was known by this address too: its requests, its erasure, its refusals.
    insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
    values (kept, known.email, 'none', now(), 'Adresse d’une fiche réunie à celle-ci', auth.uid());
    refusal := private.personal_refusal(known);
    if refusal is not null then
      insert into public.consent_events (contact_id, email, basis, occurred_at, evidence, recorded_by)
      values (kept, result.email, refusal, now(), E'Refus de la fiche réunie\u00a0: ' || known.email, auth.uid());
    end if;
  end loop;

  select * into open_action from public.next_actions as a
  where a.contact_id = merged and a.done_at is null
    and exists (select from public.next_actions as mine where mine.contact_id = kept and mine.done_at is null);
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    kept, 'note',
    private.merged_note(winner, other, result, open_action),
    auth.uid()
  );
  if winner.notes is distinct from result.notes and winner.notes is not null then
    insert into public.contact_activities (contact_id, kind, body, recorded_by)
    values (kept, 'note', winner.notes, auth.uid());
  end if;
  delete from public.next_actions as a where a.id = open_action.id;

  -- The catalogue lists every table that points to contacts. A campaign that wrote to both keeps the message of the
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
  -- The stops of trips and the people of a campaign's draft name contacts in a list, where no reference follows them.
  update public.trip_plans as t
  set stop_ids = array(
    select id::uuid from jsonb_array_elements_text(private.renamed_ids(to_jsonb(t.stop_ids), merged, kept)) with ordinality as l (id, place)
    order by place
  )
  where merged = any (t.stop_ids);
  update public.campaigns as c
  set draft = jsonb_set(c.draft, '{contact_ids}', private.renamed_ids(c.draft -> 'contact_ids', merged, kept))
  where c.draft -> 'contact_ids' ? merged::text;
  perform private.rename_in_trash('public.contacts', merged, kept);
  update private.trash_rows as r
  set content = jsonb_set(r.content, '{stop_ids}', private.renamed_ids(r.content -> 'stop_ids', merged, kept))
  where r.place = 'public.trip_plans' and r.content -> 'stop_ids' ? merged::text;
  -- The copy in the trash is taken once what was theirs has moved: it is of the record alone.
  perform private.put_in_trash('contacts', array[merged]);
  update public.trash set label = left(label || ', réuni à ' || winner.name, 300) where id = merged;
  insert into private.contact_merges (trash_id, kept_id) values (merged, kept);
  delete from public.contacts where id = merged;
  perform set_config('app.trash', '', true);
  perform private.copy_columns('public.contacts', kept, to_jsonb(result), columns);
end;
$$;

grant execute on function public.merge_contacts(uuid, uuid, text[]) to authenticated;

-- The next function merges two organisations that are one (docs/decisions/0083), in the same way. Nobody's consent
-- moves: it goes by the address of each person.

-- Merges two organisations into the one that is kept, in one transaction. Everything that names the other names the kept one
-- from then on; what the kept one lacks comes from the other; `fields` are the columns taken from the other besides.
create function public.merge_organisations(kept uuid, merged uuid, fields text[] default '{}')
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  choosable constant text[] := private.written_columns('public.organisations');
  columns constant text[] := choosable || array['register_code', 'domain'];
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
      key = any (fields) or key = any (columns) and to_jsonb(winner) -> key = 'null'
    )
  ));
  -- Both notes are kept, as far as there is room.
  if winner.notes <> other.notes and not 'notes' = any (fields) then
    result.notes := left(winner.notes || E'\n' || other.notes, 1000);
  end if;

  -- The dates of what moves stay, and the one that is emptied waits for its deletion.
  perform set_config('app.trash', 'on', true);
  -- The catalogue lists every table that points to organisations.
  for link in select * from private.foreign_keys() as fk where fk.parent = 'public.organisations' loop
    execute format('update %s as t set %2$I = $1 where t.%2$I = $2', link.child, link.child_column) using kept, merged;
  end loop;
  perform private.rename_in_trash('public.organisations', merged, kept);
  perform private.put_in_trash('organisations', array[merged]);
  update public.trash set label = left(label || ', réunie à ' || winner.name, 300) where id = merged;
  delete from public.organisations where id = merged;
  perform set_config('app.trash', '', true);
  perform private.copy_columns('public.organisations', kept, to_jsonb(result), columns);
end;
$$;

grant execute on function public.merge_organisations(uuid, uuid, text[]) to authenticated;
