-- Organisations and persons: the organisation of each contact, activities, merging of contacts. Every contact keeps all
-- that it says; its organisation is found or made as it is from now on when a contact is saved.

-- What was said with a contact, or about them: a call, a meeting, a note, on its day.
create table public.contact_activities (
  id uuid primary key default gen_random_uuid(),
  contact_id uuid not null references public.contacts (id) on delete cascade,
  kind text not null,
  happened_at timestamptz not null default now(),
  body text not null,
  recorded_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  constraint contact_activities_kind_known check (kind in ('appel', 'rencontre', 'note')),
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

-- Organisations: the towns, MRCs, public bodies and companies that contacts are persons of. A contact stays a person with
-- its own company text, address and consent; its organisation follows that text (docs/decisions/0083).

-- What an organisation is, from the sector of a person of it.
create function private.organisation_kind(sector text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
return case
  when sector in ('municipalité', 'mrc', 'organisme-public', 'autre') then sector
  else 'entreprise'
end;

-- The domain of an address, where it says whose address it is: null for mailboxes that anybody may have.
create function private.organisation_domain(email text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
declare
  domain constant text := lower(split_part(email, '@', 2));
begin
  return case
    when domain ~ '^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|mail|zoho|proton|protonmail|pm)\.' then null
    -- Providers of Québec and of Canada.
    when domain ~ '(^|\.)(videotron|bell|sympatico|cgocable|cogeco|globetrotter|telus|telusquebec|xplornet|rogers|shaw|eastlink|distributel|ebox|electronicbox|oricom|derytele|sogetel|maskatel|axion|b2b2c|cooptel|tlb|lino|citenet|vl)\.(ca|com|net|qc\.ca)$' then null
    else nullif(domain, '')
  end;
end;
$$;

create table public.organisations (
  id uuid primary key default gen_random_uuid(),
  kind text not null,
  name text not null,
  -- The municipality or the MRC that it is; none for everybody else.
  register_code text references public.municipalities (code) on delete set null,
  city text not null,
  region text not null,
  -- Its general address, phone and site: nobody consented by them, and campaigns do not read them.
  email text,
  phone text,
  website text,
  address text,
  notes text,
  -- Of the addresses of its persons: by it the next one is found.
  domain text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (private.place_key(name)) stored,
  town_key text generated always as (private.place_key(city)) stored,
  constraint organisations_kind_known check (kind in ('municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre')),
  constraint organisations_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint organisations_name_one_line check (private.is_one_line_text(name)),
  constraint organisations_city_length check (btrim(city) <> '' and char_length(city) <= 100),
  constraint organisations_city_one_line check (private.is_one_line_text(city)),
  constraint organisations_region_length check (btrim(region) <> '' and char_length(region) <= 100),
  constraint organisations_region_one_line check (private.is_one_line_text(region)),
  constraint organisations_email_format check (private.is_email_address(email)),
  constraint organisations_phone_length check (char_length(phone) <= 20),
  constraint organisations_phone_one_line check (private.is_one_line_text(phone)),
  constraint organisations_website_length check (char_length(website) <= 500),
  constraint organisations_website_format check (private.is_web_address(website)),
  constraint organisations_address_length check (char_length(address) <= 200),
  constraint organisations_address_one_line check (private.is_one_line_text(address)),
  constraint organisations_notes_length check (char_length(notes) <= 1000),
  constraint organisations_domain_length check (char_length(domain) <= 255)
);

create unique index organisations_register_code_key on public.organisations (register_code);
create unique index organisations_identity_key on public.organisations (name_key, town_key, region);
create index organisations_domain_idx on public.organisations (domain);

-- Not of what the contacts teach it: the domain, and the code of the register.
create trigger organisations_set_updated_at
  before update of kind, name, city, region, email, phone, website, address, notes on public.organisations
  for each row execute function private.set_updated_at();

create trigger organisations_normalise_region before insert or update of region on public.organisations
  for each row execute function private.normalise_region();

alter table public.organisations enable row level security;

-- Made by the trigger of contacts alone. Those that still have somebody stay.
grant select on table public.organisations to authenticated;
grant update (kind, name, city, region, email, phone, website, address, notes) on table public.organisations to authenticated;
grant delete on table public.organisations to authenticated;
grant select, insert, update, delete on table public.organisations to service_role;
-- Of the two columns that are generated.
grant execute on function private.place_key(text) to service_role;

create policy "organisations: member reads" on public.organisations
  for select to authenticated
  using ((select private.is_member()));

create policy "organisations: admin updates" on public.organisations
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

alter table public.contacts
  add column organisation_id uuid references public.organisations (id) on delete set null,
  -- What the person does there, and in the organisation's own words.
  add column function_kind text,
  add column function_title text,
  add constraint contacts_function_kind_known check (
    function_kind in ('direction-générale', 'greffe', 'communications', 'loisirs', 'urbanisme', 'mairie', 'autre')
  ),
  add constraint contacts_function_title_length check (btrim(function_title) <> '' and char_length(function_title) <= 100),
  add constraint contacts_function_title_one_line check (private.is_one_line_text(function_title));

create index contacts_organisation_id_idx on public.contacts (organisation_id);

grant insert (organisation_id, function_kind, function_title) on table public.contacts to authenticated;
grant update (organisation_id, function_kind, function_title) on table public.contacts to authenticated;

create policy "organisations: admin deletes who has nobody" on public.organisations
  for delete to authenticated
  using (
    not exists (select from public.contacts as c where c.organisation_id = organisations.id) and (select private.is_admin())
  );

-- The code of the register that the organisation of a contact is: its town's, or that of the MRC whose name it bears.
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
-- then by the domain of its address among those of the same kind and town. The same contacts in the same order always
-- make the same organisations.
--   movable  the one that it was of, when nobody else is and only the town was corrected: it moves instead
create function private.organisation_of(contact public.contacts, movable uuid default null)
returns uuid
language plpgsql
set search_path = ''
as $$
declare
  wanted_kind constant text := private.organisation_kind(contact.sector);
  wanted_name constant text := private.place_key(contact.company);
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
  if known is null and wanted_domain is not null then
    select case when count(*) = 1 then min(o.id::text)::uuid end into known from public.organisations as o
    where o.domain = wanted_domain and o.kind = wanted_kind and o.town_key = wanted_town
      and o.region = wanted_region and (wanted_code is null or o.register_code is null);
  end if;
  -- One that was known otherwise: now the register says what it is.
  update public.organisations as o set register_code = wanted_code, kind = wanted_kind,
    -- Nobody edited it: see drop_empty_organisation.
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

-- Gives a contact its organisation, unless a person chose it. After contacts_place, by its name: the town is then spelled
-- as the register does.
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
    same_name := private.place_key(new.company) = private.place_key(old.company);
    same_place := (private.place_key(new.city), new.region, private.organisation_kind(new.sector))
      is not distinct from (private.place_key(old.city), old.region, private.organisation_kind(old.sector));
    if new.organisation_id is distinct from old.organisation_id or same_name and same_place
      -- The name of the organisation itself, for one that the person wrote otherwise.
      or same_place and exists (
        select from public.organisations as o
        where o.id = new.organisation_id and o.name_key = private.place_key(new.company)
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
  -- What a contact may say is for the rules of contacts to refuse, in their own words; a save is never stopped here.
  return new;
end;
$$;

create trigger contacts_set_organisation before insert or update of company, city, region, sector on public.contacts
  for each row execute function private.set_contact_organisation();

-- One that a typing error made, and that nobody is of any more, goes; one that somebody wrote about stays.
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
  for each row when (old.organisation_id is distinct from new.organisation_id)
  execute function private.drop_empty_organisation();

-- Tells the organisations of towns which they are, once a register says it: the town that all of its people are in. Of
-- several of one town, the first.
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

-- Finds the municipality of the contacts that have none: a register that is imported after them.
create or replace function private.place_contacts()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Nobody edited them: their date stays.
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

-- Contacts that were merged into another (docs/decisions/0084): such an item of the trash comes back by taking apart what
-- was put together.
create table private.contact_merges (
  trash_id uuid primary key references public.trash (id) on delete cascade,
  -- No foreign key: who was kept may be in the trash in turn.
  kept_id uuid not null,
  -- Of the contact that was kept: the columns that the merge changed, as they were and as it made them.
  before jsonb not null,
  after jsonb not null,
  -- Rows that the merge wrote about the contact that was kept, and rows of the other that it took away.
  written uuid[] not null default '{}',
  removed uuid[] not null default '{}'
);

create index contact_merges_kept_id_idx on private.contact_merges (kept_id);

alter table private.contact_merges enable row level security;

-- Merging two contacts who are one person (docs/decisions/0084). The other goes to the trash, and comes back from there for
-- thirty days: restore_from_trash takes the merge apart.

-- The refusals of a person that concern every address of theirs: 'withdrawn' (a withdrawal, an unsubscription, a
-- complaint), 'no_solicitation' (the page of the organisation), or null. A bounce says nothing of what the person wants.
create function private.personal_refusal(person public.contacts)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when c.state = 'withdrawn' or c.suppression <> 'bounced'
      or c.suppression = 'bounced' and c.basis is null and exists (
        select from public.consent_events as e where lower(e.email) = lower(person.email) and e.basis = 'withdrawn'
      ) then 'withdrawn'
    when c.state = 'refused' then 'no_solicitation'
  end
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
  statuses constant text[] := array['nouveau', 'contacté', 'intéressé', 'partenaire', 'refusé'];
  winner public.contacts;
  other public.contacts;
  result public.contacts;
  known public.contacts;
  open_action public.next_actions;
  link record;
  refusal text;
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
  result.status := statuses[greatest(array_position(statuses, winner.status), array_position(statuses, other.status))];

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
    function_kind = result.function_kind, function_title = result.function_title, organisation_id = result.organisation_id
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

-- Puts items back as they were, all or none. A reference to what was deleted meanwhile gets what that deletion would have
-- done: it is emptied, or its row is left out (the link to a tag that is gone).
create or replace function private.put_back(ids uuid[])
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
  perform private.take_merge_apart(m.trash_id) from private.contact_merges as m where m.trash_id = any (ids);
  -- What these rows point to may come back later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only columns that the copy knows: one added since takes its default.
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
    state = case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where quote_request_id = any (ids) and state = 'en_attente';

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out; who merged them did
    -- not. num_nulls: by their ids; right after thousands were emptied the planner would look for those under « is null ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and (
        t.status not in (''programmé'', ''brouillon'')
        or exists (select from private.contact_merges as m where m.trash_id = l.trash_id)
      )' else '' end
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

-- What the trash holds of a person: rows of theirs, of contacts that were merged into theirs, or with one of their
-- addresses (in lower case).
create or replace function private.trashed_of(person uuid, addresses text[])
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

grant execute on function private.known_addresses(public.contacts) to authenticated;

-- The history of a contact, newest first. Quote requests, prospects, proofs and suppressions are also found by the
-- addresses that the person is or was known by.
create or replace function public.contact_timeline(contact uuid)
returns table (happened_at timestamptz, kind text, detail jsonb)
language sql
stable
set search_path = ''
as $$
  with person as materialized (
    select c.id, private.known_addresses(c) as addresses, c.created_at from public.contacts c where c.id = contact
  ),
  hashes as materialized (
    select private.email_hash(address) as hash from person cross join unnest(person.addresses) as address
  )
  select p.created_at, 'created', '{}'::jsonb from person p
  where not exists (select from public.contact_events e where e.contact_id = p.id and e.kind = 'imported')
  union all
  select e.created_at, e.kind,
    jsonb_strip_nulls(jsonb_build_object('old_status', e.old_status, 'new_status', e.new_status, 'source', e.source))
  from person p join public.contact_events e on e.contact_id = p.id
  union all
  select a.happened_at, 'activity', jsonb_build_object('id', a.id, 'kind', a.kind, 'body', a.body)
  from person p join public.contact_activities a on a.contact_id = p.id
  union all
  select s.updated_at, 'accepted', jsonb_build_object('trip_plan_id', t.id, 'city', t.city)
  from person p
  join public.suggested_prospects s on s.status = 'accepted' and (s.contact_id = p.id or lower(s.email) = any (p.addresses))
  join public.trip_plans t on t.id = s.trip_plan_id
  union all
  select q.created_at, 'quote', jsonb_build_object('organization_name', q.organization_name, 'service_type', q.service_type)
  from person p join public.quote_requests q on q.contact_id = p.id or lower(q.email) = any (p.addresses)
  union all
  select s.created_at, 'email', jsonb_build_object('subject', s.subject, 'status', s.status, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  union all
  select back.happened_at, back.kind, jsonb_build_object('subject', s.subject, 'campaign', c.name)
  from person p join public.email_sends s on s.contact_id = p.id join public.campaigns c on c.id = s.campaign_id
  cross join lateral (
    values (s.delivered_at, 'delivered'), (s.bounced_at, 'bounced'), (s.complained_at, 'complained'),
      (s.opened_at, 'opened'), (s.clicked_at, 'clicked'), (s.replied_at, 'replied')
  ) as back (happened_at, kind)
  where back.happened_at is not null
  union all
  select e.occurred_at, 'consent', jsonb_strip_nulls(jsonb_build_object('basis', e.basis, 'source_url', e.source_url, 'evidence', e.evidence))
  from person p join public.consent_events e on lower(e.email) = any (p.addresses)
  union all
  select s.created_at, 'suppressed', jsonb_build_object('reason', s.reason)
  from hashes h join public.suppressions s on s.email_hash = h.hash
  union all
  select l.created_at, 'lifted', jsonb_build_object('reason', l.reason)
  from hashes h join public.suppression_lifts l on l.email_hash = h.hash
  order by 1 desc;
$$;

-- Everything known about a person, for a request of access (Loi 25, section 27); the export is recorded in the
-- register. Null when there is no such contact.
create or replace function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, auth.uid());
  return jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'organisation', (select to_jsonb(o) - 'domain' from public.organisations o where o.id = person.organisation_id),
    'activities', (
      select coalesce(jsonb_agg(to_jsonb(a) - 'recorded_by' order by a.happened_at), '[]')
      from public.contact_activities a where a.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = any (hashes)
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = any (hashes)
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quote_request_id', n.quote_request_id, 'state', n.state, 'subject', n.subject, 'body', n.body,
        'attachments', n.attachments, 'created_at', n.created_at, 'finished_at', n.finished_at
      ) order by n.created_at), '[]')
      from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.kind = 'reply' and (q.contact_id = person.id or lower(q.email) = any (addresses))
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.request_events e join public.quote_requests q on q.id = e.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'issued_quotes', (
      select coalesce(jsonb_agg(
        to_jsonb(d) - '{created_by}'::text[] || jsonb_build_object('events', (
          select coalesce(jsonb_agg(to_jsonb(e) - '{quote_id, recorded_by}'::text[] order by e.created_at), '[]')
          from public.quote_events e where e.quote_id = d.id
        ), 'acceptances', (
          select coalesce(jsonb_agg(to_jsonb(a) - '{quote_id, recorded_by, reversed_by, code_hash}'::text[] order by a.accepted_at), '[]')
          from public.quote_acceptances a where a.quote_id = d.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.issued_quote_id = d.id
        )) order by d.created_at), '[]')
      from public.quotes d where d.contact_id = person.id or lower(d.email) = any (addresses)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = any (addresses)
    ),
    'next_actions', (
      select coalesce(jsonb_agg(to_jsonb(a) - '{owner, recorded_by}'::text[] order by a.created_at), '[]')
      from public.next_actions a
      left join public.quote_requests q on q.id = a.quote_request_id
      where a.contact_id = person.id or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' - 'recipient_hash' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
    ),
    'trash', (
      select coalesce(jsonb_agg(jsonb_build_object('table', t.place, 'row', t.content - 'user_id') order by t.place), '[]')
      from private.trashed_of(person.id, addresses) t
    )
  );
end;
$$;

-- Erases a person in every table and suppresses each of their addresses: found again in a public register, they are not
-- written to. What stays: messages without name, address and text, for the counts; hashes, for the suppressions and the
-- unsubscribe links already received; one row of the register.
create or replace function public.erase_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
  one_hash text;
  sends uuid[];
  gone jsonb;
  owner uuid;
  quotes uuid[];
  counted integer;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact for update;
  if not found then
    raise exception using message = 'Ce contact n''existe plus';
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  gone := jsonb_build_object('contacts', 1);
  foreach one_hash in array hashes loop
    perform private.suppress(one_hash, 'erased', auth.uid());
  end loop;
  -- Free text, written about the person.
  update public.suppression_lifts l set reason = '(effacé)' where l.email_hash = any (hashes);

  -- Campaigns are always locked before their messages.
  sends := array(
    select s.id from public.email_sends s where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
  );
  for owner in
    select distinct s.campaign_id from public.email_sends s where s.id = any (sends) order by 1
  loop
    perform from public.campaigns where id = owner for update;
    update public.email_sends s set
      status = case
        when s.status not in ('programmé', 'brouillon') then s.status
        when s.lease_token is not null or s.may_have_arrived then 'incertain'
        else 'annulé'
      end,
      finished_at = coalesce(s.finished_at, now()), lease_token = null,
      recipient_hash = coalesce(s.recipient_hash, private.email_hash(s.recipient_email), hash),
      recipient_email = null, recipient_name = null, contact_id = null,
      subject = '(effacé)', body = '(effacé)', last_error = null, bounce_reason = null
    where s.campaign_id = owner and s.id = any (sends);
    get diagnostics counted = row_count;
    gone := gone || jsonb_build_object('email_sends', coalesce((gone ->> 'email_sends')::integer, 0) + counted);
    perform private.close_campaign(owner);
  end loop;
  update public.email_events e set detail = null
  from public.email_sends s where s.id = e.email_send_id and (s.id = any (sends) or s.recipient_hash = any (hashes));

  quotes := array(
    select q.id from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
  );
  gone := gone || jsonb_build_object('quote_requests', private.anonymise_quotes(quotes));
  gone := gone || private.erase_from_quotes(person.id, addresses);
  delete from public.suggested_prospects s
  where s.contact_id = person.id or lower(s.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('prospects', counted);
  delete from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses);
  get diagnostics counted = row_count;
  gone := gone || jsonb_build_object('consent_events', counted);
  delete from public.contacts c where c.id = person.id;
  -- What an organisation says of itself may be the person's own, unless the register says it.
  update public.organisations o set email = null
  where lower(o.email) = any (addresses) and not exists (
    select from public.municipalities m where m.code = o.register_code and lower(m.official_email) = lower(o.email)
  );
  delete from public.organisations o
  where o.id = person.organisation_id and o.register_code is null
    and not exists (select from public.contacts c where c.organisation_id = o.id);
  -- Last: the deletion above went through the trash too.
  perform private.erase_from_trash(person.id, addresses);

  insert into public.privacy_register (kind, subject_hash, detail, recorded_by) values ('erasure', hash, gone, auth.uid());
  return gone;
end;
$$;

-- The trigger of each table below; its argument is the key's column. What the server, the seed or a visitor does is not
-- recorded: this is about the team.
create or replace function private.record_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key constant text := tg_argv[0];
  -- municipality_code follows the town, organisation_id the company.
  silent constant text[] := array['updated_at', 'view_count', 'municipality_code', 'organisation_id'];
  most_rows constant integer := 20;
  -- While app.trash is on, what is inserted comes back from the trash.
  verb constant text := case
    when tg_op = 'UPDATE' then 'updated' when tg_op = 'DELETE' then 'deleted'
    when current_setting('app.trash', true) = 'on' then 'restored' else 'created'
  end;
  changes jsonb;
begin
  if auth.uid() is null
    or tg_table_name <> 'user_roles' and not exists (select from public.user_roles where user_id = auth.uid())
  then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(n) ->> key)) into changes from new_rows as n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(o) ->> key)) into changes from old_rows as o;
  else
    select jsonb_agg(jsonb_build_object('id', after.row ->> key, 'fields', changed.fields)) into changes
    from (select to_jsonb(n) as row from new_rows as n) as after
    join (select to_jsonb(o) as row from old_rows as o) as before on before.row ->> key = after.row ->> key
    cross join lateral (
      select jsonb_agg(field.key order by field.key) as fields
      from jsonb_each(after.row) as field
      where field.value is distinct from before.row -> field.key and field.key <> all (silent)
    ) as changed
    where changed.fields is not null;
  end if;
  if changes is null then
    return null;
  end if;
  if jsonb_array_length(changes) > most_rows then
    insert into public.activity_log (actor, kind, action, fields, record_count)
    values (
      auth.uid(), tg_table_name, verb,
      array(
        select distinct field
        from jsonb_array_elements(changes) as change, jsonb_array_elements_text(change -> 'fields') as field
        order by field
      ),
      jsonb_array_length(changes)
    );
  else
    insert into public.activity_log (actor, kind, record_id, action, fields)
    select auth.uid(), tg_table_name, change ->> 'id', verb, array(select jsonb_array_elements_text(change -> 'fields'))
    from jsonb_array_elements(changes) as change;
  end if;
  return null;
end;
$$;

-- « Vider le studio de démonstration »: deletes what the seed added and nothing else, for good, what of it is in the trash
-- included, and empties the identity of the demo unless somebody has changed it. Returns how many rows went.
create or replace function public.empty_demo_studio()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target text;
  counted integer;
  total integer := 0;
begin
  perform private.require_admin();
  delete from public.trash as gone using private.demo_rows as demo
  where demo.table_name = gone.kind and demo.row_id = gone.id::text;
  get diagnostics total = row_count;
  -- Demo content would fill the trash that people look into.
  perform set_config('app.trash', 'on', true);
  -- What points to others before what it points to.
  foreach target in array array[
    'quote_templates', 'quote_services', 'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events',
    'contacts', 'email_templates', 'virtual_tours', 'tags', 'suppressions', 'testimonials'
  ] loop
    execute format(
      'delete from public.%I as gone using private.demo_rows as demo where demo.table_name = %L and demo.row_id = gone.id::text',
      target, target);
    get diagnostics counted = row_count;
    total := total + counted;
  end loop;
  -- They came with the contacts; those that somebody added a contact to stay.
  delete from public.organisations as gone using private.demo_rows as demo
  where demo.table_name = 'organisations' and demo.row_id = gone.id::text
    and not exists (select from public.contacts as c where c.organisation_id = gone.id);
  perform set_config('app.trash', '', true);
  update public.settings set
    sender_name = '', legal_name = '', postal_address = '', contact_email = '', contact_phone = '', verified_senders = '{}',
    insurer = '', insurance_number = '', insurance_amount_cents = null, insurance_until = null, picture_rights = '',
    privacy_practice = '', delivery_formats = '', hosted_in_quebec = false, about = '', team = '', territory = '',
    shows_prices = false
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'settings');
  delete from private.demo_rows;
  return total;
end;
$$;

-- A template with its variables replaced by these values, else by their fallback, else by nothing, and then without the
-- space before a comma. Values are not expanded again: a company named "{email}" stays as it is. Same as fillTemplate of
-- supabase/functions/_shared/message; a test compares the two.
create or replace function private.fill_template(template text, contact_values jsonb)
returns text
language sql
immutable
set search_path = ''
as $$
  select coalesce(string_agg(
    case when variable.name is not null and filled.value is null and literal.next_text ~ '^[,.;!?]'
      then rtrim(literal.text, ' ') else literal.text
    end || coalesce(filled.value, ''), '' order by literal.position
  ), '')
  from (
    select split.text, split.position, lead(split.text) over (order by split.position) as next_text
    from regexp_split_to_table(template, '\{[^{}\n]*\}') with ordinality as split (text, position)
  ) as literal
  left join (
    select found.token[1] as name, found.token[2] as fallback, found.position
    from regexp_matches(template, '\{([^{}|\n]*)\|?([^{}\n]*)\}', 'g') with ordinality as found (token, position)
  ) variable on variable.position = literal.position
  cross join lateral (
    select coalesce(private.trimmed(contact_values ->> variable.name), private.trimmed(variable.fallback)) as value
  ) as filled;
$$;

-- What a contact gives for each variable of a template (specification, section 3). One whose name is the organisation's is
-- nobody in particular: the greeting is then neutral.
create or replace function private.template_values(contact public.contacts)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'nom', case when private.place_key(contact.name) <> private.place_key(contact.company) then contact.name end,
    'entreprise', contact.company, 'ville', contact.city, 'region', contact.region,
    'email', contact.email, 'telephone', contact.phone
  );
$$;

-- What answers to every word of the query, the best first, at most so many of each kind. Runs as the caller: the
-- policies of each table decide what is found. A kind is one more select and its name below,
-- here, and in src/admin/data/search/search.ts.
-- Every row is read: under row-level security no index on a text could be used (docs/decisions/0050).
--   score  0: the title begins with a word of the query; 1: the title has one; 2: they are elsewhere
create or replace function public.search_everything(query text, per_kind integer default 5)
returns table (kind text, id text, title text, detail text, score integer)
language plpgsql
stable
set search_path = ''
as $$
declare
  patterns text[] := private.search_patterns(query);
  beginning text := '^(' || array_to_string(patterns, '|') || ')';
  inside text := array_to_string(patterns, '|');
begin
  -- One letter finds nearly everything.
  if patterns is null or char_length(private.place_key(query)) < 2 then
    return;
  end if;
  return query
  with everything as (
    select 'contact' as kind, c.id::text as id, c.company as title, concat_ws(' · ', nullif(c.name, c.company), c.city) as detail,
      concat_ws(' ', c.company, c.name, c.email, c.city, c.phone) as searched, c.updated_at as changed_at
    from public.contacts c
    union all
    select 'organisation', o.id::text, o.name, o.city, concat_ws(' ', o.name, o.city, o.email, o.phone), o.updated_at
    from public.organisations o
    union all
    select 'request', q.id::text, q.organization_name, q.contact_name,
      concat_ws(' ', q.organization_name, q.contact_name, q.email, q.phone), q.created_at
    from public.quote_requests q
    where q.anonymised_at is null
    union all
    select 'quote', d.id::text, d.organization_name, concat_ws(' · ', coalesce(d.number, 'Brouillon'), nullif(d.subject, '')),
      concat_ws(' ', d.organization_name, d.number, d.subject, d.contact_name), d.updated_at
    from public.quotes d
    where d.anonymised_at is null
    union all
    select 'tour', t.id::text, t.title, t.location, concat_ws(' ', t.title, t.location, t.slug), t.updated_at
    from public.virtual_tours t
    union all
    select 'trip', p.id::text, p.city, concat_ws(' · ', p.client_name, p.start_date::text),
      concat_ws(' ', p.city, p.client_name, p.start_date::text, p.region), p.updated_at
    from public.trip_plans p
    union all
    select 'campaign', a.id::text, a.name, a.status, a.name, a.created_at
    from public.campaigns a
    union all
    select 'template', e.id::text, e.name, e.subject, concat_ws(' ', e.name, e.subject), e.updated_at
    from public.email_templates e
    union all
    select 'municipality', m.code, m.name, concat_ws(' · ', m.designation, m.region),
      concat_ws(' ', m.name, m.designation, m.region, m.code), m.imported_at
    from public.municipalities m
  ),
  scored as (
    select found.kind, found.id, found.title, found.detail, found.changed_at, case
      when found.title ~* beginning then 0
      when found.title ~* inside then 1
      else 2
    end as score
    from everything found
    where found.searched ~* all (patterns)
  ),
  -- Kind by kind, so that a word that is in ten thousand contacts sorts none of them: the few best are kept while reading.
  -- Of the union above, each turn runs the select of its kind alone.
  best as (
    select one.*, row_number() over (partition by one.kind order by one.score, one.changed_at desc, one.id) as place
    from unnest(array['contact', 'organisation', 'request', 'quote', 'tour', 'trip', 'campaign', 'template', 'municipality']) as kinds (name)
    cross join lateral (
      select scored.* from scored where scored.kind = kinds.name
      order by scored.score, scored.changed_at desc, scored.id limit least(greatest(per_kind, 1), 20)
    ) as one
  )
  select best.kind, best.id, best.title, best.detail, best.score
  from best
  -- The register comes last: it has a town for nearly every word.
  order by best.kind = 'municipality', min(best.score) over (partition by best.kind), best.kind, best.place;
end;
$$;

-- What the studio has done with some people and in some towns:
--   { contacts, trips, tours, requests, quotes, emails, actions }
-- A trip or a tour is in a town by its code, else by the name of its place and region.
create function private.records_of(contact_ids uuid[], town_codes text[])
returns jsonb
language sql
stable
set search_path = ''
as $$
  with people as (
    select c.* from public.contacts as c where c.id = any (contact_ids)
  ),
  requests as (
    select r.* from public.quote_requests as r where r.contact_id = any (contact_ids)
  ),
  trips as (
    select t.* from public.trip_plans as t
    where t.municipality_code = any (town_codes)
      or t.municipality_code is null and private.municipality_of(t.city, t.region) = any (town_codes)
      or t.id in (select q.trip_plan_id from public.quotes as q where q.contact_id = any (contact_ids))
  ),
  tours as (
    select v.* from public.virtual_tours as v
    where cardinality(town_codes) > 0
      and private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2))) = any (town_codes)
  ),
  quotes as (
    select q.* from public.quotes as q
    where q.contact_id = any (contact_ids) or q.trip_plan_id in (select id from trips)
      or q.request_id in (select id from requests)
  )
  select jsonb_build_object(
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'company', c.company, 'status', c.status, 'email', c.email, 'phone', c.phone,
        'function_kind', c.function_kind, 'function_title', c.function_title, 'organisation_id', c.organisation_id
      ) order by c.name, c.id), '[]') from people as c
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'start_date', t.start_date, 'end_date', t.end_date, 'job_type', t.job_type,
        'status', t.status
      ) order by t.start_date desc, t.id), '[]') from trips as t
    ),
    'tours', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'title', v.title, 'status', v.status
      ) order by v.created_at desc, v.id), '[]') from tours as v
    ),
    'requests', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', r.id, 'organization_name', r.organization_name, 'service_type', r.service_type, 'status', r.status,
        'created_at', r.created_at
      ) order by r.created_at desc, r.id), '[]') from requests as r
    ),
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'number', q.number, 'subject', q.subject, 'status', q.status, 'total_cents', q.total_cents,
        'organization_name', q.organization_name, 'updated_at', q.updated_at
      ) order by q.updated_at desc, q.id), '[]') from quotes as q
    ),
    'emails', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.at desc, sent.id), '[]')
      from (
        select s.id, s.campaign_id, s.contact_id, s.subject, s.status, c.name as contact_name,
          coalesce(s.finished_at, s.created_at) as at
        from public.email_sends as s join people as c on c.id = s.contact_id
        order by coalesce(s.finished_at, s.created_at) desc, s.id
        limit 50
      ) as sent
    ),
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'title', a.title, 'due_on', a.due_on, 'contact_id', a.contact_id, 'trip_plan_id', a.trip_plan_id
      ) order by a.due_on, a.id), '[]')
      from public.next_actions as a
      where a.done_at is null
        and (a.contact_id = any (contact_ids) or a.trip_plan_id in (select id from trips))
    )
  );
$$;

grant execute on function private.records_of(uuid[], text[]) to authenticated;

-- Everything about one municipality, or about all those of an MRC: null when the register never listed it.
--   { place, towns, organisation, contacts, trips, tours, requests, quotes, emails, actions }
create or replace function public.municipality_page(municipality_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with place as (
    select m.* from public.municipalities as m where m.code = municipality_page.municipality_code
  ),
  towns as (
    select m.code, m.name, m.search_key, m.region, m.population, m.gone_on
    from public.municipalities as m, place
    where m.code = place.code or place.kind = 'mrc' and m.kind = 'municipalité' and m.mrc_code = place.code
  )
  select jsonb_build_object(
    'place', to_jsonb(place),
    'towns', case when place.kind = 'mrc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'population', t.population) order by t.search_key), '[]')
      from towns as t where t.code <> place.code and t.gone_on is null
    ) else '[]' end,
    'organisation', (
      select jsonb_build_object('id', o.id, 'name', o.name) from public.organisations as o where o.register_code = place.code
    )
  ) || private.records_of(
    array(select c.id from public.contacts as c where c.municipality_code in (select code from towns)),
    array(select code from towns)
  )
  from place;
$$;

-- What the studio knows of each organisation and of the persons of it. Run as the caller: the policies of each table decide
-- what is shown.

-- Everything about one organisation: null when there is none of that number.
--   { organisation, contacts, trips, tours, requests, quotes, emails, actions }
create function public.organisation_page(organisation uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object('organisation', to_jsonb(o) - '{domain, name_key, town_key}'::text[]) || private.records_of(
    array(select c.id from public.contacts as c where c.organisation_id = o.id),
    array_remove(array[o.register_code], null)
  )
  from public.organisations as o
  where o.id = organisation_page.organisation;
$$;

grant execute on function public.organisation_page(uuid) to authenticated;

-- Contact → when somebody last called them, met them or wrote to them, and what is to be done next: { last_at, due_on,
-- action }. A note is no contact. One value: a list of rows would be cut at 1 000.
create function public.contact_recency()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with touched as (
    select contact_id, max(at) as last_at
    from (
      select a.contact_id, a.happened_at as at from public.contact_activities as a where a.kind <> 'note'
      union all
      select s.contact_id, coalesce(s.finished_at, s.created_at)
      from public.email_sends as s where s.status = 'envoyé' and s.contact_id is not null
    ) as each_time
    group by contact_id
  )
  select coalesce(jsonb_object_agg(coalesce(touched.contact_id, planned.contact_id), jsonb_strip_nulls(jsonb_build_object(
    'last_at', touched.last_at, 'due_on', planned.due_on, 'action', planned.title
  ))), '{}')
  from touched
  full join (
    select a.contact_id, a.due_on, a.title from public.next_actions as a where a.done_at is null and a.contact_id is not null
  ) as planned on planned.contact_id = touched.contact_id;
$$;

grant execute on function public.contact_recency() to authenticated;

-- The contacts of before, in the order in which they came. Nobody edited them: their dates stay, and no trigger of theirs
-- has anything to do.
select set_config('app.trash', 'on', false);

with placed as materialized (
  select (contact).id, private.organisation_of(contact) as organisation_id
  from (select c from public.contacts as c order by c.created_at, c.id offset 0) as ordered (contact)
)
update public.contacts as contact set organisation_id = placed.organisation_id from placed where placed.id = contact.id;

select set_config('app.trash', '', false);

-- Those of the demo go with its contacts.
insert into private.demo_rows (table_name, row_id)
select 'organisations', o.id::text from public.organisations as o
where exists (select from private.demo_rows as demo where demo.table_name = 'contacts')
  and not exists (
    select from public.contacts as c
    where c.organisation_id = o.id
      and not exists (select from private.demo_rows as demo where demo.table_name = 'contacts' and demo.row_id = c.id::text)
  );
