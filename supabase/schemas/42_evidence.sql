-- This file holds sealed surveys: what was read of each original, as one canonical text whose root a time stamping
-- authority stamps (docs/decisions/0128). The browser hashes the originals; the database compares, joins and computes
-- the root again.

-- Settings -------------------------------------------------------------------------------------------------------

-- Accepts at most two authorities (RFC 3161), over TLS. One of this machine is for demonstrations: the function that
-- calls it refuses it anywhere else.
create function private.are_time_stamp_authorities(addresses text[])
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(
    cardinality(addresses) = 0
    or array_ndims(addresses) = 1 and cardinality(addresses) <= 2
      and cardinality(addresses) = (select count(distinct address) from unnest(addresses) as address)
      and not exists (
        select from unnest(addresses) as address
        where address is null or char_length(address) > 300 or not (
          address ~ '\Ahttps://([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])(/[!-~]*)?\Z'
          or address ~ '\Ahttp://127\.0\.0\.1:[1-9][0-9]{0,4}/\Z'
        )
      ),
    false
  );
$$;

grant execute on function private.are_time_stamp_authorities(text[]) to authenticated, service_role;

-- The one row is the answer of /admin/parametres/preuve.
create table public.evidence_settings (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  authorities text[] not null default '{}',
  -- These are root certificates of the authorities, in PEM: a stamp seldom contains them, and checking one needs them.
  certificates text not null default '',
  updated_at timestamptz not null default now(),
  constraint evidence_settings_authorities_valid check (private.are_time_stamp_authorities(authorities)),
  constraint evidence_settings_certificates_length check (char_length(certificates) <= 50000),
  constraint evidence_settings_certificates_format check (
    certificates ~ '\A(\s*-----BEGIN CERTIFICATE-----[A-Za-z0-9+/=\s]+-----END CERTIFICATE-----\s*)*\Z'
  )
);

create trigger evidence_settings_set_updated_at before update on public.evidence_settings
  for each row execute function private.set_updated_at();

alter table public.evidence_settings enable row level security;

grant select, update (authorities, certificates) on table public.evidence_settings to authenticated;
grant select, insert, update, delete on table public.evidence_settings to service_role;

create policy "evidence_settings: member reads" on public.evidence_settings
  for select to authenticated
  using ((select private.is_member()));

create policy "evidence_settings: admin changes" on public.evidence_settings
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

insert into public.evidence_settings (id) values (1);

select private.attach_activity_log('evidence_settings');

-- Tables ---------------------------------------------------------------------------------------------------------

-- The table holds seals and is append-only for every role: a corrected survey gets another seal.
create table public.survey_seals (
  id uuid primary key default gen_random_uuid(),
  -- There is no foreign key: a seal outlives its survey, as an entry of a register does. What a client was given can
  -- still be compared when the survey was deleted, and one that comes back from the trash finds its seals.
  survey_id uuid not null,
  sealed_at timestamptz not null default now(),
  sealed_by uuid references auth.users (id) on delete set null,
  pictures integer not null,
  bytes bigint not null,
  -- It is canonical JSON (RFC 8785): { header, pictures }.
  manifest text not null,
  manifest_sha256 text not null,
  -- It is the root of the Merkle tree (RFC 6962) of the header and of each picture.
  merkle_root text not null,
  constraint survey_seals_pictures_range check (pictures between 1 and 100000),
  constraint survey_seals_bytes_range check (bytes >= 1),
  constraint survey_seals_manifest_length check (char_length(manifest) <= 67108864),
  constraint survey_seals_manifest_sha256_format check (manifest_sha256 ~ '\A[0-9a-f]{64}\Z'),
  constraint survey_seals_merkle_root_format check (merkle_root ~ '\A[0-9a-f]{64}\Z')
);

create index survey_seals_survey_id_idx on public.survey_seals (survey_id, sealed_at desc);
create index survey_seals_sealed_by_idx on public.survey_seals (sealed_by);

-- The table holds what an authority answered, append-only.
create table public.seal_tokens (
  id uuid primary key default gen_random_uuid(),
  seal_id uuid not null references public.survey_seals (id) on delete restrict,
  -- It is the address that was asked.
  authority text not null,
  -- It is the whole answer (TimeStampResp of RFC 3161), base64 of its DER.
  token text not null,
  gen_time timestamptz not null,
  serial text not null,
  created_at timestamptz not null default now(),
  constraint seal_tokens_authority_key unique (seal_id, authority),
  constraint seal_tokens_authority_length check (char_length(authority) <= 300),
  constraint seal_tokens_token_format check (char_length(token) <= 100000 and token ~ '\A[A-Za-z0-9+/]+={0,2}\Z'),
  constraint seal_tokens_serial_format check (serial ~ '\A[0-9a-f]{1,64}\Z')
);

-- The table lists what is still to be stamped. A row goes when its token is there.
create table public.seal_requests (
  seal_id uuid not null references public.survey_seals (id) on delete cascade,
  authority text not null,
  attempts integer not null default 0,
  -- It is null when the stamp is not tried again by itself.
  next_attempt timestamptz default now(),
  last_error text,
  constraint seal_requests_pkey primary key (seal_id, authority),
  constraint seal_requests_authority_length check (char_length(authority) <= 300),
  constraint seal_requests_attempts_range check (attempts >= 0),
  constraint seal_requests_last_error_length check (char_length(last_error) <= 500)
);

create index seal_requests_next_attempt_idx on public.seal_requests (next_attempt);

alter table public.survey_seals enable row level security;
alter table public.seal_tokens enable row level security;
alter table public.seal_requests enable row level security;

-- Only the functions below write.
grant select on table public.survey_seals to authenticated, service_role;
grant select on table public.seal_tokens to authenticated, service_role;
grant select on table public.seal_requests to authenticated, service_role;

create policy "survey_seals: member reads" on public.survey_seals
  for select to authenticated
  using ((select private.is_member()));

create policy "seal_tokens: member reads" on public.seal_tokens
  for select to authenticated
  using ((select private.is_member()));

create policy "seal_requests: member reads" on public.seal_requests
  for select to authenticated
  using ((select private.is_member()));

-- Refuses changes of a proof. Grants stop everybody who comes by the API; this stops a function that would forget it,
-- and a hand in the SQL editor. Only the account of who sealed may be forgotten, when it is deleted.
create function private.refuse_change_of_proof()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - 'sealed_by' = to_jsonb(old) - 'sealed_by' then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Un sceau ne se modifie pas et ne s’efface pas.';
end;
$$;

create trigger survey_seals_stay before update or delete on public.survey_seals
  for each row execute function private.refuse_change_of_proof();

create trigger seal_tokens_stay before update or delete on public.seal_tokens
  for each row execute function private.refuse_change_of_proof();

-- Keeps what was read from the disk of a sealed picture, and the picture as long as its survey. What was computed of it
-- (time, place, heading) may be corrected: another seal then says so, beside the first.
create function private.keep_sealed_picture()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  if not exists (
    select from public.survey_seals as seal
    where seal.survey_id = old.survey_id and seal.sealed_at >= old.created_at
  ) then
    return coalesce(new, old);
  end if;
  if tg_op = 'DELETE' then
    -- A picture goes with its survey.
    if not exists (select from public.surveys as survey where survey.id = old.survey_id) then
      return old;
    end if;
  elsif (new.survey_id, new.file_name, new.file_bytes, new.sha256, new.camera_wall, new.camera_time, new.camera_zone, new.camera_lat, new.camera_lon)
    is not distinct from
    (old.survey_id, old.file_name, old.file_bytes, old.sha256, old.camera_wall, old.camera_time, old.camera_zone, old.camera_lat, old.camera_lon)
  then
    return new;
  end if;
  raise sqlstate 'PT409' using message = 'Ce relevé est scellé : ce qui a été lu de ses images ne change plus.';
end;
$$;

create trigger survey_pictures_keep_sealed before update or delete on public.survey_pictures
  for each row execute function private.keep_sealed_picture();

-- Sealing --------------------------------------------------------------------------------------------------------

-- Keeps what was computed of the originals; a picture that has its hash already keeps it. Runs as the caller: the policies
-- decide. Returns how many were kept.
--   hashes  [{ id, sha256 }]
create function public.record_picture_hashes(survey_id uuid, hashes jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  kept integer;
begin
  update public.survey_pictures as picture set sha256 = given.sha256
  from jsonb_to_recordset(hashes) as given (id uuid, sha256 text)
  where picture.id = given.id and picture.survey_id = record_picture_hashes.survey_id and picture.sha256 is null;
  get diagnostics kept = row_count;
  return kept;
end;
$$;

grant execute on function public.record_picture_hashes(uuid, jsonb) to authenticated;

-- Returns the root of a Merkle tree (RFC 6962): leaves are prefixed by 0, nodes by 1, a last node without a neighbour
-- goes up as it is.
create function private.merkle_root(leaves text[])
returns bytea
language plpgsql
immutable
set search_path = ''
as $$
declare
  level bytea[];
begin
  select array_agg(sha256('\x00'::bytea || convert_to(leaf, 'UTF8')) order by place) into level
  from unnest(leaves) with ordinality as l (leaf, place);
  while cardinality(level) > 1 loop
    select array_agg(case cardinality(pair) when 2 then sha256('\x01'::bytea || pair[1] || pair[2]) else pair[1] end order by number)
    into level
    from (
      select (place - 1) / 2 as number, array_agg(node order by place) as pair
      from unnest(level) with ordinality as n (node, place) group by (place - 1) / 2
    ) as pairs;
  end loop;
  return level[1];
end;
$$;

-- Requests the stamps that a seal lacks from the authorities of the settings; requests to other authorities are
-- dropped.
create function private.request_stamps(seal uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  asked text[] := (select settings.authorities from public.evidence_settings as settings where settings.id = 1);
begin
  delete from public.seal_requests as request where request.seal_id = seal and request.authority <> all (asked);
  insert into public.seal_requests (seal_id, authority)
  select seal, address from unnest(asked) as address
  where not exists (
    select from public.seal_tokens as token where token.seal_id = seal and token.authority = address
  )
  on conflict (seal_id, authority) do update set next_attempt = now(), attempts = 0;
end;
$$;

-- Seals a survey, and returns the seal. The database joins the leaves to the manifest and computes its root: the browser's
-- word is taken for the hashes of the originals alone, which nobody else can read.
--   leaves  canonical JSON of the header, then of each kept picture (src/shared/evidence/manifest.ts)
-- Errors: PT404 the survey was deleted; PT409 a picture has no hash, or the survey changed meanwhile; PT400 the rest.
create function public.seal_survey(survey_id uuid, leaves text[])
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  header jsonb;
  unhashed integer;
  different integer;
  kept integer;
  total bigint;
  text_of_manifest text;
  made uuid;
begin
  perform private.require_admin();
  perform from public.surveys as survey where survey.id = seal_survey.survey_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Ce relevé n’existe plus.';
  end if;
  if (coalesce(cardinality(leaves), 0) not between 2 and 100001)
    or exists (select from unnest(leaves) as leaf where leaf is null or not (leaf is json object with unique keys)) then
    raise sqlstate 'PT400' using message = 'Le manifeste est illisible. Rechargez la page, puis recommencez.';
  end if;

  select count(*) filter (where picture.sha256 is null), count(*), sum(picture.file_bytes) into unhashed, kept, total
  from public.survey_pictures as picture
  where picture.survey_id = seal_survey.survey_id and picture.left_out is null;
  if unhashed > 0 then
    raise sqlstate 'PT409' using message = 'Des images n’ont pas encore d’empreinte. Calculez-les, puis scellez.';
  end if;

  select count(*) into different
  from (
    select * from public.survey_pictures as picture
    where picture.survey_id = seal_survey.survey_id and picture.left_out is null
  ) as picture
  full join (
    select leaf::jsonb as entry from unnest(leaves[2:]) as leaf
  ) as given on given.entry ->> 'path' = picture.file_name
  where picture.id is null or given.entry is null
    or given.entry ->> 'sha256' is distinct from picture.sha256
    or (given.entry ->> 'bytes')::numeric is distinct from picture.file_bytes
    or (given.entry ->> 'takenAt')::timestamptz is distinct from date_trunc('milliseconds', picture.taken_at)
    -- Places are compared as numerics, which hold the digits that the API prints (`extra_float_digits` is 0 there) and
    -- no others.
    or (given.entry ->> 'lat')::double precision::numeric is distinct from picture.lat::numeric
    or (given.entry ->> 'lon')::double precision::numeric is distinct from picture.lon::numeric
    or (given.entry ->> 'heading')::real::numeric is distinct from picture.heading::numeric
    or given.entry ->> 'timeSource' is distinct from picture.time_source::text
    or given.entry ->> 'placeSource' is distinct from picture.place_source::text
    or given.entry ->> 'headingSource' is distinct from picture.heading_source::text;
  if different > 0 or kept <> cardinality(leaves) - 1 then
    raise sqlstate 'PT409' using message = 'Le relevé a changé pendant le scellement. Recommencez.';
  end if;

  header := leaves[1]::jsonb;
  if header #>> '{survey,id}' is distinct from seal_survey.survey_id::text
    or (header ->> 'pictures')::numeric is distinct from kept
    or (header ->> 'bytes')::numeric is distinct from total then
    raise sqlstate 'PT409' using message = 'Le relevé a changé pendant le scellement. Recommencez.';
  end if;
  -- The date that the studio declares must be the database's, to ten minutes.
  if coalesce(abs(extract(epoch from (header ->> 'declaredAt')::timestamptz - now())) > 600, true) then
    raise sqlstate 'PT400' using
      message = 'L’horloge de cet ordinateur n’est pas à l’heure. Réglez-la, puis scellez de nouveau.';
  end if;

  text_of_manifest := '{"header":' || leaves[1] || ',"pictures":[' || array_to_string(leaves[2:], ',') || ']}';
  insert into public.survey_seals (survey_id, sealed_by, pictures, bytes, manifest, manifest_sha256, merkle_root)
  values (
    seal_survey.survey_id, auth.uid(), kept, total, text_of_manifest,
    encode(sha256(convert_to(text_of_manifest, 'UTF8')), 'hex'), encode(private.merkle_root(leaves), 'hex')
  )
  returning id into made;
  perform private.request_stamps(made);
  return made;
exception
  when invalid_text_representation or invalid_datetime_format or datetime_field_overflow or numeric_value_out_of_range then
    raise sqlstate 'PT400' using message = 'Le manifeste est illisible. Rechargez la page, puis recommencez.';
end;
$$;

grant execute on function public.seal_survey(uuid, text[]) to authenticated;

-- Asks for the stamps that a seal lacks once more.
create function public.request_seal_stamps(seal uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.survey_seals as made where made.id = request_seal_stamps.seal) then
    raise sqlstate 'PT404' using message = 'Ce sceau n’existe pas.';
  end if;
  perform private.request_stamps(request_seal_stamps.seal);
end;
$$;

grant execute on function public.request_seal_stamps(uuid) to authenticated;

-- Stamping -------------------------------------------------------------------------------------------------------

-- Claims what is due to be stamped: [{ seal_id, authority, root, attempt }]. Each is the caller's for two minutes.
--   seal  only of this one
create function public.claim_seal_requests(batch integer, seal uuid default null)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  claimed jsonb;
begin
  with due as (
    select request.seal_id, request.authority from public.seal_requests as request
    where request.next_attempt <= now() and (claim_seal_requests.seal is null or request.seal_id = claim_seal_requests.seal)
    order by request.next_attempt
    limit least(greatest(batch, 0), 20)
    for update skip locked
  ), taken as (
    update public.seal_requests as request set attempts = request.attempts + 1, next_attempt = now() + interval '2 minutes'
    from due where request.seal_id = due.seal_id and request.authority = due.authority
    returning request.seal_id, request.authority, request.attempts
  )
  select coalesce(jsonb_agg(jsonb_build_object(
    'seal_id', taken.seal_id, 'authority', taken.authority, 'root', made.merkle_root, 'attempt', taken.attempts
  )), '[]') into claimed
  from taken join public.survey_seals as made on made.id = taken.seal_id;
  return claimed;
end;
$$;

grant execute on function public.claim_seal_requests(integer, uuid) to service_role;

-- Keeps the stamp of a request, or why there is none: it is tried again after half a minute, then longer, at most six
-- hours, for two weeks. Nothing waits for it: until then the seal has a lower level.
create function public.finish_seal_request(
  seal uuid, authority text, attempt integer,
  token text default null, gen_time timestamptz default null, serial text default null, why text default null
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_attempts constant integer := 65;
begin
  perform from public.seal_requests as request
  where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority
    and request.attempts = finish_seal_request.attempt
  for update;
  if not found then
    return false;
  end if;
  if token is not null then
    insert into public.seal_tokens (seal_id, authority, token, gen_time, serial)
    values (
      finish_seal_request.seal, finish_seal_request.authority, finish_seal_request.token, finish_seal_request.gen_time,
      finish_seal_request.serial
    )
    on conflict on constraint seal_tokens_authority_key do nothing;
    delete from public.seal_requests as request
    where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority;
  else
    update public.seal_requests as request set
      last_error = left(coalesce(why, 'Aucune réponse'), 500),
      next_attempt = case when attempt < most_attempts
        then now() + least(interval '15 seconds' * power(2, least(attempt, 20)), interval '6 hours') end
    where request.seal_id = finish_seal_request.seal and request.authority = finish_seal_request.authority;
  end if;
  return true;
end;
$$;

grant execute on function public.finish_seal_request(uuid, text, integer, text, timestamptz, text, text) to service_role;

-- The report ------------------------------------------------------------------------------------------------------

-- Returns what the report of a seal prints, read by the server: at most 1 500 places for its map, and forty pairs,
-- those with findings first; null when there is no such seal.
create function public.survey_report(seal uuid)
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  with made as (
    select sealed.*, sealed.manifest::jsonb as document from public.survey_seals as sealed where sealed.id = survey_report.seal
  ), placed as (
    select row_number() over (order by entry.place) as number, count(*) over () as total, entry.value
    from made, jsonb_array_elements(made.document -> 'pictures') with ordinality as entry (value, place)
    where entry.value -> 'lat' <> 'null'::jsonb and entry.value -> 'lon' <> 'null'::jsonb
  ), compared as (
    select pair.id, pair.note, earlier.preview as before_preview, earlier.taken_at as before_at, later.preview as after_preview,
      later.taken_at as after_at, later.file_name, later.lat, later.lon, coalesce(found.list, '[]') as findings
    from made
    join public.survey_pictures as later on later.survey_id = made.survey_id
    join public.survey_pairs as pair on pair.after_picture = later.id
    join public.survey_pictures as earlier on earlier.id = pair.before_picture
    left join lateral (
      select jsonb_agg(jsonb_build_object(
        'kind', finding.kind, 'note', finding.note, 'yaw', finding.yaw, 'pitch', finding.pitch, 'width', finding.width,
        'height', finding.height
      ) order by finding.created_at, finding.id) as list
      from public.survey_findings as finding where finding.pair_id = pair.id
    ) as found on true
  )
  select jsonb_build_object(
    'studio', (select coalesce(nullif(studio.legal_name, ''), nullif(studio.sender_name, ''), 'Territoire 360') from public.studio where id = 1),
    'sealed_at', made.sealed_at,
    'merkle_root', made.merkle_root,
    'header', made.document -> 'header',
    'tokens', (
      select coalesce(jsonb_agg(jsonb_build_object('authority', token.authority, 'gen_time', token.gen_time) order by token.gen_time), '[]')
      from public.seal_tokens as token where token.seal_id = made.id
    ),
    'places', (
      select coalesce(jsonb_agg(jsonb_build_array(placed.value -> 'lon', placed.value -> 'lat') order by placed.number), '[]')
      from placed where placed.number % greatest(1, ceil(placed.total / 1500.0)::integer) = 0 or placed.number = 1
    ),
    'pairs', (select count(*) from compared),
    'findings', (select coalesce(sum(jsonb_array_length(compared.findings)), 0) from compared),
    'shown', (
      select coalesce(jsonb_agg(to_jsonb(first_pairs)), '[]') from (
        select * from compared order by jsonb_array_length(compared.findings) = 0, compared.after_at, compared.id limit 40
      ) as first_pairs
    )
  )
  from made;
$$;

grant execute on function public.survey_report(uuid) to service_role;
