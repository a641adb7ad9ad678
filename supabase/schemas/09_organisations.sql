-- This file holds organisations: the towns, MRCs, public bodies and companies that contacts are persons of. A contact
-- stays a person with its own company text, address and consent; its organisation follows that text
-- (docs/decisions/0083).

create type public.organisation_kind as enum ('municipalité', 'mrc', 'organisme-public', 'entreprise', 'autre');

-- Returns what an organisation is, from the sector of a person of it.
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

-- Returns the domain of an address, where it says whose address it is: null for mailboxes that anybody may have.
-- organisationDomain of supabase/functions/_shared/contract/mailboxes.ts does the same.
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
    -- The list names the providers of Québec and of Canada.
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
  -- It names the municipality or the MRC that the organisation is, and is null for everybody else.
  register_code text references public.municipalities (code) on delete set null,
  city text not null,
  region text not null,
  -- These are its general address, phone and site: nobody consented by them, and campaigns do not read them.
  email text,
  phone text,
  website text,
  address text,
  notes text,
  -- It is the domain of the addresses of its persons, by which the next one is found.
  domain text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  name_key text generated always as (private.name_key(name)) stored,
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

-- The domain and the code of the register are left out, since the contacts teach them.
create trigger organisations_set_updated_at
  before update of kind, name, city, region, email, phone, website, address, notes on public.organisations
  for each row execute function private.set_updated_at();

create trigger organisations_normalise_region before insert or update of region on public.organisations
  for each row execute function private.normalise_region();

alter table public.organisations enable row level security;

-- The trigger of contacts alone makes organisations. Those that still have somebody cannot be deleted.
grant select on table public.organisations to authenticated;
grant update (kind, name, city, region, email, phone, website, address, notes) on table public.organisations to authenticated;
grant delete on table public.organisations to authenticated;
grant select, insert, update, delete on table public.organisations to service_role;
-- The two generated columns call these functions.
grant execute on function private.place_key(text), private.name_key(text) to service_role;

create policy "organisations: member reads" on public.organisations
  for select to authenticated
  using ((select private.is_member()));

create policy "organisations: admin updates" on public.organisations
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

select private.attach_search(
  'organisation', 'public.organisations', names => array['name'],
  other => 'city || '' '' || coalesce(email, '''') || '' '' || coalesce(phone, '''') || '' '' || coalesce(notes, '''')',
  title => 'name', detail => 'city', text => 'concat_ws('' · '', email, phone, notes)', changed_at => 'updated_at'
);

-- Only a merge puts an organisation with contacts in the trash (34_completion_and_merges.sql); a person may only delete
-- one without contacts.
alter type public.trash_kind add value 'organisations';
