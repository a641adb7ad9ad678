-- How long each step of a service usually takes, told by the page of the services (docs/decisions/0109).

alter table public.settings
  add column planning_time text not null default '',
  add column capture_time text not null default '',
  add column processing_time text not null default '',
  add column publication_time text not null default '',
  add constraint settings_planning_time_shape check (char_length(planning_time) <= 60 and private.is_one_line_text(planning_time)),
  add constraint settings_capture_time_shape check (char_length(capture_time) <= 60 and private.is_one_line_text(capture_time)),
  add constraint settings_processing_time_shape check (char_length(processing_time) <= 60 and private.is_one_line_text(processing_time)),
  add constraint settings_publication_time_shape check (char_length(publication_time) <= 60 and private.is_one_line_text(publication_time));

grant update (planning_time, capture_time, processing_time, publication_time) on table public.settings to authenticated;

-- The columns that a page prints; those of sending change nothing there.
drop trigger settings_change_site on public.settings;
create constraint trigger settings_change_site
  after update of sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number,
    tvq_number, logo_path, insurer, insurance_number, insurance_amount_cents, insurance_until, picture_rights,
    privacy_practice, delivery_formats, hosted_in_quebec, about, team, territory, shows_prices, planning_time, capture_time,
    processing_time, publication_time
  on public.settings deferrable initially deferred
  for each row execute function private.mark_site_changed();

create or replace function public.public_profile()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'insurance', case
      when insurer <> '' and insurance_until >= (now() at time zone 'America/Toronto')::date then jsonb_build_object(
        'insurer', insurer, 'number', insurance_number, 'amount_cents', insurance_amount_cents, 'until', insurance_until
      )
    end,
    'picture_rights', btrim(picture_rights), 'privacy_practice', btrim(privacy_practice),
    'delivery_formats', btrim(delivery_formats), 'hosted_in_quebec', hosted_in_quebec,
    'about', btrim(about), 'team', btrim(team), 'territory', btrim(territory),
    'planning_time', btrim(planning_time), 'capture_time', btrim(capture_time),
    'processing_time', btrim(processing_time), 'publication_time', btrim(publication_time),
    'is_demo', exists (
      select from private.demo_rows as demo where demo.table_name = 'settings' and demo.added_at = settings.updated_at
    ),
    'thresholds', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'kind', kind, 'amount_cents', amount_cents, 'applies_from', applies_from
      ) order by amount_cents), '[]')
      from (
        select distinct on (kind) kind, amount_cents, applies_from from public.contract_thresholds
        where applies_from <= (now() at time zone 'America/Toronto')::date
        order by kind, applies_from desc
      ) as in_force
    ),
    'testimonials', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', said.id, 'organization', said.organization, 'person', said.person, 'quotation', said.quotation,
        'is_demo', demo.row_id is not null
      ) order by said.position, said.created_at, said.id), '[]')
      from public.testimonials as said
      left join private.demo_rows as demo on demo.table_name = 'testimonials' and demo.row_id = said.id::text
      where said.is_shown
    ),
    'prices', case when shows_prices then (
      select coalesce(jsonb_agg(jsonb_build_object(
        'service', site_service, 'cents', unit_price_cents, 'unit', unit
      ) order by site_service), '[]')
      from (
        select distinct on (site_service) site_service, unit_price_cents, unit from public.quote_services
        where site_service is not null and unit_price_cents > 0
        order by site_service, unit_price_cents
      ) as lowest
    ) else '[]' end
  )
  from public.settings where id = 1;
$$;

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
    shows_prices = false, planning_time = '', capture_time = '', processing_time = '', publication_time = ''
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'settings');
  delete from private.demo_rows;
  return total;
end;
$$;
