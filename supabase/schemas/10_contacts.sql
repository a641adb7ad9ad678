-- This file holds contacts: the list, the place and the organisation of each, its history, and changes to many contacts
-- at once.

-- The values follow the order of a relation: of two records that are merged, the later status stays.
create type public.contact_status as enum ('nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé');

-- Tells whether a campaign may write to contacts of this status
-- (supabase/functions/_shared/contract/campaign-statuses.ts).
create function private.takes_campaigns(status public.contact_status)
returns boolean
language sql
immutable
parallel safe
set search_path = ''
as $$
  select status in ('nouveau', 'contacté', 'intéressé');
$$;

grant execute on function private.takes_campaigns(public.contact_status) to authenticated;

create type public.contact_function as enum (
  'direction-générale', 'greffe', 'communications', 'loisirs', 'urbanisme', 'mairie', 'autre'
);

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  -- It names whoever created the contact. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  company text not null,
  -- It is null for a prospect accepted or imported without an address; such a contact cannot join a campaign.
  email text,
  phone text,
  city text not null,
  region text not null,
  sector public.sector not null default 'autre',
  status public.contact_status not null default 'nouveau',
  website text,
  notes text,
  -- It follows the town and region, and is null when the register does not say which place they are. People never write
  -- it: the triggers below follow what they write.
  municipality_code text references public.municipalities (code) on delete set null,
  organisation_id uuid references public.organisations (id) on delete set null,
  -- These say what the person does there, and in the organisation's own words.
  function_kind public.contact_function,
  function_title text,
  -- It tells whether the person holds a public office (11_lobbying.sql); when it is null, their sector says so.
  is_public_office_holder boolean,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contacts_function_title_length check (btrim(function_title) <> '' and char_length(function_title) <= 100),
  constraint contacts_function_title_one_line check (private.is_one_line_text(function_title)),
  constraint contacts_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint contacts_name_one_line check (private.is_one_line_text(name)),
  constraint contacts_company_length check (btrim(company) <> '' and char_length(company) <= 100),
  constraint contacts_company_one_line check (private.is_one_line_text(company)),
  constraint contacts_email_format check (private.is_email_address(email)),
  constraint contacts_phone_length check (char_length(phone) <= 20),
  constraint contacts_phone_one_line check (private.is_one_line_text(phone)),
  constraint contacts_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint contacts_city_one_line check (private.is_one_line_text(city)),
  constraint contacts_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint contacts_region_one_line check (private.is_one_line_text(region)),
  constraint contacts_website_length check (char_length(website) <= 500),
  constraint contacts_website_format check (private.is_web_address(website)),
  constraint contacts_notes_length check (char_length(notes) <= 1000)
);

create unique index contacts_email_key on public.contacts (lower(email));
create index contacts_user_id_idx on public.contacts (user_id);
-- The id keeps the order of rows of the same instant between two pages of the list.
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_municipality_code_idx on public.contacts (municipality_code);
create index contacts_organisation_id_idx on public.contacts (organisation_id);
create index contacts_company_idx on public.contacts (company);
create index contacts_status_idx on public.contacts (status);
-- The index finds the same person without an e-mail address in an imported file.
create index contacts_identity_idx on public.contacts
  (private.name_key(name), private.name_key(company), private.name_key(city));

create trigger contacts_set_updated_at before update on public.contacts
  for each row execute function private.set_updated_at();

alter table public.contacts enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.contacts to authenticated;
grant insert (
  user_id, name, company, email, phone, city, region, sector, status, website, notes, organisation_id, function_kind,
  function_title, is_public_office_holder
) on table public.contacts to authenticated;
grant update (
  name, company, email, phone, city, region, sector, status, website, notes, organisation_id, function_kind, function_title,
  is_public_office_holder
) on table public.contacts to authenticated;
grant delete on table public.contacts to authenticated;
grant select, insert, update, delete on table public.contacts to service_role;

create policy "contacts: member reads" on public.contacts
  for select to authenticated
  using ((select private.is_member()));

create policy "contacts: admin inserts as self" on public.contacts
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "contacts: admin updates" on public.contacts
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contacts: admin deletes" on public.contacts
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_search(
  'contact', 'public.contacts', names => array['company', 'name'],
  other => 'city || '' '' || coalesce(email, '''') || '' '' || coalesce(phone, '''') || '' '' || coalesce(notes, '''')',
  title => 'company', detail => 'concat_ws('' · '', nullif(name, company), city)',
  text => 'concat_ws('' · '', email, phone, notes)', changed_at => 'updated_at'
);

create function private.trash_label(item public.contacts)
returns text
language sql
stable
set search_path = ''
as $$
  select concat(item.name, ' (', item.company, ')');
$$;

select private.attach_trash('contacts');
select private.attach_activity_log('contacts');

-- Place --------------------------------------------------------------------------------------------------------------

create function private.place_contact()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_code constant text := private.municipality_of(new.city, new.region);
begin
  -- The town is spelled as the register does, or stays as it was written when the register does not say which it is.
  new.city := coalesce((select m.name from public.municipalities as m where m.code = found_code), new.city);
  new.region := private.region_name(new.region);
  -- A row that comes back from the trash or from a backup brings its own, which the register may list no more.
  if found_code is not null or tg_op = 'UPDATE' and new.municipality_code is not distinct from old.municipality_code then
    new.municipality_code := found_code;
  end if;
  return new;
end;
$$;

create trigger contacts_place before insert or update of city, region on public.contacts
  for each row execute function private.place_contact();

-- Finds the municipality of the contacts that have none, after a register was imported.
create function private.place_contacts()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- No person edited these contacts, so their `updated_at` is kept.
  perform set_config('app.trash', 'on', true);
  update public.contacts as contact set municipality_code = placed.code
  from (
    select c.id, private.municipality_of(c.city, c.region) as code from public.contacts as c
    where c.municipality_code is null
  ) as placed
  where contact.id = placed.id and placed.code is not null;
  perform private.place_organisations();
  perform set_config('app.trash', '', true);
end;
$$;

-- Organisation -------------------------------------------------------------------------------------------------------

create policy "organisations: admin deletes who has nobody" on public.organisations
  for delete to authenticated
  using (
    not exists (select from public.contacts as c where c.organisation_id = organisations.id) and (select private.is_admin())
  );

-- Returns the code of the register that the organisation of a contact is: its town's, or that of the MRC whose name it
-- bears.
create function private.organisation_code(contact public.contacts)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  -- « MRC de La Matanie » is « la matanie » or « matanie ».
  bare text;
begin
  if contact.sector <> 'mrc' then
    return case contact.sector when 'municipalité' then contact.municipality_code end;
  end if;
  bare := regexp_replace(private.place_key(contact.company), '^(la )?(mrc|municipalite regionale de comte) ', '');
  return (
    select min(m.code) from public.municipalities as m
    where m.kind = 'mrc' and m.gone_on is null
      and m.search_key = any (array(
        select regexp_replace(bare, '^' || article, '') from unnest(array['', 'de l ', 'de la ', 'de ', 'du ', 'des ', 'd ']) as article
      ))
  );
end;
$$;

-- Finds the organisation of a contact, or makes it: by the code of the register, by its name and town without accents,
-- then, for a public body, by the domain of its address among those of the same kind and town: two firms may share a
-- domain, and a person is asked about them (« Doublons »). The same contacts in the same order always make the same
-- organisations.
--   movable  the organisation that the contact was of: when nobody else is and only the town was corrected, it moves
--            instead
create function private.organisation_of(contact public.contacts, movable uuid default null)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  wanted_kind constant public.organisation_kind := private.organisation_kind(contact.sector);
  wanted_name constant text := private.name_key(contact.company);
  wanted_town constant text := private.place_key(contact.city);
  wanted_region constant text := private.region_name(contact.region);
  wanted_domain constant text := private.organisation_domain(contact.email);
  wanted_code constant text := private.organisation_code(contact);
  place public.municipalities;
  known uuid;
begin
  select o.id into known from public.organisations as o where o.register_code = wanted_code;
  if known is null then
    select o.id into known from public.organisations as o
    where o.name_key = wanted_name and o.town_key = wanted_town
      and o.region = wanted_region;
  end if;
  if known is null and wanted_domain is not null and wanted_kind <> 'entreprise' then
    select case when count(*) = 1 then min(o.id::text)::uuid end into known from public.organisations as o
    where o.domain = wanted_domain and o.kind = wanted_kind and o.town_key = wanted_town
      and o.region = wanted_region and (wanted_code is null or o.register_code is null);
  end if;
  -- The organisation was known otherwise, and the register now says what it is.
  update public.organisations as o set register_code = wanted_code, kind = wanted_kind,
    -- This organisation must stay unedited by a person: see drop_empty_organisation.
    created_at = case when o.updated_at = o.created_at then now() else o.created_at end
  where o.id = known and wanted_code is not null and o.register_code is null;
  if known is null and movable is not null then
    update public.organisations as o
    set city = contact.city, region = wanted_region, register_code = wanted_code, kind = wanted_kind,
      created_at = case when o.updated_at = o.created_at then now() else o.created_at end
    where o.id = movable;
    return movable;
  end if;
  if known is null then
    select * into place from public.municipalities as m where m.code = wanted_code;
    insert into public.organisations (kind, name, register_code, city, region, email, phone, website, domain)
    values (
      wanted_kind, btrim(contact.company), wanted_code, contact.city, wanted_region, place.official_email,
      case when private.is_one_line_text(place.phone) then place.phone end, place.website, wanted_domain
    )
    -- Of two contacts saved at once, the second finds what the first made.
    on conflict do nothing
    returning id into known;
  end if;
  if known is null then
    select o.id into known from public.organisations as o
    where o.register_code = wanted_code or o.name_key = wanted_name
      and o.town_key = wanted_town and o.region = wanted_region
    order by o.register_code = wanted_code desc nulls last, o.id
    limit 1;
  end if;
  update public.organisations as o set domain = wanted_domain
  where o.id = known and o.domain is null and wanted_domain is not null;
  return known;
end;
$$;

-- Gives a contact its organisation, unless a person chose it. By its name it runs after contacts_place: the town is
-- then spelled as the register does.
create function private.set_contact_organisation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  same_name boolean;
  same_place boolean;
  movable uuid;
begin
  if tg_op = 'INSERT' and new.organisation_id is not null then
    return new;
  elsif tg_op = 'UPDATE' and new.organisation_id is not null then
    same_name := private.name_key(new.company) = private.name_key(old.company);
    same_place := (private.place_key(new.city), new.region, private.organisation_kind(new.sector))
      is not distinct from (private.place_key(old.city), old.region, private.organisation_kind(old.sector));
    if new.organisation_id is distinct from old.organisation_id or same_name and same_place
      -- It is the name of the organisation itself, which the person wrote otherwise.
      or same_place and exists (
        select from public.organisations as o
        where o.id = new.organisation_id and o.name_key = private.name_key(new.company)
      )
    then
      return new;
    end if;
    if same_name and not exists (
      select from public.contacts as c where c.organisation_id = old.organisation_id and c.id <> new.id
    ) then
      movable := old.organisation_id;
    end if;
  end if;
  new.organisation_id := private.organisation_of(new, movable);
  return new;
exception when integrity_constraint_violation then
  -- The rules of contacts refuse bad values in their own words; a save is never stopped here.
  return new;
end;
$$;

create trigger contacts_set_organisation before insert or update of company, city, region, sector on public.contacts
  for each row execute function private.set_contact_organisation();

-- Deletes an organisation that only existed through a typing error and has no contact left, unless a person wrote about
-- it.
create function private.drop_empty_organisation()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.organisations as o
  where o.id = old.organisation_id and o.updated_at = o.created_at
    and not exists (select from public.contacts as c where c.organisation_id = o.id);
  return null;
end;
$$;

create trigger contacts_drop_empty_organisation
  after update of company, city, region, sector, organisation_id on public.contacts
  -- app.trash is on while merges and restores move many of them.
  for each row when (
    old.organisation_id is distinct from new.organisation_id and current_setting('app.trash', true) is distinct from 'on'
  )
  execute function private.drop_empty_organisation();

-- Links organisations to the register once it is imported: to the municipality in which all of their contacts are. Of
-- several organisations of one municipality the first is linked.
create function private.place_organisations()
returns void
language sql
set search_path = ''
as $$
  with told as (
    select o.id, o.created_at, min(c.municipality_code) as code
    from public.organisations as o join public.contacts as c on c.organisation_id = o.id
    where o.kind = 'municipalité' and o.register_code is null
    group by o.id having count(distinct c.municipality_code) = 1
  ),
  first_of as (
    select distinct on (code) id, code from told
    where not exists (select from public.organisations as other where other.register_code = told.code)
    order by code, created_at, id
  )
  update public.organisations as o set register_code = first_of.code from first_of where o.id = first_of.id;
$$;

-- History and changes ------------------------------------------------------------------------------------------------

create type public.contact_event_kind as enum ('status', 'imported', 'completed');

-- The table is the history of a contact. The trigger below and import_contacts write it, never the API.
create table public.contact_events (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind public.contact_event_kind not null,
  -- Only a change of status has these.
  old_status public.contact_status,
  new_status public.contact_status,
  -- Only an import has it: where the list came from, in the administrator's words.
  source text,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_events_source_length check (char_length(source) <= 500)
);

create index contact_events_contact_id_idx on public.contact_events (contact_id, created_at desc);
create index contact_events_recorded_by_idx on public.contact_events (recorded_by);

alter table public.contact_events enable row level security;

grant select on table public.contact_events to authenticated, service_role;

create policy "contact_events: member reads" on public.contact_events
  for select to authenticated
  using ((select private.is_member()));

create type public.contact_activity_kind as enum ('appel', 'rencontre', 'note');

-- The table holds exchanges with a contact or about one: a call, a meeting, a note, with its day.
create table public.contact_activities (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind public.contact_activity_kind not null,
  happened_at timestamptz not null default now(),
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_activities_body_length check (btrim(body) <> '' and char_length(body) <= 5000)
);

create index contact_activities_contact_id_idx on public.contact_activities (contact_id, happened_at desc);
create index contact_activities_recorded_by_idx on public.contact_activities (recorded_by);

-- Returns the contact that a merged contact now belongs to, for what was written offline and arrives after the merge.
-- It is PL/pgSQL because merges are in a later file.
create function private.follow_merge()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  kept uuid;
begin
  loop
    select merge.kept_id into kept from private.contact_merges as merge where merge.trash_id = new.contact_id;
    exit when not found;
    new.contact_id := kept;
  end loop;
  return new;
end;
$$;

create trigger contact_activities_follow_merge before insert on public.contact_activities
  for each row when (current_setting('app.trash', true) is distinct from 'on')
  execute function private.follow_merge();

alter table public.contact_activities enable row level security;

-- The id is granted so that an activity that was deleted comes back as it was.
grant select on table public.contact_activities to authenticated;
grant insert (id, contact_id, kind, happened_at, body, recorded_by) on table public.contact_activities to authenticated;
grant delete on table public.contact_activities to authenticated;
grant select, insert, update, delete on table public.contact_activities to service_role;

create policy "contact_activities: member reads" on public.contact_activities
  for select to authenticated
  using ((select private.is_member()));

create policy "contact_activities: admin inserts as self" on public.contact_activities
  for insert to authenticated
  with check (recorded_by = (select auth.uid()) and (select private.is_admin()));

create policy "contact_activities: admin deletes" on public.contact_activities
  for delete to authenticated
  using ((select private.is_admin()));

select private.attach_search(
  'exchange', 'public.contact_activities', names => '{}', other => 'body',
  title => '(select c.name || '', '' || c.company from public.contacts as c where c.id = contact_id)',
  detail => 'initcap(kind::text) || '' · '' || to_char(happened_at at time zone ''America/Toronto'', ''YYYY-MM-DD'')',
  text => 'body', target => '''contact''', target_id => 'contact_id', changed_at => 'happened_at'
);

-- Records each change of status, but not one that the same person takes back within a minute.
create function private.record_contact_status()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  delete from public.contact_events
  where id = (
      select id from public.contact_events where contact_id = new.id order by created_at desc, id limit 1
    )
    and kind = 'status' and old_status = new.status and new_status = old.status
    and recorded_by = auth.uid() and created_at > now() - interval '1 minute';
  if found then
    return null;
  end if;
  insert into public.contact_events (contact_id, kind, old_status, new_status, recorded_by)
  values (new.id, 'status', old.status, new.status, auth.uid());
  return null;
end;
$$;

create trigger contacts_record_status after update of status on public.contacts
  for each row when (old.status is distinct from new.status)
  execute function private.record_contact_status();

-- Changes the status of a selection, as the caller, under the policies of contacts. It returns how many were changed.
create function public.set_contact_status(contact_ids uuid[], status public.contact_status)
returns integer
language sql
set search_path = ''
as $$
  with changed as (
    update public.contacts c set status = set_contact_status.status
    where c.id = any (contact_ids) and c.status <> set_contact_status.status
    returning 1
  )
  select count(*)::integer from changed;
$$;

grant execute on function public.set_contact_status(uuid[], public.contact_status) to authenticated;

-- Gives rows back the statuses they had, in one transaction; what somebody has changed since stays. It runs as the
-- caller, under the policies of each table. private.set_answered_at brings the date of an answer back, and
-- private.record_contact_status makes the history of a contact forget the change. It returns how many rows were
-- changed.
--   kind    contacts, quote_requests or virtual_tours
--   given   the status that all of them were given
--   before  the status of each until then: [{ id, status }]
create function public.undo_status(kind text, given text, before jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if kind = 'contacts' then
    update public.contacts c set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.contact_status)
    where c.id = old.id and c.status = given::public.contact_status;
  elsif kind = 'quote_requests' then
    update public.quote_requests q set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.request_status)
    where q.id = old.id and q.status = given::public.request_status and q.anonymised_at is null;
  elsif kind = 'virtual_tours' then
    update public.virtual_tours t set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.tour_status)
    where t.id = old.id and t.status = given::public.tour_status;
  else
    raise invalid_parameter_value using message = 'Ce changement ne peut pas être annulé';
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.undo_status(text, text, jsonb) to authenticated;

-- Personal data ------------------------------------------------------------------------------------------------------

-- Returns what a person's copy holds of the contact.
create function private.contact_personal_data(person uuid, addresses text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'contact', (select to_jsonb(c) - 'user_id' from public.contacts c where c.id = person),
    'organisation', (
      select to_jsonb(o) - 'domain'
      from public.contacts c join public.organisations o on o.id = c.organisation_id where c.id = person
    ),
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person
    ),
    'activities', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'recorded_by' order by a.happened_at), '[]')
      from public.contact_activities a where a.contact_id = person
    )
  );
$$;
