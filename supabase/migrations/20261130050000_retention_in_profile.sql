-- The privacy policy says after how many months what it speaks of is erased.
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
    'quote_requests_months', quote_requests_months, 'rejected_prospects_months', rejected_prospects_months,
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
