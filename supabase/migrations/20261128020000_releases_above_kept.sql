-- The range of `kept` says it already: from 0 to `releases`.

alter table public.tender_weeks drop constraint tender_weeks_releases_range;
