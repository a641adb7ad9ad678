-- This file holds the figures of the dashboard, and views by month.

-- The figures are counted here because a list that is read is cut at 1 000 rows. Both functions run as the caller,
-- under the policies of each table, and return nothing to anyone but a member of the team.

-- Returns one row of figures. Upcoming means on or after today (America/Toronto). A cancelled trip is counted, but is
-- never the next one.
create function public.dashboard_stats()
returns table (
  tours bigint,
  featured_tours bigint,
  tags bigint,
  views bigint,
  trips bigint,
  upcoming_trips bigint,
  next_trip_id uuid,
  next_trip_city text,
  next_trip_start date,
  contacts bigint,
  new_contacts bigint,
  interested_contacts bigint,
  templates bigint,
  campaigns bigint,
  sent_emails bigint,
  new_quotes bigint
)
language sql
stable
set search_path = ''
as $$
  with clock as (select (now() at time zone 'America/Toronto')::date as today)
  select
    tour.total, tour.featured, tag.total, tour.views,
    trip.total, trip.upcoming, next_trip.id, next_trip.city, next_trip.start_date,
    contact.total, contact.new, contact.interested,
    template.total, campaign.total, email.sent, quote.new
  from clock
  cross join lateral (
    select count(*) as total, count(*) filter (where is_featured) as featured, coalesce(sum(view_count), 0) as views
    from public.virtual_tours
  ) as tour
  cross join lateral (select count(*) as total from public.tags) as tag
  cross join lateral (
    select count(*) as total, count(*) filter (where start_date >= clock.today) as upcoming from public.trip_plans
  ) as trip
  left join lateral (
    select id, city, start_date from public.trip_plans
    where start_date >= clock.today and status <> 'annulé'
    order by start_date, created_at, id
    limit 1
  ) as next_trip on true
  cross join lateral (
    select
      count(*) as total,
      count(*) filter (where status = 'nouveau') as new,
      count(*) filter (where status = 'intéressé') as interested
    from public.contacts
  ) as contact
  cross join lateral (select count(*) as total from public.email_templates) as template
  cross join lateral (select count(*) as total from public.campaigns where draft is null) as campaign
  cross join lateral (select count(*) as sent from public.email_sends where status = 'envoyé') as email
  cross join lateral (select count(*) as new from public.quote_requests where status = 'nouveau') as quote
  where (select private.is_member());
$$;

grant execute on function public.dashboard_stats() to authenticated;

-- Counts views of tours in each of the last twelve months, this one included, oldest first; zero for a month without
-- views.
create function public.views_by_month()
returns table (month date, views bigint)
language sql
stable
set search_path = ''
as $$
  select months.first_day::date, coalesce(sum(counted.views), 0)
  from (
    select generate_series(this_month - interval '11 months', this_month, interval '1 month') as first_day
    from (select date_trunc('month', now() at time zone 'America/Toronto') as this_month) as clock
  ) as months
  left join public.tour_views as counted
    on counted.day >= months.first_day and counted.day < months.first_day + interval '1 month'
  where (select private.is_member())
  group by months.first_day
  order by months.first_day;
$$;

grant execute on function public.views_by_month() to authenticated;
