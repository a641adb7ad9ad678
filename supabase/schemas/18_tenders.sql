-- This file holds the public calls for tenders and contracts that concern the studio, read from the weekly files of
-- SEAO (docs/decisions/0100).

-- The one row is the rule by which calls for tenders are found, changed on /admin/appels-d-offres.
create table public.tender_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- These words are looked for in the title of a call: whole words, without case nor accents.
  phrases text[] not null default array[
    'visite virtuelle', 'visites virtuelles', 'visite 360', 'visites 360', 'photo 360', 'photos 360', 'photographie 360',
    'photographies 360', 'image 360', 'images 360', 'imagerie 360', 'vidéo 360', 'captation 360', 'Street View',
    'imagerie immersive', 'imagerie de rue', 'imagerie de rues', 'imagerie terrestre', 'photographie panoramique',
    'photographies panoramiques', 'images panoramiques', 'imagerie panoramique', 'relevé photographique',
    'relevés photographiques', 'inventaire photographique', 'relevé avant déneigement', 'numérisation 3D de bâtiments'
  ],
  updated_at timestamptz not null default now(),
  constraint tender_settings_phrases_shape check (
    cardinality(phrases) <= 60 and array_position(phrases, null) is null
    and char_length(array_to_string(phrases, ' ')) <= 3000
  )
);

create trigger tender_settings_set_updated_at before update on public.tender_settings
  for each row execute function private.set_updated_at();

alter table public.tender_settings enable row level security;

grant select, update (phrases) on table public.tender_settings to authenticated;
grant select, insert, update, delete on table public.tender_settings to service_role;

create policy "tender_settings: member reads" on public.tender_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "tender_settings: admin changes" on public.tender_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('tender_settings');

insert into public.tender_settings (id) values (1);

create type public.tender_signal_kind as enum ('appel', 'contrat');

-- The table holds the notices whose title has one of the phrases: open calls, and awarded contracts.
create table public.tender_signals (
  id uuid primary key default gen_random_uuid(),
  ocid text not null,
  kind public.tender_signal_kind not null,
  title text not null,
  buyer text not null,
  -- It names the municipality or the MRC that buys, when the register says which.
  municipality_code text references public.municipalities (code) on delete set null,
  -- It says when a call closes, or when a contract ends.
  closes_at timestamptz,
  ends_on date,
  url text,
  -- It is the phrase that the notice was kept for.
  phrase text not null,
  published_at timestamptz not null,
  -- « Pas pertinent » sets it; a new notice with the phrase and buyer of a dismissed one gets it at once.
  dismissed_at timestamptz,
  created_at timestamptz not null default now(),
  constraint tender_signals_ocid_key unique (ocid),
  constraint tender_signals_ocid_format check (ocid ~ '^ocds-[0-9a-z]{6}-[0-9A-Za-z._-]{1,60}$'),
  constraint tender_signals_title_length check (btrim(title) <> '' and char_length(title) <= 500),
  constraint tender_signals_title_one_line check (private.is_one_line_text(title)),
  constraint tender_signals_buyer_length check (btrim(buyer) <> '' and char_length(buyer) <= 200),
  constraint tender_signals_buyer_one_line check (private.is_one_line_text(buyer)),
  constraint tender_signals_one_day check (closes_at is null or ends_on is null),
  constraint tender_signals_url_length check (char_length(url) <= 500),
  constraint tender_signals_url_format check (private.is_web_address(url)),
  constraint tender_signals_phrase_length check (btrim(phrase) <> '' and char_length(phrase) <= 100)
);

create index tender_signals_municipality_code_idx on public.tender_signals (municipality_code);
create index tender_signals_phrase_buyer_idx on public.tender_signals (phrase, buyer) where dismissed_at is not null;

alter table public.tender_signals enable row level security;

-- import_tender_week writes; a person only puts aside.
grant select on table public.tender_signals to authenticated;
grant update (dismissed_at) on table public.tender_signals to authenticated;
grant select on table public.tender_signals to service_role;

create policy "tender_signals: member reads" on public.tender_signals
  for select to authenticated
  using ((select private.is_member()));

create policy "tender_signals: admin puts aside" on public.tender_signals
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

select private.attach_search(
  'tender', 'public.tender_signals', names => array['title', 'buyer'], other => 'ocid || '' '' || phrase',
  title => 'title', detail => 'buyer || '' · '' || to_char(published_at at time zone ''America/Toronto'', ''YYYY-MM-DD'')',
  changed_at => 'published_at'
);

-- The table lists the weekly files that were read: a week between two of them that is not here is missing.
create table public.tender_weeks (
  first_day date primary key,
  last_day date not null,
  file_name text not null,
  -- These count the notices in the file, and those with a phrase.
  releases integer not null,
  kept integer not null,
  imported_at timestamptz not null default now(),
  constraint tender_weeks_order check (last_day >= first_day and last_day - first_day <= 40),
  constraint tender_weeks_file_name_length check (btrim(file_name) <> '' and char_length(file_name) <= 200),
  constraint tender_weeks_kept_range check (kept between 0 and releases)
);

alter table public.tender_weeks enable row level security;

-- Only import_tender_week writes.
grant select on table public.tender_weeks to authenticated, service_role;

create policy "tender_weeks: member reads" on public.tender_weeks
  for select to authenticated
  using ((select private.is_member()));

-- Finds the municipality or the MRC that a buyer's name stands for: « VILLE DE LA MALBAIE », « MRC du Haut-Richelieu »;
-- null for none, or for several.
create function private.buyer_place(buyer text)
returns text
language plpgsql
stable
set search_path = ''
as $$
declare
  designation constant text :=
    '^(la |l )?(mrc|municipalite regionale de comte|ville|municipalite|village|paroisse|cantons unis|canton)( de (paroisse|village|canton))?\s+';
  folded constant text := private.place_key(buyer);
  is_mrc constant boolean := folded ~ '^(la )?(mrc|municipalite regionale)';
  bare constant text := regexp_replace(folded, designation, '');
begin
  if bare = folded then
    return null;
  end if;
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited from public.municipalities as m
      where m.gone_on is null and (m.kind = 'mrc') = is_mrc
        and m.search_key in (
          bare, regexp_replace(bare, '^(de|d) ', ''), regexp_replace(bare, '^(de la|de l) ', ''),
          regexp_replace(bare, '^du ', ''), regexp_replace(bare, '^des ', ''),
          regexp_replace(bare, '^du ', 'le '), regexp_replace(bare, '^des ', 'les ')
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

-- Takes in one weekly file: the last state of each notice, once, however often the file is read. It answers how many
-- were added, changed, left unchanged and taken away (a call that was cancelled). A notice with the phrase and the
-- buyer of one that was put aside comes put aside.
--   notices: [{ ocid, kind, title, buyer, closes_at, ends_on, url, phrase, published_at }]; kind null for a cancelled
--   one
create function public.import_tender_week(
  first_day date, last_day date, file_name text, releases integer, notices jsonb
)
returns table (added integer, changed integer, unchanged integer, removed integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(6, 0);

  return query
    with incoming as materialized (
      select distinct on (n.ocid) n.ocid, n.kind, n.title, n.buyer, private.buyer_place(n.buyer) as municipality_code,
        n.closes_at, n.ends_on, n.url, n.phrase, n.published_at
      from jsonb_populate_recordset(null::public.tender_signals, notices) as n
      order by n.ocid, n.published_at desc
    ),
    gone as (
      delete from public.tender_signals as known using incoming
      where known.ocid = incoming.ocid and incoming.kind is null and incoming.published_at >= known.published_at
      returning known.ocid
    ),
    written as (
      insert into public.tender_signals as known (
        ocid, kind, title, buyer, municipality_code, closes_at, ends_on, url, phrase, published_at, dismissed_at
      )
      select i.ocid, i.kind, i.title, i.buyer, i.municipality_code, i.closes_at, i.ends_on, i.url, i.phrase, i.published_at,
        (
          select max(aside.dismissed_at) from public.tender_signals as aside
          where aside.phrase = i.phrase and aside.buyer = i.buyer
        )
      from incoming as i
      where i.kind is not null
      on conflict (ocid) do update set
        kind = excluded.kind, title = excluded.title, buyer = excluded.buyer, municipality_code = excluded.municipality_code,
        closes_at = excluded.closes_at, ends_on = excluded.ends_on, url = excluded.url, phrase = excluded.phrase,
        published_at = excluded.published_at
      where excluded.published_at >= known.published_at
        and (known.kind, known.title, known.buyer, known.municipality_code, known.closes_at, known.ends_on, known.url, known.phrase, known.published_at)
        is distinct from
        (excluded.kind, excluded.title, excluded.buyer, excluded.municipality_code, excluded.closes_at, excluded.ends_on, excluded.url, excluded.phrase, excluded.published_at)
      returning (xmax = 0) as is_new
    )
    select
      (select count(*)::integer from written where is_new),
      (select count(*)::integer from written where not is_new),
      (select count(*)::integer from incoming where kind is not null) - (select count(*)::integer from written),
      (select count(*)::integer from gone);

  insert into public.tender_weeks as known (first_day, last_day, file_name, releases, kept)
  values (
    import_tender_week.first_day, import_tender_week.last_day, import_tender_week.file_name, import_tender_week.releases,
    (select count(distinct notice ->> 'ocid')::integer from jsonb_array_elements(notices) as notice where notice ->> 'kind' is not null)
  )
  on conflict (first_day) do update set
    last_day = excluded.last_day, file_name = excluded.file_name, releases = excluded.releases, kept = excluded.kept
  where (known.last_day, known.file_name, known.releases, known.kept)
    is distinct from (excluded.last_day, excluded.file_name, excluded.releases, excluded.kept);
end;
$$;

grant execute on function public.import_tender_week(date, date, text, integer, jsonb) to authenticated, service_role;

-- Lists the signals worth a look at a moment that nobody put aside: open calls, and contracts that end within six
-- months. isCurrent of src/admin/tenders/data/tenders.ts does the same. It runs as the caller.
create function private.current_tenders(at timestamptz)
returns setof public.tender_signals
language sql
stable
set search_path = ''
as $$
  select t.* from public.tender_signals as t
  where t.dismissed_at is null and case
    when t.closes_at is not null then t.closes_at > at
    else t.ends_on - (at at time zone 'America/Toronto')::date between 0 and 183
  end;
$$;

grant execute on function private.current_tenders(timestamptz) to authenticated;

-- Finds the contacts whose municipality has a current call or contract of some kinds: the condition « tender » of
-- segments (13_contact_segments.sql). When an MRC buys, only the contacts of the MRC itself count.
create function private.tender_segment_contacts(kinds public.tender_signal_kind[])
returns setof uuid
language sql
stable
set search_path = ''
as $$
  with buyers as materialized (
    select distinct t.municipality_code as code from private.current_tenders(now()) as t
    where t.kind = any (kinds) and t.municipality_code is not null
  )
  select c.id from public.contacts as c
  where c.municipality_code in (select code from buyers) or c.organisation_id in (
    select o.id from public.organisations as o join buyers on buyers.code = o.register_code
  );
$$;

grant execute on function private.tender_segment_contacts(public.tender_signal_kind[]) to authenticated;

-- Returns the lines of private.today_rows about calls for tenders: each that closes within two weeks, and the first
-- week whose file was not read though an earlier one was (two days after its publication on Monday).
create function private.tender_today_rows(at timestamptz)
returns setof private.today_row
language sql
stable
set search_path = ''
as $$
  select 'tender', 'appel d’offres qui ferme bientôt', t.id, t.title, t.buyer, t.closes_at,
    case when t.closes_at < at + interval '5 days' then 1 else 2 end, null::bigint, null, null::uuid, null, null::uuid
  from private.current_tenders(at) as t
  where t.kind = 'appel' and t.closes_at < at + interval '14 days'
  union all
  select 'tender_week', 'appels d’offres de la semaine', '00000000-0000-0000-0000-000000000000', '', min(monday)::date::text, null,
    2, count(*), null, null, null, null
  from generate_series(
    date_trunc('week', (select min(w.first_day) from public.tender_weeks as w)::timestamp),
    ((at at time zone 'America/Toronto')::date - 9)::timestamp, interval '7 days'
  ) as monday
  where not exists (
    select from public.tender_weeks as w where w.first_day <= monday::date + 6 and w.last_day >= monday::date
  )
  having count(*) > 0;
$$;

grant execute on function private.tender_today_rows(timestamptz) to authenticated;
