-- Settings: one row that says who the studio is, how it sends, what it keeps and what the site prints of it.

-- Whether it is { address: text } with texts that a message can end with.
create function private.are_signatures(value jsonb)
returns boolean
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  if jsonb_typeof(value) <> 'object' then
    return false;
  end if;
  return (
    select count(*) <= 20 and coalesce(bool_and(
      given.key ~ '^[^@[:space:]]{1,64}@[^@[:space:]]{1,190}$' and jsonb_typeof(given.value) = 'string'
      and char_length(given.value #>> '{}') <= 500
    ), true)
    from jsonb_each(value) as given
  );
end;
$$;

grant execute on function private.are_signatures(jsonb) to authenticated, service_role;

-- Sender identity and sending limits: one row, changed on /admin/parametres. No secrets: keys and passwords are
-- environment variables of the edge functions.
create table public.settings (
  -- Always 1: the only row that is read.
  id smallint primary key,
  -- Empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each message).
  sender_name text not null,
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- Addresses that the mail provider accepts as sender.
  verified_senders text[] not null default '{}',
  -- Messages per day (America/Toronto). A new domain starts at 150 and is warmed up.
  daily_cap integer not null default 150,
  -- Quiet hours (America/Toronto, may cross midnight): scheduled messages and follow-ups wait.
  quiet_start time,
  quiet_end time,
  updated_at timestamptz not null default now(),
  -- Retention (Loi 25), in months; null: kept until an administrator deletes.
  rejected_prospects_months integer,
  quote_requests_months integer,
  -- Whether the public form takes requests only by the edge function that checks a proof (docs/decisions/0040).
  quote_form_needs_proof boolean not null default false,
  -- The rest of the identity, for quotes and pages: Québec's enterprise number, the tax numbers, and whether the studio is
  -- registered for taxes at all (null: nobody has said).
  neq text not null default '',
  tax_registered boolean,
  tps_number text not null default '',
  tvq_number text not null default '',
  -- The file of the logo in the bucket « studio ».
  logo_path text,
  -- Steps of the setup list that somebody passed.
  setup_skipped text[] not null default '{}',
  -- What a public buyer asks of a supplier, printed on the site (38_public_profile.sql); empty: not printed.
  insurer text not null default '',
  insurance_number text not null default '',
  insurance_amount_cents bigint,
  -- The last day of the cover: from the next one on the site no longer prints it.
  insurance_until date,
  picture_rights text not null default '',
  privacy_practice text not null default '',
  delivery_formats text not null default '',
  hosted_in_quebec boolean not null default false,
  about text not null default '',
  team text not null default '',
  territory text not null default '',
  -- Whether the site prints the lowest price of a service.
  shows_prices boolean not null default false,
  -- A person gets a message of one campaign at most in so many days; 0: as often as campaigns are made.
  campaign_gap_days integer not null default 14,
  -- The studio's mandate in the register of lobbyists, from and to a day; empty: none.
  mandate_number text not null default '',
  mandate_from date,
  mandate_until date,
  -- What ends a campaign's text, by the address that it leaves from: { "projets@studio.ca": "Camille Tremblay…" }.
  sender_signatures jsonb not null default '{}',
  constraint settings_sender_signatures_shape check (private.are_signatures(sender_signatures)),
  -- Where answers to messages are received (24_conversations.sql); empty: they go to the studio's own mailbox.
  inbound_domain text not null default '',
  -- A new domain is warmed up: the daily limit follows its steps, and daily_cap bounds them.
  warms_up boolean not null default false,
  -- What a call for tenders is looked for by, in its title; whole words, without case nor accents.
  tender_phrases text[] not null default array[
    'visite virtuelle', 'visites virtuelles', 'visite 360', 'visites 360', 'photo 360', 'photos 360', 'photographie 360',
    'photographies 360', 'image 360', 'images 360', 'imagerie 360', 'vidéo 360', 'captation 360', 'Street View',
    'imagerie immersive', 'imagerie de rue', 'imagerie de rues', 'imagerie terrestre', 'photographie panoramique',
    'photographies panoramiques', 'images panoramiques', 'imagerie panoramique', 'relevé photographique',
    'relevés photographiques', 'inventaire photographique', 'relevé avant déneigement', 'numérisation 3D de bâtiments'
  ],
  -- How long each of the four steps of a service usually takes, « 1 à 2 semaines »; empty: not printed.
  planning_time text not null default '',
  capture_time text not null default '',
  processing_time text not null default '',
  publication_time text not null default '',
  constraint settings_tender_phrases_shape check (
    cardinality(tender_phrases) <= 60 and array_position(tender_phrases, null) is null
    and char_length(array_to_string(tender_phrases, ' ')) <= 3000
  ),
  constraint settings_inbound_domain_shape check (
    inbound_domain = '' or inbound_domain = lower(inbound_domain) and private.is_email_address('r@' || inbound_domain)
      and char_length(inbound_domain) <= 200
  ),
  constraint settings_campaign_gap_days_range check (campaign_gap_days between 0 and 365),
  constraint settings_mandate_number_shape check (char_length(mandate_number) <= 100 and private.is_one_line_text(mandate_number)),
  constraint settings_mandate_whole check (
    (mandate_number = '') = (mandate_from is null) and (mandate_from is null) = (mandate_until is null)
    and mandate_from <= mandate_until
  ),
  constraint settings_neq_format check (neq ~ '^([0-9]{10})?$'),
  constraint settings_tps_number_format check (tps_number ~ '^([0-9]{9} RT[0-9]{4})?$'),
  constraint settings_tvq_number_format check (tvq_number ~ '^([0-9]{10} TQ[0-9]{4})?$'),
  constraint settings_logo_path_format check (logo_path ~ '^[a-z0-9-]{1,80}\.(png|jpg|webp)$'),
  constraint settings_setup_skipped_known check (
    setup_skipped <@ array['identity', 'sender', 'register', 'tags', 'tour', 'publishing']
  ),
  constraint settings_insurer_shape check (char_length(insurer) <= 100 and private.is_one_line_text(insurer)),
  constraint settings_insurance_number_shape check (
    char_length(insurance_number) <= 60 and private.is_one_line_text(insurance_number)
  ),
  constraint settings_insurance_amount_cents_range check (insurance_amount_cents between 1 and 99999999999),
  constraint settings_picture_rights_length check (char_length(picture_rights) <= 1000),
  constraint settings_privacy_practice_length check (char_length(privacy_practice) <= 1000),
  constraint settings_delivery_formats_length check (char_length(delivery_formats) <= 1000),
  constraint settings_about_length check (char_length(about) <= 2000),
  constraint settings_team_length check (char_length(team) <= 2000),
  constraint settings_territory_length check (char_length(territory) <= 1000),
  constraint settings_planning_time_shape check (char_length(planning_time) <= 60 and private.is_one_line_text(planning_time)),
  constraint settings_capture_time_shape check (char_length(capture_time) <= 60 and private.is_one_line_text(capture_time)),
  constraint settings_processing_time_shape check (char_length(processing_time) <= 60 and private.is_one_line_text(processing_time)),
  constraint settings_publication_time_shape check (char_length(publication_time) <= 60 and private.is_one_line_text(publication_time)),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint settings_sender_name_shape check (char_length(sender_name) <= 100 and private.is_one_line_text(sender_name)),
  constraint settings_legal_name_shape check (char_length(legal_name) <= 200 and private.is_one_line_text(legal_name)),
  constraint settings_postal_address_shape check (char_length(postal_address) <= 300 and private.is_one_line_text(postal_address)),
  constraint settings_contact_phone_shape check (char_length(contact_phone) <= 20 and private.is_one_line_text(contact_phone)),
  constraint settings_contact_email_format check (contact_email = '' or private.is_email_address(contact_email)),
  constraint settings_verified_senders_count check (cardinality(verified_senders) <= 20),
  constraint settings_verified_senders_format check (private.are_email_addresses(verified_senders)),
  constraint settings_daily_cap_range check (daily_cap between 1 and 50000),
  constraint settings_quiet_hours_whole check ((quiet_start is null) = (quiet_end is null) and quiet_start <> quiet_end),
  constraint settings_rejected_prospects_months_range check (rejected_prospects_months between 1 and 120),
  constraint settings_quote_requests_months_range check (quote_requests_months between 1 and 120)
);

create trigger settings_set_updated_at before update on public.settings
  for each row execute function private.set_updated_at();

alter table public.settings enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, verified_senders, daily_cap, quiet_start, quiet_end
) on table public.settings to authenticated;
grant select, insert, update, delete on table public.settings to service_role;
grant update (rejected_prospects_months, quote_requests_months) on table public.settings to authenticated;
grant update (neq, tax_registered, tps_number, tvq_number, logo_path, setup_skipped) on table public.settings to authenticated;
grant update (
  insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights, privacy_practice, delivery_formats,
  hosted_in_quebec, about, team, territory, shows_prices, planning_time, capture_time, processing_time, publication_time
) on table public.settings to authenticated;
grant update (campaign_gap_days, mandate_number, mandate_from, mandate_until, sender_signatures) on table public.settings to authenticated;
grant update (inbound_domain, warms_up, tender_phrases) on table public.settings to authenticated;

create policy "settings: member reads" on public.settings
  for select to authenticated
  using ((select private.is_member()));

create policy "settings: admin changes" on public.settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.settings (id, sender_name) values (1, '');

-- Whether the form asks for a proof: told at each run by the dispatcher, which has the secret of the proof or has it not.
create function public.set_quote_form_proof(is_needed boolean)
returns void
language sql
security definer
set search_path = ''
as $$
  update public.settings set quote_form_needs_proof = is_needed
  where id = 1 and quote_form_needs_proof is distinct from is_needed;
$$;

grant execute on function public.set_quote_form_proof(boolean) to service_role;

-- The sender identity of every message; null while it is incomplete, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.settings
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

grant execute on function private.sender_identity() to authenticated;

-- What anybody may know of the studio, for the pages of the site; each null before somebody saved it. The tax numbers are
-- told with `tax_registered` alone. The site reads it when it is built.
create function public.public_identity()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', nullif(btrim(sender_name), ''),
    'legal_name', nullif(btrim(legal_name), ''), 'postal_address', nullif(btrim(postal_address), ''),
    'contact_email', nullif(contact_email, ''), 'contact_phone', nullif(btrim(contact_phone), ''),
    'neq', nullif(neq, ''), 'tax_registered', tax_registered,
    'tps_number', case when tax_registered then nullif(tps_number, '') end,
    'tvq_number', case when tax_registered then nullif(tvq_number, '') end,
    'logo_path', logo_path
  )
  from public.settings where id = 1;
$$;

grant execute on function public.public_identity() to anon, authenticated;

-- The columns that a page prints; those of sending change nothing there.
create constraint trigger settings_change_site
  after update of sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number,
    tvq_number, logo_path, insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights,
    privacy_practice, delivery_formats, hosted_in_quebec, about, team, territory, shows_prices, planning_time, capture_time,
    processing_time, publication_time
  on public.settings deferrable initially deferred
  for each row execute function private.mark_site_changed();
