-- A list that says who holds a public office is believed, as the form is: the file that the list exports says it.

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

  with written as materialized (
    select (element.line - 1)::integer as line, gen_random_uuid() as new_id,
      btrim(r.name) as name, btrim(r.company) as company, nullif(btrim(r.email), '') as email,
      nullif(btrim(r.phone), '') as phone,
      -- As it will be spelled: the same file, imported again, finds its contacts.
      private.town_name(btrim(r.city), btrim(r.region)) as city, btrim(r.region) as region,
      coalesce(nullif(btrim(r.sector), ''), 'autre') as sector, coalesce(nullif(btrim(r.status), ''), 'nouveau') as status,
      nullif(btrim(r.website), '') as website, nullif(btrim(r.notes), '') as notes, r.function_kind,
      nullif(btrim(r.function_title), '') as function_title, r.is_public_office_holder
    from jsonb_array_elements(block) with ordinality as element (item, line),
      jsonb_populate_record(null::public.contacts, element.item) r
  ),
  -- Of a shared address its first bearer keeps it: a known contact, else the first row. Others are persons of another name;
  -- who bears the organisation's is nobody in particular.
  incoming as materialized (
    select w.line, w.new_id, w.name, w.company, case when bearer.is_other then null else w.email end as email, w.phone,
      w.city, w.region, w.sector, w.status, w.website, w.notes, w.function_kind, w.function_title,
      w.is_public_office_holder,
      case when bearer.is_other then w.email end as shared_email,
      case when bearer.is_other then bearer.organisation_id end as organisation_id,
      private.is_shared_mailbox(w.email) is true and private.place_key(w.name) <> private.place_key(w.company) as is_shared
    from written w
    left join lateral (
      select b.organisation_id, private.place_key(w.name) not in (
        private.place_key(b.name), private.place_key(w.company)
      ) as is_other
      from (
        select c.name, c.organisation_id, -1 as line from public.contacts c where lower(c.email) = lower(w.email)
        union all
        select e.name, null, e.line from written e where lower(e.email) = lower(w.email) and e.line < w.line
      ) as b
      where private.is_shared_mailbox(w.email)
      order by b.line limit 1
    ) bearer on true
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
      where (i.email is null or i.is_shared and by_email.id is null)
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
        and c.notes is null then m.notes end as new_notes,
      case when row_number() over (partition by known_id, is_repeated, m.function_kind is null order by line) = 1
        and c.function_kind is null and c.function_title is null then m.function_kind end as new_function,
      case when row_number() over (partition by known_id, is_repeated, m.is_public_office_holder is null order by line) = 1
        and c.is_public_office_holder is null then m.is_public_office_holder end as new_office
    from matched m left join public.contacts c on c.id = m.known_id
  ),
  planned as materialized (
    select o.*,
      case
        when is_repeated then 'skip'
        when known_id is null then 'insert'
        when mode = 'complete' and coalesce(new_phone, new_website, new_notes, new_function, new_office::text) is not null
          then 'complete'
        else 'skip'
      end as step
    from offered o
  ),
  inserted as (
    insert into public.contacts (
      id, user_id, name, company, email, phone, city, region, sector, status, website, notes, organisation_id,
      function_kind, function_title, is_public_office_holder
    )
    select new_id, auth.uid(), name, company, email, phone, city, region, sector, status, website, notes, organisation_id,
      function_kind, function_title, is_public_office_holder
    from planned where step = 'insert' and not dry_run
    order by line
    on conflict (lower(email)) do nothing
    returning id
  ),
  completed as (
    update public.contacts c
    set phone = coalesce(c.phone, p.phone), website = coalesce(c.website, p.website), notes = coalesce(c.notes, p.notes),
      function_kind = coalesce(p.function, c.function_kind), function_title = coalesce(p.title, c.function_title),
      is_public_office_holder = coalesce(c.is_public_office_holder, p.office)
    from (
      select known_id, max(new_phone) as phone, max(new_website) as website, max(new_notes) as notes,
        max(new_function) as function, max(function_title) filter (where new_function is not null) as title,
        bool_or(new_office) as office
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
          case when new_notes is not null then 'notes' end,
          case when new_function is not null then 'function_kind' end,
          case when new_office is not null then 'is_public_office_holder' end
        ], null)) order by line
      ) filter (where step = 'complete'), '[]'),
    'shared', coalesce(
      jsonb_agg(jsonb_build_object('contact', contact_id, 'email', shared_email)) filter (
        where contact_id is not null and result = 'inserted' and shared_email is not null
      ), '[]')
  ) into outcome from done;
  -- By it they are reached.
  update public.organisations o set email = lower(s.email)
  from jsonb_to_recordset(outcome -> 'shared') as s (contact uuid, email text)
  join public.contacts c on c.id = s.contact
  where o.id = c.organisation_id and o.email is null;
  return outcome - 'shared';
end;
$$;
