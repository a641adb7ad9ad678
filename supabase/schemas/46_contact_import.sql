-- This file imports contacts from a file: which rows are known, what they add, and the proof of consent that comes with
-- a list.

-- Tells whether an address is one that the people of an organisation share, as far as its name tells: info@, mairie@.
-- isSharedMailbox of supabase/functions/_shared/contract/mailboxes.ts does the same.
create function private.is_shared_mailbox(email text)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return lower(email) ~ '^(infos?|information|mairie|municipalite|muni|ville|village|mrc|contact|accueil|reception|bureau|admin|administration|secretariat|general|courrier|courriel|direction|dg|greffe|communications?|loisirs?|urbanisme|tourisme|reservations?)([._-][a-z._-]+)?@';

-- Says what each row of a block of public.import_contacts does: [{ line, id, contact, given, is_suppressed, shared_email,
-- proves, step }], where `step` is insert, complete or skip. `optional` names those of the columns that may be empty, and
-- `completable` those that a row may give to a known contact; `proves` tells that the list's proof of consent is new for
-- that contact. It finds contacts by their indexes, whatever the statistics say: a plan made while there was no contact,
-- or just after all of them were deleted, would read every contact for each row.
create function private.contact_import_steps(
  block jsonb, mode text, columns text[], optional text[], completable text[], proof_basis public.consent_basis,
  proof_date timestamptz
)
returns jsonb
language plpgsql
set search_path = ''
set enable_seqscan = 'off'
as $$
declare
  steps jsonb;
begin
  with written as (
    select (element.line - 1)::integer as line,
      jsonb_populate_record(null::public.contacts, tidy.content || jsonb_build_object(
        'id', gen_random_uuid(), 'user_id', auth.uid(), 'organisation_id', null,
        -- The town is spelled as it will be stored: the same file, imported again, finds its contacts.
        'city', private.town_name(tidy.content ->> 'city', tidy.content ->> 'region'),
        'sector', coalesce(tidy.content ->> 'sector', 'autre'), 'status', coalesce(tidy.content ->> 'status', 'nouveau')
      )) as contact
    from jsonb_array_elements(block) with ordinality as element (item, line)
    cross join lateral (
      select coalesce(jsonb_object_agg(field.key, case
        when jsonb_typeof(field.value) <> 'string' then field.value
        when field.key = any (optional) then to_jsonb(nullif(normalize(btrim(field.value #>> '{}'), NFC), ''))
        else to_jsonb(normalize(btrim(field.value #>> '{}'), NFC))
      end), '{}') as content
      from jsonb_each(element.item) as field where field.key = any (columns)
    ) as tidy
  ),
  addressed as materialized (
    select w.line, w.contact, private.is_shared_mailbox((w.contact).email) is true as is_shared,
      row_number() over same_address as place, first_value((w.contact).name) over same_address as first_name
    from written as w
    window same_address as (partition by lower((w.contact).email) order by w.line)
  ),
  -- The first bearer of a shared address keeps it: a known contact, else the first row. Others are persons of another
  -- name; who bears the organisation's is nobody in particular.
  incoming as materialized (
    select a.line,
      jsonb_populate_record(a.contact, case when bearer.is_other
        then jsonb_build_object('email', null, 'organisation_id', known.organisation_id) else '{}'
      end) as contact,
      case when bearer.is_other then (a.contact).email end as shared_email,
      case when not bearer.is_other then known.id end as known_id,
      a.is_shared and private.name_key((a.contact).name) <> private.name_key((a.contact).company) as is_shared
    from addressed as a
    left join public.contacts as known on lower(known.email) = lower((a.contact).email)
    cross join lateral (
      select a.is_shared and (known.id is not null or a.place > 1) and private.name_key((a.contact).name) not in (
        private.name_key(coalesce(known.name, a.first_name)), private.name_key((a.contact).company)
      ) as is_other
    ) as bearer
  ),
  matched as materialized (
    select i.line, i.contact, i.shared_email, coalesce(i.known_id, by_identity.id) as known_id,
      row_number() over (
        partition by coalesce(i.known_id, by_identity.id),
          coalesce(
            lower((i.contact).email),
            private.name_key((i.contact).name) || E'\n' || private.name_key((i.contact).company) || E'\n'
              || private.name_key((i.contact).city)
          )
        order by i.line
      ) > 1 as is_repeated,
      suppressed.email_hash is not null as is_suppressed,
      proof_basis is not null and (i.contact).email is not null and suppressed.email_hash is null and not exists (
        select from public.consent_events e
        where e.contact_id = coalesce(i.known_id, by_identity.id) and e.basis = proof_basis and e.occurred_at = proof_date
      ) as proves
    from incoming i
    left join lateral (
      select c.id from public.contacts c
      where ((i.contact).email is null or i.is_shared and i.known_id is null)
        and private.name_key(c.name) = private.name_key((i.contact).name)
        and private.name_key(c.company) = private.name_key((i.contact).company)
        and private.name_key(c.city) = private.name_key((i.contact).city)
      order by c.created_at, c.id
      limit 1
    ) by_identity on true
    left join private.standing_suppressions() suppressed
      on suppressed.email_hash = private.email_hash((i.contact).email)
  ),
  -- Two rows may lead to the same contact, one by its address and one by its name: what it lacks, the first that has it
  -- gives, as when the second stands in another block.
  gifts as (
    select distinct on (m.known_id, m.is_repeated, field.key) m.line, field.key, field.value
    from matched m
    join public.contacts c on c.id = m.known_id
    cross join lateral jsonb_each(to_jsonb(m.contact)) as field
    where field.key = any (completable) and field.value <> 'null' and to_jsonb(c) -> field.key = 'null'
      and (field.key <> 'function_kind' or c.function_title is null)
    order by m.known_id, m.is_repeated, field.key, m.line
  )
  select jsonb_agg(jsonb_build_object(
    'line', m.line, 'id', coalesce(m.known_id, (m.contact).id), 'contact', to_jsonb(m.contact),
    'given', coalesce(offered.given, '{}'), 'is_suppressed', m.is_suppressed, 'shared_email', m.shared_email,
    'proves', m.proves,
    'step', case
      when m.is_repeated then 'skip'
      when m.known_id is null then 'insert'
      when mode = 'complete' and (offered.given is not null or m.proves) then 'complete'
      else 'skip'
    end
  ) order by m.line) into steps
  from matched as m
  left join (
    select gifts.line, jsonb_object_agg(gifts.key, gifts.value) as given from gifts group by gifts.line
  ) as offered on offered.line = m.line;
  return steps;
end;
$$;

-- Imports one block of a file, in one transaction. A known address (or, without one, a known name, company and city) is
-- skipped (mode 'skip') or gets the values and the proof that it lacks ('complete'), so that a file imported twice adds
-- nothing. `consent` is what the administrator can prove for the whole list: { basis, occurred_on, source_url, evidence };
-- without it nobody becomes mailable, and a suppressed address never does. Another person at an address that an organisation
-- shares becomes one more of it without an address: campaigns write there once, to whoever bears it. It returns the
-- numbers of the block's rows, from 0: { inserted, completed, skipped, unsubscribed }.
create function public.import_contacts(
  block jsonb, list_source text, mode text default 'skip', consent jsonb default null, dry_run boolean default false
)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  proof_date timestamptz := ((consent ->> 'occurred_on')::date)::timestamp at time zone 'America/Toronto';
  -- The columns that people write, and those of them that may be empty.
  columns constant text[] := private.written_columns('public.contacts');
  optional constant text[] := array(
    select written.name from unnest(columns) with ordinality as written (name, place)
    join pg_attribute as a on a.attrelid = 'public.contacts'::regclass and a.attname = written.name
    where not a.attnotnull order by written.place
  );
  -- A row may give these to a known contact that lacks them. The address and the organisation follow other rules, and a
  -- title goes with its function.
  completable constant text[] := array(
    select written.name from unnest(optional) with ordinality as written (name, place)
    where written.name not in ('email', 'organisation_id', 'function_title') order by written.place
  );
  plan jsonb;
  added uuid[] := '{}';
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

  plan := private.contact_import_steps(
    block, mode, columns, optional, completable, (consent ->> 'basis')::public.consent_basis, proof_date
  );

  if not dry_run then
    execute format(
      'with done as (
         insert into public.contacts (id, user_id, %1$s)
         select p.id, p.user_id, %1$s from jsonb_populate_recordset(null::public.contacts, $1) as p
         on conflict (lower(email)) do nothing
         returning id
       )
       select coalesce(array_agg(id), ''{}'') from done', (select string_agg(quote_ident(name), ', ') from unnest(columns) as name)
    ) into added using (
      select coalesce(jsonb_agg(p -> 'contact' order by (p -> 'line')::integer), '[]')
      from jsonb_array_elements(plan) as p where p ->> 'step' = 'insert'
    );
    -- One statement completes them all, so that the history records one change.
    execute format(
      'update public.contacts as c set (%1$s) = (select %1$s from jsonb_populate_record(c, p.given))
       from jsonb_to_recordset($1) as p (id uuid, given jsonb) where c.id = p.id',
      (select string_agg(quote_ident(name), ', ') from unnest(completable || 'function_title'::text) as name)
    ) using (
      select coalesce(jsonb_agg(jsonb_build_object('id', completed.id, 'given', completed.given)), '[]')
      from (
        select p ->> 'id' as id, jsonb_object_agg(gift.key, gift.value) as given
        from jsonb_array_elements(plan) as p
        cross join lateral jsonb_each(
          (p -> 'given') || case when p -> 'given' ? 'function_kind' and p #> '{contact,function_title}' <> 'null'
            then jsonb_build_object('function_title', p #> '{contact,function_title}') else '{}' end
        ) as gift
        where p ->> 'step' = 'complete'
        group by 1
      ) as completed
    );
  end if;

  with done as (
    select (p -> 'line')::integer as line, (p ->> 'id')::uuid as id, p #>> '{contact,email}' as email, p -> 'given' as given,
      (p -> 'is_suppressed')::boolean as is_suppressed, (p -> 'proves')::boolean as proves,
      p ->> 'shared_email' as shared_email,
      case
        when p ->> 'step' = 'insert' and (dry_run or (p ->> 'id')::uuid = any (added)) then 'inserted'
        when p ->> 'step' = 'complete' then 'completed'
        else 'skipped'
      end as result
    from jsonb_array_elements(plan) as p
  ),
  history as (
    insert into public.contact_events (contact_id, kind, source, recorded_by)
    select id, (case result when 'inserted' then 'imported' else 'completed' end)::public.contact_event_kind,
      btrim(list_source), auth.uid()
    from done where not dry_run and result <> 'skipped'
  ),
  proofs as (
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    select id, email, (consent ->> 'basis')::public.consent_basis, proof_date, nullif(btrim(consent ->> 'source_url'), ''),
      btrim(list_source) || E'\n' || btrim(consent ->> 'evidence'), auth.uid()
    from done
    where not dry_run and result <> 'skipped' and proves
  )
  select jsonb_build_object(
    'inserted', coalesce(jsonb_agg(line order by line) filter (where result = 'inserted'), '[]'),
    'completed', coalesce(jsonb_agg(line order by line) filter (where result = 'completed'), '[]'),
    'skipped', coalesce(jsonb_agg(line order by line) filter (where result = 'skipped'), '[]'),
    'unsubscribed', coalesce(jsonb_agg(line order by line) filter (where is_suppressed), '[]'),
    -- These say what the completed rows give, and to whom: a dry run does nothing, so the next block would promise it again.
    'given', coalesce(
      jsonb_agg(
        jsonb_build_object('line', line, 'contact', id, 'columns', array(
          select name from unnest(completable) with ordinality as gift (name, place) where given ? name order by place
        ) || array(select 'consent' where proves)) order by line
      ) filter (where result = 'completed'), '[]'),
    'shared', coalesce(
      jsonb_agg(jsonb_build_object('contact', id, 'email', shared_email)) filter (
        where not dry_run and result = 'inserted' and shared_email is not null
      ), '[]')
  ) into outcome from done;
  -- The shared address becomes the organisation's, since its people are reached by it.
  update public.organisations o set email = lower(s.email)
  from jsonb_to_recordset(outcome -> 'shared') as s (contact uuid, email text)
  join public.contacts c on c.id = s.contact
  where o.id = c.organisation_id and o.email is null;
  return outcome - 'shared';
end;
$$;

grant execute on function public.import_contacts(jsonb, text, text, jsonb, boolean) to authenticated;
