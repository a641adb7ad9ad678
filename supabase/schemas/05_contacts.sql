-- Contacts: the list, the history of each contact, and changes to many contacts at once.

-- In the order in which a relation goes: of two records that are merged, the later status stays.
create type public.contact_status as enum ('nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé');

create table public.contacts (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  company text not null,
  -- Null for a prospect accepted or imported without an address; such a contact cannot join a campaign.
  email text,
  phone text,
  city text not null,
  region text not null,
  sector public.sector not null default 'autre',
  status public.contact_status not null default 'nouveau',
  website text,
  notes text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
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
-- With the id, so that rows of the same instant keep their order between two pages of the list.
create index contacts_created_at_idx on public.contacts (created_at desc, id);
create index contacts_company_idx on public.contacts (company);
create index contacts_status_idx on public.contacts (status);
-- Finds the same person without an e-mail address in an imported file.
create index contacts_identity_idx on public.contacts (lower(name), lower(company), lower(city));

create trigger contacts_set_updated_at before update on public.contacts
  for each row execute function private.set_updated_at();

alter table public.contacts enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.contacts to authenticated;
grant insert (user_id, name, company, email, phone, city, region, sector, status, website, notes)
  on table public.contacts to authenticated;
grant update (name, company, email, phone, city, region, sector, status, website, notes)
  on table public.contacts to authenticated;
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

create type public.contact_event_kind as enum ('status', 'imported', 'completed');

-- The history of a contact. Written by the trigger below and by import_contacts, never through the API.
create table public.contact_events (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind public.contact_event_kind not null,
  -- Of a change of status.
  old_status public.contact_status,
  new_status public.contact_status,
  -- Of an import: where the list came from, in the administrator's words.
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

-- What was said with a contact, or about them: a call, a meeting, a note, on its day.
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

alter table public.contact_activities enable row level security;

-- With the id, so that one that was deleted comes back as it was.
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

-- A change that the same person takes back within a minute leaves no trace.
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

-- Changes the status of a selection, as the caller, under the policies of contacts. Returns how many were changed.
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
