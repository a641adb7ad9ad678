-- Organisations: the towns, MRCs, public bodies and companies that contacts are persons of. A contact stays a person with
-- its own company text, address and consent; its organisation follows that text (docs/decisions/0083).

create type public.organisation_kind as enum ('municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre');

create type public.contact_function as enum (
  'direction-générale', 'greffe', 'communications', 'loisirs', 'urbanisme', 'mairie', 'autre'
);

-- What an organisation is, from the sector of a person of it.
create function private.organisation_kind(sector public.sector)
returns public.organisation_kind
language sql
immutable
strict
parallel safe
set search_path = ''
return (
  case when sector in ('municipalité', 'mrc', 'organisme-public', 'autre') then sector::text else 'entreprise' end
)::public.organisation_kind;

-- The domain of an address, where it says whose address it is: null for mailboxes that anybody may have. The same as
-- organisationDomain of supabase/functions/_shared/contract/mailboxes.ts.
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
    when domain ~ '^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|mail|zoho|proton|protonmail|pm)\.[a-z]{2,3}(\.[a-z]{2})?$' then null
    -- Providers of Québec and of Canada.
    when domain ~ '(^|\.)(videotron|bell|sympatico|cgocable|cogeco|globetrotter|telus|telusquebec|xplornet|rogers|shaw|eastlink|distributel|ebox|electronicbox|oricom|derytele|sogetel|maskatel|axion|b2b2c|cooptel|tlb|lino|citenet|vl)\.(ca|com|net|qc\.ca)$' then null
    else nullif(domain, '')
  end;
end;
$$;

grant execute on function private.organisation_domain(text) to authenticated;

create table public.organisations (
  id uuid primary key default gen_random_uuid(),
  kind public.organisation_kind not null,
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
  add column function_kind public.contact_function,
  add column function_title text,
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
  wanted_kind constant public.organisation_kind := private.organisation_kind(contact.sector);
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
  -- app.trash is on while merges and restores move many of them.
  for each row when (
    old.organisation_id is distinct from new.organisation_id and current_setting('app.trash', true) is distinct from 'on'
  )
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
