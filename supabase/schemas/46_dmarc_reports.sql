-- DMARC aggregate reports (RFC 7489): what the servers of recipients say of who writes in our name (docs/decisions/0136). They
-- come in the mailbox of answers; supabase/functions/_shared/inbound/dmarc-report.ts reads them, and no message is kept.

-- One row a report, for half a year.
create table public.dmarc_reports (
  id uuid primary key default gen_random_uuid(),
  -- The domain of one of our senders.
  domain text not null,
  -- The reporting organisation, as the report says, and the address that it came from.
  reporter text not null,
  sender text not null,
  report_id text not null,
  -- The verdict on that address: a report is nobody's proof, and one that is certainly forged is not kept.
  sender_check public.sender_check not null,
  begins_at timestamptz not null,
  ends_at timestamptz not null,
  -- The servers, those of the most messages first: [{ ip, messages, disposition, dkim, spf }], dkim and spf: aligned with the
  -- domain.
  sources jsonb not null,
  -- The messages of the servers beyond these.
  other_messages integer not null default 0,
  received_at timestamptz not null default now(),
  constraint dmarc_reports_key unique (domain, reporter, report_id),
  constraint dmarc_reports_domain_length check (btrim(domain) <> '' and char_length(domain) <= 255),
  constraint dmarc_reports_reporter_length check (btrim(reporter) <> '' and char_length(reporter) <= 200),
  constraint dmarc_reports_reporter_one_line check (private.is_one_line_text(reporter)),
  constraint dmarc_reports_sender_length check (char_length(sender) <= 320),
  constraint dmarc_reports_report_id_length check (btrim(report_id) <> '' and char_length(report_id) <= 255),
  constraint dmarc_reports_period_order check (ends_at > begins_at),
  constraint dmarc_reports_sources_list check (
    case when jsonb_typeof(sources) = 'array' then jsonb_array_length(sources) <= 200 else false end
  ),
  constraint dmarc_reports_other_messages_range check (other_messages >= 0)
);

create index dmarc_reports_period_idx on public.dmarc_reports (ends_at desc);

alter table public.dmarc_reports enable row level security;

-- Written by the function below alone.
grant select on table public.dmarc_reports to authenticated, service_role;

create policy "dmarc_reports: member reads" on public.dmarc_reports
  for select to authenticated
  using ((select private.is_member()));

-- Keeps one report, for the edge functions that receive messages. False: it is of another domain than those of our senders (or
-- above or below them), of a period that cannot be, known already, or one more than a hundred in a day.
--   report  { domain, reporter, sender, report_id, sender_check, begins_at, ends_at, sources, other_messages }
create function public.receive_dmarc_report(report jsonb)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  given public.dmarc_reports := jsonb_populate_record(null::public.dmarc_reports, report);
begin
  given.domain := lower(given.domain);
  if given.sender_check = 'fail'
    or given.begins_at < now() - interval '180 days' or given.ends_at > now() + interval '2 days'
    or given.ends_at - given.begins_at > interval '32 days'
    or not exists (
      select from public.sending_settings s cross join unnest(s.verified_senders) as sender
      cross join lateral (select lower(split_part(sender, '@', 2)) as domain) as own
      where given.domain = own.domain
        or right(given.domain, char_length(own.domain) + 1) = '.' || own.domain
        or right(own.domain, char_length(given.domain) + 1) = '.' || given.domain and position('.' in given.domain) > 0
    )
  then
    return false;
  end if;
  -- Of two deliveries at once, one counts.
  perform pg_advisory_xact_lock(47, hashtext(given.domain));
  if (
    select count(*) from public.dmarc_reports r where r.domain = given.domain and r.received_at > now() - interval '1 day'
  ) >= 100 then
    return false;
  end if;
  insert into public.dmarc_reports (
    domain, reporter, sender, report_id, sender_check, begins_at, ends_at, sources, other_messages
  )
  values (
    given.domain, given.reporter, given.sender, given.report_id, given.sender_check, given.begins_at, given.ends_at, given.sources,
    coalesce(given.other_messages, 0)
  )
  on conflict do nothing;
  return found;
end;
$$;

grant execute on function public.receive_dmarc_report(jsonb) to service_role;

-- The servers that wrote in the name of each domain over so many days, the fifty of the most messages, those that failed first:
--   [{ domain, reports, unverified, from, to, messages, servers, failing_servers, failing_messages,
--      sources: [{ ip, messages, dkim, spf, rejected, quarantined }] }]
-- A message passes when DKIM or SPF is aligned; a server fails when none of its messages passed. Runs as the caller.
create function public.dmarc_summary(days integer default 30)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with reports as (
    select * from public.dmarc_reports r where r.ends_at > now() - least(greatest(days, 1), 180) * interval '1 day'
  ),
  lines as (
    select r.domain, s.ip, s.messages, s.dkim, s.spf, s.disposition
    from reports r
    cross join lateral jsonb_to_recordset(r.sources) as s (ip text, messages integer, dkim boolean, spf boolean, disposition text)
  ),
  servers as (
    select domain, ip, sum(messages) as messages, sum(messages) filter (where dkim or spf) as passed,
      coalesce(sum(messages) filter (where dkim), 0) as dkim, coalesce(sum(messages) filter (where spf), 0) as spf,
      coalesce(sum(messages) filter (where disposition = 'reject'), 0) as rejected,
      coalesce(sum(messages) filter (where disposition = 'quarantine'), 0) as quarantined
    from lines group by domain, ip
  ),
  placed as (
    select *, row_number() over (partition by domain order by passed nulls first, messages desc, ip) as place from servers
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'domain', d.domain, 'reports', d.reports, 'unverified', d.unverified, 'from', d.begins_at, 'to', d.ends_at,
    'messages', coalesce(w.messages, 0) + d.other_messages, 'servers', coalesce(w.servers, 0),
    'failing_servers', coalesce(w.failing_servers, 0), 'failing_messages', coalesce(w.failing_messages, 0),
    'sources', coalesce(w.sources, '[]')
  ) order by d.domain), '[]')
  from (
    select domain, count(*) as reports, count(*) filter (where sender_check <> 'pass') as unverified, min(begins_at) as begins_at,
      max(ends_at) as ends_at, sum(other_messages) as other_messages
    from reports group by domain
  ) as d
  left join (
    select domain, sum(messages) as messages, count(*) as servers, count(*) filter (where passed is null) as failing_servers,
      sum(messages) filter (where passed is null) as failing_messages,
      jsonb_agg(jsonb_build_object(
        'ip', ip, 'messages', messages, 'dkim', dkim, 'spf', spf, 'rejected', rejected, 'quarantined', quarantined
      ) order by place) filter (where place <= 50) as sources
    from placed group by domain
  ) as w on w.domain = d.domain;
$$;

grant execute on function public.dmarc_summary(integer) to authenticated;

-- Retention: half a year. apply_retention calls it once a day.
create function private.forget_dmarc_reports()
returns void
language sql
set search_path = ''
as $$
  delete from public.dmarc_reports where ends_at < now() - interval '180 days';
$$;
