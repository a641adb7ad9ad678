-- Views of past months are kept by month.

-- Adds the days of past months up: one row a tour and month, on its first day, which the chart by month counts the same.
-- The present month and the one before keep their days. A million rows of single days took the chart a second.
create function private.roll_up_tour_views()
returns void
language sql
set search_path = ''
as $$
  with clock as (
    select (date_trunc('month', now() at time zone 'America/Toronto') - interval '1 month')::date as kept_from
  ),
  past as (
    delete from public.tour_views as daily using clock
    where daily.day < clock.kept_from and extract(day from daily.day) > 1
    returning daily.tour_id, daily.day, daily.views
  )
  insert into public.tour_views as monthly (tour_id, day, views)
  select past.tour_id, date_trunc('month', past.day)::date, sum(past.views)::integer from past group by 1, 2
  on conflict (tour_id, day) do update set views = monthly.views + excluded.views;
$$;

create or replace function public.apply_retention()
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  rules public.settings;
  old_quotes uuid[];
  prospects integer;
begin
  perform pg_advisory_xact_lock(32, 0);
  if exists (
    select from public.privacy_register
    where kind = 'retention'
      and created_at >= date_trunc('day', now() at time zone 'America/Toronto') at time zone 'America/Toronto'
  ) then
    return null;
  end if;
  perform private.roll_up_tour_views();
  select * into rules from public.settings where id = 1;
  delete from public.suggested_prospects
  where id in (select private.expired_prospects(rules.rejected_prospects_months));
  get diagnostics prospects = row_count;
  old_quotes := array(select private.expired_quotes(rules.quote_requests_months));
  perform private.anonymise_quotes(old_quotes);
  insert into public.privacy_register (kind, detail)
  values ('retention', jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes)));
  return jsonb_build_object('rejected_prospects', prospects, 'quote_requests', cardinality(old_quotes));
end;
$$;
