-- The register whole: places that are approximately there, places that are gone, the municipality of each contact,
-- regions and towns spelled in one way, and a page for each municipality.

-- The 17 administrative regions, spelled as the government does, in the order of their numbers (1 to 17). The one list:
-- src/admin/data/municipalities/regions.ts is the same in the browser.
create function private.regions()
returns text[]
language sql
immutable
parallel safe
set search_path = ''
as $$
  select array[
    'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
    'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
    'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
  ];
$$;

grant execute on function private.regions() to authenticated, service_role;

-- A region as the government spells it, from its name, its number or both, whatever the case, accents and dashes:
-- « Estrie (05) », « estrie » and « 05 » are Estrie. Anything else stays as it was written.
create function private.region_name(written text)
returns text
language sql
immutable
strict
parallel safe
set search_path = ''
as $$
  select case when written = any (private.regions()) then written else coalesce(
    (
      select name from unnest(private.regions()) as name
      where private.place_key(name) = private.place_key(regexp_replace(written, '[0-9]+', ' ', 'g'))
    ),
    case when written ~ '^\W*[0-9]{1,2}\W*$' then
      (private.regions())[regexp_replace(written, '\D', '', 'g')::integer]
    end,
    written
  ) end;
$$;

alter table public.municipalities
  drop constraint municipalities_region_known,
  add constraint municipalities_region_known check (region = any (private.regions())),
  -- Its coordinates are those of its MRC's centre, for want of its own.
  add column approximate boolean not null default false,
  -- Since when the register no longer lists it: merged or split. It stays, for what was done there.
  add column gone_on date;

create index municipalities_search_key_idx on public.municipalities (search_key);

-- The municipality that a town and a region, as somebody wrote them, stand for; null for none, or for several. Of places
-- of one name, those where nobody lives (reserved lands) do not count beside one where people do.
create function private.municipality_of(town text, region text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  with named as (
    select m.code, coalesce(m.population, 1) > 0 as is_inhabited
    from public.municipalities as m
    where m.kind = 'municipalité' and m.gone_on is null and m.search_key = private.place_key(town)
      and (
        m.region = private.region_name(municipality_of.region)
        or private.region_name(municipality_of.region) <> all (private.regions())
      )
  ),
  kept as (
    select code from named where is_inhabited or not exists (select from named where is_inhabited)
  )
  select min(code) from kept having count(*) = 1;
$$;

grant execute on function private.municipality_of(text, text) to authenticated;

-- A town as the register spells it; as it was written when the register does not say which it is.
create function private.town_name(town text, region text)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select coalesce(
    (select m.name from public.municipalities as m where m.code = private.municipality_of(town, town_name.region)), town
  );
$$;

-- The municipality of a contact, by its town and region; null when the register does not say which. Never written by
-- people: the triggers below follow what they write.
alter table public.contacts add column municipality_code text references public.municipalities (code) on delete set null;

create index contacts_municipality_code_idx on public.contacts (municipality_code);

-- Spells the region of a row as the government does; of a contact, also the town as the register does.
create function private.normalise_region()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.region := private.region_name(new.region);
  return new;
end;
$$;

create function private.place_contact()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_code constant text := private.municipality_of(new.city, new.region);
begin
  new.city := private.town_name(new.city, new.region);
  new.region := private.region_name(new.region);
  -- A row that comes back from the trash or from a backup brings its own, which the register may list no more.
  if found_code is not null or tg_op = 'UPDATE' and new.municipality_code is not distinct from old.municipality_code then
    new.municipality_code := found_code;
  end if;
  return new;
end;
$$;

create trigger contacts_place before insert or update of city, region on public.contacts
  for each row execute function private.place_contact();

-- Finds the municipality of the contacts that have none: a register that is imported after them.
create function private.place_contacts()
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- Nobody edited them: their date stays.
  perform set_config('app.trash', 'on', true);
  update public.contacts as contact set municipality_code = placed.code
  from (
    select c.id, private.municipality_of(c.city, c.region) as code from public.contacts as c
    where c.municipality_code is null
  ) as placed
  where contact.id = placed.id and placed.code is not null;
  perform set_config('app.trash', '', true);
end;
$$;

-- Puts what has no coordinates of its own where it roughly is: an MRC in the middle of its municipalities, then a
-- municipality at its MRC's centre.
create function private.place_approximately()
returns void
language sql
set search_path = ''
as $$
  update public.municipalities as mrc
  set latitude = middle.latitude, longitude = middle.longitude, approximate = true
  from (
    select town.mrc_code, avg(town.latitude) as latitude, avg(town.longitude) as longitude
    from public.municipalities as town
    where town.kind = 'municipalité' and town.latitude is not null and not town.approximate and town.gone_on is null
    group by town.mrc_code
  ) as middle
  where mrc.kind = 'mrc' and mrc.code = middle.mrc_code and (mrc.latitude is null or mrc.approximate)
    and (mrc.latitude, mrc.longitude) is distinct from (middle.latitude, middle.longitude);

  update public.municipalities as town
  set latitude = mrc.latitude, longitude = mrc.longitude, approximate = true
  from public.municipalities as mrc
  where town.kind = 'municipalité' and mrc.kind = 'mrc' and mrc.code = town.mrc_code and mrc.latitude is not null
    and (town.latitude is null or town.approximate)
    and (town.latitude, town.longitude) is distinct from (mrc.latitude, mrc.longitude);
$$;

drop function public.places_within(double precision, double precision, double precision);

-- Everything the register lists within `radius_km` of a point, nearest first. For edge functions only.
create function public.places_within(
  latitude double precision, longitude double precision, radius_km double precision
)
returns table (
  code text, kind text, name text, mrc text, region text, latitude double precision, longitude double precision,
  distance_km double precision, population integer, official_email text, phone text, website text,
  source text, source_date date, approximate boolean
)
language sql
stable
security definer
set search_path = ''
as $$
  with measured as (
    select place.*, private.distance_km($1, $2, place.latitude, place.longitude) as distance
    from public.municipalities as place
    where place.gone_on is null
  )
  select code, kind, name, mrc_name, region, latitude, longitude, distance, population, official_email,
    phone, website, source, source_date, approximate
  from measured
  where distance <= $3
  order by distance, code;
$$;

grant execute on function public.places_within(double precision, double precision, double precision) to service_role;

-- The rows of an import with what it leaves out and an earlier one gave: coordinates, which the register does not have,
-- and how to write to an MRC, which the file of the municipalities does not say.
create function private.completed_places(places jsonb)
returns setof public.municipalities
language sql
stable
set search_path = ''
as $$
  select incoming.code, incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name,
    incoming.region, coalesce(incoming.latitude, known.latitude), coalesce(incoming.longitude, known.longitude),
    incoming.population,
    coalesce(incoming.official_email, case when incoming.kind = 'mrc' then known.official_email end), incoming.phone,
    coalesce(incoming.website, case when incoming.kind = 'mrc' then known.website end), incoming.source,
    incoming.source_date, incoming.imported_at, incoming.search_key,
    coalesce(case when incoming.latitude is null then known.approximate else incoming.approximate end, false),
    null::date
  from jsonb_populate_recordset(null::public.municipalities, places) as incoming
  left join public.municipalities as known on known.code = incoming.code;
$$;

-- Imports a whole register, or only counts the changes (dry_run). `places`: an array of rows as the table has them.
-- Nothing is deleted: rows that the register lists no more are counted in `missing` and marked as gone, unless the
-- import names fewer places than it misses: it is then a part of the register, which says nothing of the rest. Values
-- of earlier imports are replaced, except those of private.completed_places. One invalid row refuses the whole import.
create or replace function public.import_municipalities(
  places jsonb, source text, source_date date default null, dry_run boolean default false
)
returns table (added integer, changed integer, unchanged integer, missing integer)
language plpgsql
security definer
set search_path = ''
as $$
#variable_conflict use_column
begin
  if current_setting('role', true) is distinct from 'service_role' and not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs' using errcode = '42501';
  end if;
  perform pg_advisory_xact_lock(4, 0);

  return query
    with incoming as (
      select * from private.completed_places(places)
    ),
    compared as (
      select known.code is null as is_new,
        (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
          known.official_email, known.phone, known.website, known.source, known.latitude, known.longitude,
          known.approximate, known.gone_on)
        is distinct from
        (incoming.kind, incoming.name, incoming.designation, incoming.mrc_code, incoming.mrc_name, incoming.region,
          incoming.population, incoming.official_email, incoming.phone, incoming.website,
          import_municipalities.source, incoming.latitude, incoming.longitude, incoming.approximate, null::date)
        as differs
      from incoming left join public.municipalities as known on known.code = incoming.code
    )
    select
      (count(*) filter (where is_new))::integer,
      (count(*) filter (where not is_new and differs))::integer,
      (count(*) filter (where not is_new and not differs))::integer,
      (
        select count(*)::integer from public.municipalities as known
        where known.kind in (select kind from incoming) and known.code not in (select code from incoming)
          and known.gone_on is null
      )
    from compared;

  if dry_run then
    return;
  end if;

  with incoming as (
    select code, kind from private.completed_places(places)
  ),
  absent as (
    select known.code, known.kind from public.municipalities as known
    where known.gone_on is null and known.kind in (select kind from incoming)
      and known.code not in (select code from incoming)
  )
  update public.municipalities as known
  set gone_on = coalesce(import_municipalities.source_date, (now() at time zone 'America/Toronto')::date)
  from absent
  where known.code = absent.code
    and (select count(*) from absent as other where other.kind = known.kind)
      <= (select count(*) from incoming as other where other.kind = known.kind);

  insert into public.municipalities as known (
    code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, source, source_date, approximate
  )
  select code, kind, name, designation, mrc_code, mrc_name, region, latitude, longitude, population, official_email,
    phone, website, import_municipalities.source, import_municipalities.source_date, approximate
  from private.completed_places(places)
  on conflict (code) do update set
    kind = excluded.kind, name = excluded.name, designation = excluded.designation,
    mrc_code = excluded.mrc_code, mrc_name = excluded.mrc_name, region = excluded.region,
    latitude = excluded.latitude, longitude = excluded.longitude, approximate = excluded.approximate, gone_on = null,
    population = excluded.population, official_email = excluded.official_email, phone = excluded.phone,
    website = excluded.website, source = excluded.source, source_date = excluded.source_date, imported_at = now()
  where (known.kind, known.name, known.designation, known.mrc_code, known.mrc_name, known.region, known.population,
      known.official_email, known.phone, known.website, known.source, known.source_date, known.latitude,
      known.longitude, known.approximate, known.gone_on)
    is distinct from
    (excluded.kind, excluded.name, excluded.designation, excluded.mrc_code, excluded.mrc_name, excluded.region,
      excluded.population, excluded.official_email, excluded.phone, excluded.website, excluded.source,
      excluded.source_date, excluded.latitude, excluded.longitude, excluded.approximate, null::date);

  perform private.place_approximately();
  perform private.place_contacts();
end;
$$;


create trigger trip_plans_normalise_region before insert or update of region on public.trip_plans
  for each row execute function private.normalise_region();

-- The trigger of each table below; its argument is the key's column. What the server, the seed or a visitor does is not
-- recorded: this is about the team.
create or replace function private.record_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key constant text := tg_argv[0];
  -- municipality_code follows the town.
  silent constant text[] := array['updated_at', 'view_count', 'municipality_code'];
  most_rows constant integer := 20;
  -- While app.trash is on, what is inserted comes back from the trash.
  verb constant text := case
    when tg_op = 'UPDATE' then 'updated' when tg_op = 'DELETE' then 'deleted'
    when current_setting('app.trash', true) = 'on' then 'restored' else 'created'
  end;
  changes jsonb;
begin
  if auth.uid() is null
    or tg_table_name <> 'user_roles' and not exists (select from public.user_roles where user_id = auth.uid())
  then
    return null;
  end if;
  if tg_op = 'INSERT' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(n) ->> key)) into changes from new_rows as n;
  elsif tg_op = 'DELETE' then
    select jsonb_agg(jsonb_build_object('id', to_jsonb(o) ->> key)) into changes from old_rows as o;
  else
    select jsonb_agg(jsonb_build_object('id', after.row ->> key, 'fields', changed.fields)) into changes
    from (select to_jsonb(n) as row from new_rows as n) as after
    join (select to_jsonb(o) as row from old_rows as o) as before on before.row ->> key = after.row ->> key
    cross join lateral (
      select jsonb_agg(field.key order by field.key) as fields
      from jsonb_each(after.row) as field
      where field.value is distinct from before.row -> field.key and field.key <> all (silent)
    ) as changed
    where changed.fields is not null;
  end if;
  if changes is null then
    return null;
  end if;
  if jsonb_array_length(changes) > most_rows then
    insert into public.activity_log (actor, kind, action, fields, record_count)
    values (
      auth.uid(), tg_table_name, verb,
      array(
        select distinct field
        from jsonb_array_elements(changes) as change, jsonb_array_elements_text(change -> 'fields') as field
        order by field
      ),
      jsonb_array_length(changes)
    );
  else
    insert into public.activity_log (actor, kind, record_id, action, fields)
    select auth.uid(), tg_table_name, change ->> 'id', verb, array(select jsonb_array_elements_text(change -> 'fields'))
    from jsonb_array_elements(changes) as change;
  end if;
  return null;
end;
$$;

-- One block of an imported file, in one transaction. A known address (or, without one, a known name, company and city)
-- is skipped (mode 'skip') or gets the values it lacks ('complete'), so that a file imported twice adds nothing.
-- `consent` is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence };
-- without it nobody becomes mailable, and a suppressed address never does. Returns the numbers of the block's rows,
-- from 0: { inserted, completed, skipped, unsubscribed }.
create or replace function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  outcome jsonb;
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Accès réservé aux administrateurs';
  end if;
  if jsonb_typeof(block) is distinct from 'array' then
    raise invalid_parameter_value using message = 'Un bloc est une liste de lignes';
  end if;
  if jsonb_array_length(block) > 1000 then
    raise invalid_parameter_value using message = 'Un bloc contient au plus 1000 lignes';
  end if;
  if coalesce(btrim(list_source), '') = '' then
    raise invalid_parameter_value using message = 'La provenance de la liste est requise';
  end if;
  if mode is null or mode not in ('skip', 'complete') then
    raise invalid_parameter_value using message = 'Mode inconnu';
  end if;
  if consent is not null and (
    coalesce(consent ->> 'basis', '') not in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
    or proof_date is null or proof_date > now()
    or coalesce(btrim(consent ->> 'evidence'), '') = ''
    or (consent ->> 'basis' = 'published' and coalesce(consent ->> 'source_url', '') = '')
  ) then
    raise invalid_parameter_value using message = 'La preuve de consentement est incomplète';
  end if;

  -- Of two simultaneous imports, only one may add a contact without an address.
  perform pg_advisory_xact_lock(20, 0);

  with incoming as materialized (
    select (element.line - 1)::integer as line, gen_random_uuid() as new_id,
      btrim(r.name) as name, btrim(r.company) as company, nullif(btrim(r.email), '') as email,
      nullif(btrim(r.phone), '') as phone,
      -- As it will be spelled: the same file, imported again, finds its contacts.
      private.town_name(btrim(r.city), btrim(r.region)) as city, btrim(r.region) as region,
      coalesce(nullif(btrim(r.sector), ''), 'autre') as sector, coalesce(nullif(btrim(r.status), ''), 'nouveau') as status,
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  matched as materialized (
    select i.*, coalesce(by_email.id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(by_email.id, by_identity.id),
          coalesce(lower(i.email), lower(i.name) || E'\n' || lower(i.company) || E'\n' || lower(i.city))
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed
    from incoming i
    left join public.contacts by_email on lower(by_email.email) = lower(i.email)
    left join lateral (
      select c.id from public.contacts c
      where i.email is null
        and lower(c.name) = lower(i.name) and lower(c.company) = lower(i.company) and lower(c.city) = lower(i.city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed on suppressed.email_hash = private.email_hash(i.email)
  ),
  -- Two rows may lead to the same contact, one by its address and one by its name: what it lacks, the first that has it
  -- gives, as when the second stands in another block.
  offered as materialized (
    select m.*,
      case when row_number() over (partition by known_id, is_repeated, m.phone is null order by line) = 1
        and c.phone is null then m.phone end as new_phone,
      case when row_number() over (partition by known_id, is_repeated, m.website is null order by line) = 1
        and c.website is null then m.website end as new_website,
      case when row_number() over (partition by known_id, is_repeated, m.notes is null order by line) = 1
        and c.notes is null then m.notes end as new_notes
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  planned as materialized (
    select o.*,
      case
        when is_repeated then 'skip'
        when known_id is null then 'insert'
        when mode = 'complete' and coalesce(new_phone, new_website, new_notes) is not null then 'complete'
        else 'skip'
      end as step
    from offered o
  ),
  inserted as (
    insert into public.contacts (id, user_id, name, company, email, phone, city, region, sector, status, website, notes)
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes)
    from (
      select known_id, max(new_phone) as phone, max(new_website) as website, max(new_notes) as notes
      from planned where step = 'complete' group by known_id
    ) p
    where c.id = p.known_id and not dry_run
    returning c.id
  ),
  done as (
    select p.*, coalesce(i.id, c.id) as contact_id,
      case
        when p.step = 'insert' and (dry_run or i.id is not null) then 'inserted'
        when p.step = 'complete' then 'completed'
        else 'skipped'
      end as result
    from planned p
    left join inserted i on i.id = p.new_id
    left join completed c on c.id = p.known_id and p.step = 'complete'
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select contact_id, case result when 'inserted' then 'imported' else 'completed' end, btrim(list_source), auth.uid()
    from done where contact_id is not null
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select contact_id, email, consent ->> 'basis', proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done where contact_id is not null and email is not null and consent is not null and not is_suppressed
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]'),
    -- What the completed rows give, and to whom: a dry run does nothing, so the next block would promise it again.
    'given', coalesce(
      jsonb_agg(
        jsonb_build_object('line', line, 'contact', known_id, 'columns', array_remove(array[
          case when new_phone is not null then 'phone' end,
          case when new_website is not null then 'website' end,
          case when new_notes is not null then 'notes' end
        ], null)) order by line
      ) filter (where step = 'complete'), '[]')
  ) into outcome from done;
  return outcome;
end;
$$;

-- What the studio has done in each municipality of the register: its list, and the page of each. Both run as the caller:
-- the policies of each table decide what is shown.

-- Municipality → how many contacts it has, whether it is a client (a partner, or somebody who accepted a quote), when a
-- message last left for it, and when its next action is due. One value: a list of rows would be cut at 1 000.
create function public.municipality_relations()
returns jsonb
language sql
stable
set search_path = ''
as $$
  with known as (
    select c.id, c.municipality_code as code, c.status from public.contacts as c where c.municipality_code is not null
  ),
  people as (
    select code, count(*) as contacts, bool_or(status = 'partenaire') as is_partner from known group by code
  ),
  bought as (
    select known.code from public.quotes as q join known on known.id = q.contact_id
    where q.status = 'accepté'
    group by known.code
  ),
  written as (
    select known.code, max(s.finished_at) as last_sent_at
    from public.email_sends as s join known on known.id = s.contact_id
    where s.status = 'envoyé'
    group by known.code
  ),
  due as (
    select known.code, min(a.due_on) as due_on
    from public.next_actions as a join known on known.id = a.contact_id
    where a.done_at is null
    group by known.code
  )
  select coalesce(jsonb_object_agg(people.code, jsonb_build_object(
    'contacts', people.contacts, 'is_client', people.is_partner or bought.code is not null,
    'last_sent_at', written.last_sent_at, 'due_on', due.due_on
  )), '{}')
  from people
  left join bought on bought.code = people.code
  left join written on written.code = people.code
  left join due on due.code = people.code;
$$;

grant execute on function public.municipality_relations() to authenticated;

-- Everything about one municipality, or about all those of an MRC: null when the register never listed it.
--   { place, towns, contacts, trips, tours, quotes, emails, actions }
-- A trip or a tour is there by its code, else by the name of its place and region.
create function public.municipality_page(municipality_code text)
returns jsonb
language sql
stable
set search_path = ''
as $$
  with place as (
    select m.* from public.municipalities as m where m.code = municipality_page.municipality_code
  ),
  towns as (
    select m.code, m.name, m.search_key, m.region, m.population, m.gone_on
    from public.municipalities as m, place
    where m.code = place.code or place.kind = 'mrc' and m.kind = 'municipalité' and m.mrc_code = place.code
  ),
  people as (
    select c.* from public.contacts as c where c.municipality_code in (select code from towns)
  ),
  trips as (
    select t.* from public.trip_plans as t
    where t.municipality_code in (select code from towns)
      or t.municipality_code is null and private.municipality_of(t.city, t.region) in (select code from towns)
  ),
  tours as (
    select v.* from public.virtual_tours as v
    where private.municipality_of(split_part(v.location, ',', 1), btrim(split_part(v.location, ',', 2)))
      in (select code from towns)
  ),
  quotes as (
    select q.* from public.quotes as q
    where q.contact_id in (select id from people) or q.trip_plan_id in (select id from trips)
  )
  select jsonb_build_object(
    'place', to_jsonb(place),
    'towns', case when place.kind = 'mrc' then (
      select coalesce(jsonb_agg(jsonb_build_object('code', t.code, 'name', t.name, 'population', t.population) order by t.search_key), '[]')
      from towns as t where t.code <> place.code and t.gone_on is null
    ) else '[]' end,
    'contacts', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', c.id, 'name', c.name, 'company', c.company, 'status', c.status, 'email', c.email, 'phone', c.phone
      ) order by c.name, c.id), '[]') from people as c
    ),
    'trips', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', t.id, 'city', t.city, 'start_date', t.start_date, 'end_date', t.end_date, 'job_type', t.job_type,
        'status', t.status
      ) order by t.start_date desc, t.id), '[]') from trips as t
    ),
    'tours', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', v.id, 'title', v.title, 'status', v.status
      ) order by v.created_at desc, v.id), '[]') from tours as v
    ),
    'quotes', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', q.id, 'number', q.number, 'subject', q.subject, 'status', q.status, 'total_cents', q.total_cents,
        'organization_name', q.organization_name, 'updated_at', q.updated_at
      ) order by q.updated_at desc, q.id), '[]') from quotes as q
    ),
    'emails', (
      select coalesce(jsonb_agg(to_jsonb(sent) order by sent.at desc, sent.id), '[]')
      from (
        select s.id, s.campaign_id, s.contact_id, s.subject, s.status, c.name as contact_name,
          coalesce(s.finished_at, s.created_at) as at
        from public.email_sends as s join people as c on c.id = s.contact_id
        order by coalesce(s.finished_at, s.created_at) desc, s.id
        limit 50
      ) as sent
    ),
    'actions', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'id', a.id, 'title', a.title, 'due_on', a.due_on, 'contact_id', a.contact_id, 'trip_plan_id', a.trip_plan_id
      ) order by a.due_on, a.id), '[]')
      from public.next_actions as a
      where a.done_at is null
        and (a.contact_id in (select id from people) or a.trip_plan_id in (select id from trips))
    )
  )
  from place;
$$;

grant execute on function public.municipality_page(text) to authenticated;

-- What is there already.
select set_config('app.trash', 'on', true);
update public.trip_plans set region = region where region <> private.region_name(region);
update public.contacts set city = city
where private.region_name(region) <> region or private.municipality_of(city, region) is not null;
select set_config('app.trash', '', true);
select private.place_approximately();
