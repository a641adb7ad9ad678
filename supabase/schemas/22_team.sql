-- The team: the first account claims the studio, members are invited, roles move by functions alone
-- (docs/decisions/0048), and the record of who changed what (docs/decisions/0049).

-- Claim ----------------------------------------------------------------------------------------------------------

-- One-time codes by which the first account becomes administrator. Only a hash is kept.
create table private.studio_claims (
  id uuid primary key default gen_random_uuid(),
  code_hash text not null,
  expires_at timestamptz not null default now() + interval '7 days',
  wrong_tries integer not null default 0,
  used_at timestamptz,
  created_at timestamptz not null default now(),
  constraint studio_claims_wrong_tries_range check (wrong_tries between 0 and 5)
);

alter table private.studio_claims enable row level security;

-- As it is typed: without spaces and dashes, whatever the case.
create function private.claim_code_hash(code text)
returns text
language sql
immutable
set search_path = ''
as $$
  select encode(sha256(convert_to(upper(regexp_replace(code, '[^0-9A-Za-z]', '', 'g')), 'UTF8')), 'hex');
$$;

-- « select private.new_claim_code(); » in the SQL editor of a hosted project; `npm start` calls it. A new code ends the
-- ones before. Null once the studio has an administrator.
create function private.new_claim_code()
returns text
language plpgsql
set search_path = ''
as $$
declare
  -- Twelve digits of sixteen before the version of the uuid: 48 random bits, and five tries.
  digits constant text := upper(left(replace(gen_random_uuid()::text, '-', ''), 12));
begin
  perform pg_advisory_xact_lock(48, 0);
  if exists (select from public.user_roles where role = 'admin') then
    return null;
  end if;
  delete from private.studio_claims where used_at is null;
  insert into private.studio_claims (code_hash) values (private.claim_code_hash(digits));
  return concat_ws('-', substr(digits, 1, 4), substr(digits, 5, 4), substr(digits, 9, 4));
end;
$$;

-- Whether the studio still waits for its first administrator.
create function public.studio_is_unclaimed()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select not exists (select from public.user_roles where role = 'admin');
$$;

grant execute on function public.studio_is_unclaimed() to authenticated;

-- Whether the account of that id has proven its address.
create function private.confirmed_email(person uuid)
returns text
language sql
stable
security definer
set search_path = ''
as $$
  select lower(email) from auth.users where id = person and email_confirmed_at is not null;
$$;

-- Makes the caller administrator, with the code, while there is none. Answers 'claimed', 'taken', 'unconfirmed',
-- 'wrong', 'locked' (five wrong tries) or 'expired' (or no code was ever made): an error would undo the count of tries.
create function public.claim_studio(code text)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  claim private.studio_claims;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour continuer.';
  end if;
  if private.confirmed_email(auth.uid()) is null then
    return 'unconfirmed';
  end if;
  -- Roles move one at a time: of two simultaneous claims, the second sees the first one's administrator.
  perform pg_advisory_xact_lock(48, 0);
  if exists (select from public.user_roles where role = 'admin') then
    return 'taken';
  end if;
  select * into claim from private.studio_claims where used_at is null order by created_at desc limit 1;
  if not found or claim.expires_at <= now() then
    return 'expired';
  end if;
  if claim.wrong_tries >= 5 then
    return 'locked';
  end if;
  if claim.code_hash is distinct from private.claim_code_hash(code) then
    update private.studio_claims set wrong_tries = wrong_tries + 1 where id = claim.id;
    return case when claim.wrong_tries >= 4 then 'locked' else 'wrong' end;
  end if;
  update private.studio_claims set used_at = now() where id = claim.id;
  insert into public.user_roles (user_id, role) values (auth.uid(), 'admin')
  on conflict (user_id) do update set role = 'admin';
  return 'claimed';
end;
$$;

grant execute on function public.claim_studio(text) to authenticated;

-- Members --------------------------------------------------------------------------------------------------------

-- The team, oldest first; nothing to anyone outside it.
create function public.team_members()
returns table (user_id uuid, email text, role public.user_role, since timestamptz, last_sign_in_at timestamptz)
language sql
stable
security definer
set search_path = ''
as $$
  select roles.user_id, people.email::text, roles.role, roles.created_at, people.last_sign_in_at
  from public.user_roles as roles join auth.users as people on people.id = roles.user_id
  where (select private.is_member())
  order by roles.created_at, people.email;
$$;

grant execute on function public.team_members() to authenticated;

-- Lets one change of roles at a time go on, for an administrator; the role is asked after the lock, because the change
-- before may have taken it away.
create function private.begin_role_change()
returns void
language plpgsql
set search_path = ''
as $$
begin
  perform private.require_admin();
  perform pg_advisory_xact_lock(48, 0);
  perform private.require_admin();
end;
$$;

-- Refuses to take the role of the last administrator.
create function private.keep_an_administrator(leaving uuid)
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not exists (select from public.user_roles where role = 'admin' and user_id <> leaving) then
    raise exception using message = 'Il doit rester au moins un administrateur.';
  end if;
end;
$$;

create function public.set_member_role(member uuid, new_role public.user_role)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  if new_role is null or new_role not in ('admin', 'reader') then
    raise invalid_parameter_value using message = 'Rôle inconnu';
  end if;
  if new_role <> 'admin' then
    perform private.keep_an_administrator(member);
  end if;
  update public.user_roles set role = new_role where user_id = member;
  if not found then
    raise exception using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
end;
$$;

grant execute on function public.set_member_role(uuid, public.user_role) to authenticated;

create function public.remove_member(member uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  perform private.keep_an_administrator(member);
  delete from public.user_roles where user_id = member;
  if not found then
    raise exception using message = 'Cette personne ne fait plus partie de l’équipe.';
  end if;
end;
$$;

grant execute on function public.remove_member(uuid) to authenticated;

-- Invitations ----------------------------------------------------------------------------------------------------

create type public.invitation_mail_state as enum ('en_attente', 'envoyé', 'échec', 'incertain');

-- One row per invitation, and its own outbox: the dispatcher sends the link. The token exists in the e-mail alone: it is
-- made when the message is claimed, and a later message ends it.
create table public.invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  role public.user_role not null,
  invited_by uuid references auth.users (id) on delete set null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null default now() + interval '7 days',
  accepted_at timestamptz,
  accepted_by uuid references auth.users (id) on delete set null,
  revoked_at timestamptz,
  token_hash text,
  mail_state public.invitation_mail_state not null default 'en_attente',
  attempts integer not null default 0,
  next_attempt_at timestamptz not null default now(),
  lease_token uuid,
  provider_id text,
  last_error text,
  constraint invitations_email_format check (private.is_email_address(email) and email = lower(email)),
  constraint invitations_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$'),
  constraint invitations_attempts_range check (attempts >= 0),
  constraint invitations_provider_id_length check (char_length(provider_id) <= 200),
  constraint invitations_last_error_length check (char_length(last_error) <= 500)
);

create unique index invitations_open_email_key on public.invitations (email)
  where accepted_at is null and revoked_at is null;
create index invitations_due_idx on public.invitations (next_attempt_at) where mail_state = 'en_attente';
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;

-- Only the functions below write.
-- No person reads the hash of the link.
grant select (
  id, email, role, invited_by, created_at, expires_at, accepted_at, accepted_by, revoked_at, mail_state, attempts,
  next_attempt_at, lease_token, provider_id, last_error
) on table public.invitations to authenticated;
grant select on table public.invitations to service_role;

create policy "invitations: admin reads" on public.invitations
  for select to authenticated
  using ((select private.is_admin()));

-- Invites an address; the dispatcher sends the link. Returns the invitation.
create function public.invite_member(email text, role public.user_role)
returns uuid
language plpgsql
security definer
set search_path = ''
as $$
declare
  address constant text := lower(btrim(invite_member.email));
  invitation uuid;
begin
  perform private.begin_role_change();
  if private.is_email_address(address) is not true then
    raise invalid_parameter_value using message = 'Email invalide';
  end if;
  if invite_member.role is null or invite_member.role not in ('admin', 'reader') then
    raise invalid_parameter_value using message = 'Rôle inconnu';
  end if;
  if exists (
    select from public.user_roles as roles join auth.users as people on people.id = roles.user_id
    where lower(people.email) = address
  ) then
    raise exception using message = 'Cette personne fait déjà partie de l’équipe.';
  end if;
  if exists (
    select from public.invitations as open
    where open.email = address and open.accepted_at is null and open.revoked_at is null
  ) then
    raise exception using message = 'Une invitation attend déjà à cette adresse : renvoyez-la ou retirez-la.';
  end if;
  -- A mistake or a stolen session does not become a mass mailing.
  if (select count(*) from public.invitations as sent where sent.created_at > now() - interval '1 day') >= 20 then
    raise sqlstate 'PT429' using message = 'Vingt invitations par jour au plus. Réessayez demain.';
  end if;
  insert into public.invitations (email, role, invited_by) values (address, invite_member.role, auth.uid())
  returning id into invitation;
  return invitation;
end;
$$;

grant execute on function public.invite_member(text, public.user_role) to authenticated;

create function public.withdraw_invitation(invitation uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  update public.invitations set revoked_at = now(), lease_token = null
  where id = invitation and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using message = 'Cette invitation n’attend plus.';
  end if;
end;
$$;

grant execute on function public.withdraw_invitation(uuid) to authenticated;

-- Sends the link again, for seven more days; the link before no longer works. Not while a message leaves.
create function public.resend_invitation(invitation uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  update public.invitations set
    mail_state = 'en_attente', attempts = 0, next_attempt_at = now(), expires_at = now() + interval '7 days',
    token_hash = null, last_error = null, provider_id = null
  where id = invitation and accepted_at is null and revoked_at is null and mail_state <> 'en_attente';
  if not found then
    raise exception using message = 'Cette invitation est en cours d’envoi, ou n’attend plus.';
  end if;
end;
$$;

grant execute on function public.resend_invitation(uuid) to authenticated;

-- Makes the caller a member by the link of an invitation, when it was sent to the address that their account has proven.
create function public.accept_invitation(token text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  invitation public.invitations;
begin
  if auth.uid() is null then
    raise insufficient_privilege using message = 'Connectez-vous pour continuer.';
  end if;
  perform pg_advisory_xact_lock(48, 0);
  select * into invitation from public.invitations
  where token_hash = encode(sha256(convert_to(token, 'UTF8')), 'hex')
    and accepted_at is null and revoked_at is null and expires_at > now();
  if not found then
    raise exception using message = 'Cette invitation n’est plus valide. Demandez-en une nouvelle.';
  end if;
  if private.confirmed_email(auth.uid()) is distinct from invitation.email then
    raise exception using
      message = 'Cette invitation a été envoyée à une autre adresse. Connectez-vous avec l’adresse qui l’a reçue.';
  end if;
  update public.invitations set accepted_at = now(), accepted_by = auth.uid() where id = invitation.id;
  insert into public.user_roles (user_id, role) values (auth.uid(), invitation.role)
  on conflict (user_id) do nothing;
end;
$$;

grant execute on function public.accept_invitation(text) to authenticated;

-- Leases one due invitation to a worker for one minute, with a new token for its link. A message whose worker did not
-- report becomes « incertain »: a person decides, so that nobody is written to twice.
create function public.claim_due_invitation()
returns table (id uuid, lease_token uuid, attempt integer, email text, role public.user_role, token text, inviter text, expires_at timestamptz)
language plpgsql
security definer
set search_path = ''
as $$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
begin
  if private.is_sending_held() then
    return;
  end if;
  update public.invitations as lost set
    mail_state = 'incertain', lease_token = null,
    last_error = 'L’envoi a été interrompu avant la réponse du serveur de courriel.'
  where lost.mail_state = 'en_attente' and lost.lease_token is not null and lost.next_attempt_at <= now();

  return query
  update public.invitations as taken set
    attempts = taken.attempts + 1,
    lease_token = gen_random_uuid(),
    next_attempt_at = now() + interval '60 seconds',
    token_hash = encode(sha256(convert_to(fresh, 'UTF8')), 'hex')
  where taken.id = (
    select due.id from public.invitations as due
    where due.mail_state = 'en_attente' and due.next_attempt_at <= now() and due.lease_token is null
      and due.accepted_at is null and due.revoked_at is null and due.expires_at > now()
    order by due.next_attempt_at, due.id
    limit 1
    for update skip locked
  )
  returning taken.id, taken.lease_token, taken.attempts, taken.email, taken.role, fresh,
    (select people.email::text from auth.users as people where people.id = taken.invited_by), taken.expires_at;
end;
$$;

grant execute on function public.claim_due_invitation() to service_role;

-- Records the outcome of a claimed invitation; false when the lease was lost. What may have arrived is never tried again
-- by itself: the next link would end the one that arrived.
create function public.finish_invitation(
  invitation_id uuid,
  token uuid,
  outcome text,
  reason text default null,
  sent_as text default null,
  wait_seconds integer default null,
  arrival_possible boolean default false
)
returns boolean
language plpgsql
security definer
set search_path = ''
as $$
declare
  held public.invitations;
begin
  select * into held from public.invitations
  where id = invitation_id and lease_token = token and mail_state = 'en_attente'
  for update;
  if not found then
    return false;
  end if;
  if outcome not in ('accepted', 'rejected', 'unknown', 'retry', 'wait', 'pause') or outcome is null then
    raise invalid_parameter_value using message = 'Unknown outcome: ' || coalesce(outcome, 'null');
  end if;
  update public.invitations set
    mail_state = (case
      when outcome = 'accepted' then 'envoyé'
      when outcome = 'unknown' or outcome = 'retry' and arrival_possible then 'incertain'
      when outcome = 'rejected' or outcome = 'retry' and held.attempts >= 8 then 'échec'
      else 'en_attente'
    end)::public.invitation_mail_state,
    attempts = held.attempts - case when outcome in ('wait', 'pause') then 1 else 0 end,
    next_attempt_at = now() + case outcome
      when 'retry' then interval '30 seconds' * power(2, held.attempts - 1)
      when 'wait' then least(greatest(coalesce(wait_seconds, 30), 1), 86400) * interval '1 second'
      else interval '5 minutes'
    end,
    provider_id = left(sent_as, 200),
    last_error = left(reason, 500),
    lease_token = null
  where id = invitation_id;
  return true;
end;
$$;

grant execute on function public.finish_invitation(uuid, uuid, text, text, text, integer, boolean) to service_role;

-- Who did what ---------------------------------------------------------------------------------------------------

create type public.activity_action as enum ('created', 'updated', 'deleted', 'restored');

-- One row per record changed by a member: who, when, which fields; never a value. One statement that touches more than
-- twenty records (an import, a bulk action) is one row without record_id. Append-only, kept 24 months.
create table public.activity_log (
  id bigint generated by default as identity primary key,
  created_at timestamptz not null default now(),
  actor uuid references auth.users (id) on delete set null,
  -- The table.
  kind text not null,
  record_id text,
  action public.activity_action not null,
  fields text[] not null default '{}',
  record_count integer not null default 1,
  constraint activity_log_record_count_range check (record_count >= 1)
);

create index activity_log_record_idx on public.activity_log (kind, record_id, created_at desc);
create index activity_log_created_at_idx on public.activity_log (created_at desc);
create index activity_log_actor_idx on public.activity_log (actor);

alter table public.activity_log enable row level security;

grant select on table public.activity_log to authenticated, service_role;

create policy "activity_log: member reads" on public.activity_log
  for select to authenticated
  using ((select private.is_member()));

-- The trigger of each table below; its argument is the key's column. What the server, the seed or a visitor does is not
-- recorded: this is about the team.
create function private.record_activity()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  key constant text := tg_argv[0];
  -- municipality_code follows the town, organisation_id the company; a draft is saved at every pause of typing.
  silent constant text[] := array['updated_at', 'view_count', 'municipality_code', 'organisation_id', 'draft'];
  most_rows constant integer := 20;
  -- While app.trash is on, what is inserted comes back from the trash.
  verb constant public.activity_action := case
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

do $$
declare
  target text;
  key text;
begin
  foreach target in array array[
    'virtual_tours', 'tags', 'contacts', 'quote_requests', 'trip_plans', 'email_templates', 'campaigns', 'settings', 'user_roles'
  ] loop
    key := case target when 'user_roles' then 'user_id' else 'id' end;
    execute format(
      'create trigger %I after insert on public.%I referencing new table as new_rows
       for each statement execute function private.record_activity(%L)', target || '_record_insert', target, key);
    execute format(
      'create trigger %I after update on public.%I referencing old table as old_rows new table as new_rows
       for each statement execute function private.record_activity(%L)', target || '_record_update', target, key);
    execute format(
      'create trigger %I after delete on public.%I referencing old table as old_rows
       for each statement execute function private.record_activity(%L)', target || '_record_delete', target, key);
  end loop;
end
$$;

-- The newest fifty changes, of one record or of all, with the address of who made them (null: the account is gone).
create function public.recent_activity(only_kind text default null, only_record text default null)
returns table (
  id bigint, created_at timestamptz, actor_email text, kind text, record_id text, action public.activity_action, fields text[], record_count integer
)
language sql
stable
security definer
set search_path = ''
as $$
  select log.id, log.created_at, people.email::text, log.kind, log.record_id, log.action, log.fields, log.record_count
  from public.activity_log as log left join auth.users as people on people.id = log.actor
  where (select private.is_member())
    and (only_kind is null or log.kind = only_kind and log.record_id = only_record)
  order by log.created_at desc, log.id desc
  limit 50;
$$;

grant execute on function public.recent_activity(text, text) to authenticated;

create function private.forget_old_activity()
returns void
language sql
set search_path = ''
as $$
  delete from public.activity_log where created_at < now() - interval '24 months';
$$;

-- First day ------------------------------------------------------------------------------------------------------

-- What the seed put there, so that a demo can be emptied without touching what people added. Never filled on a hosted
-- project, whose seed is off.
create table private.demo_rows (
  table_name text not null,
  row_id text not null,
  added_at timestamptz not null default now(),
  primary key (table_name, row_id)
);

alter table private.demo_rows enable row level security;

-- How much of the seed is still there, what is in the trash included: { virtual_tours: 12, contacts: 60 }
create function private.demo_counts()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(counted.table_name, counted.number), '{}')
  from (
    select demo.table_name, count(*) as number
    from (
      select table_name, case when table_name <> 'settings' then row_id::uuid end as id from private.demo_rows
    ) as demo
    where demo.table_name = 'virtual_tours' and exists (select from public.virtual_tours as t where t.id = demo.id)
      or demo.table_name = 'tags' and exists (select from public.tags as t where t.id = demo.id)
      or demo.table_name = 'contacts' and exists (select from public.contacts as t where t.id = demo.id)
      or demo.table_name = 'quote_requests' and exists (select from public.quote_requests as t where t.id = demo.id)
      or demo.table_name = 'trip_plans' and exists (select from public.trip_plans as t where t.id = demo.id)
      or demo.table_name = 'email_templates' and exists (select from public.email_templates as t where t.id = demo.id)
      or demo.table_name = 'campaigns' and exists (select from public.campaigns as t where t.id = demo.id)
      or exists (select from public.trash as t where t.id = demo.id and t.kind::text = demo.table_name)
    group by demo.table_name
  ) as counted;
$$;

-- How far the setup is, computed from the data: what each step of the list asks. The sender is done when a test message
-- has left from one of the addresses. `demo`: demo content is still there; `demo_counts`: how much of what.
create function public.setup_state()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'identity', private.sender_identity() is not null,
    'sender', private.sender_identity() is not null and tested.accepted_at is not null,
    'sender_ready', private.sender_identity() is not null and cardinality(s.verified_senders) > 0,
    'sender_tested_at', tested.accepted_at,
    'register', (select count(*) from public.municipalities) > 1000,
    'register_count', (select count(*) from public.municipalities),
    'register_date', (select max(source_date) from public.municipalities),
    'tags', exists (select from public.tags),
    'tour', exists (select from public.virtual_tours),
    'publishing', exists (select from public.virtual_tours where status = 'published'),
    'skipped', s.setup_skipped,
    'studio_name', s.sender_name,
    'demo', exists (select from private.demo_rows),
    'demo_counts', private.demo_counts()
  )
  from public.settings as s
  cross join lateral (
    select max(accepted_at) as accepted_at from private.sender_tests where sender = any (s.verified_senders)
  ) as tested
  where s.id = 1 and (select private.is_member());
$$;

grant execute on function public.setup_state() to authenticated;

-- « Vider le studio de démonstration »: deletes what the seed added and nothing else, for good, what of it is in the trash
-- included, and empties the identity of the demo unless somebody has changed it. Returns how many rows went.
create function public.empty_demo_studio()
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  target text;
  counted integer;
  total integer := 0;
begin
  perform private.require_admin();
  delete from public.trash as gone using private.demo_rows as demo
  where demo.table_name = gone.kind::text and demo.row_id = gone.id::text;
  get diagnostics total = row_count;
  -- Demo content would fill the trash that people look into.
  perform set_config('app.trash', 'on', true);
  -- What points to others before what it points to.
  foreach target in array array[
    'quote_templates', 'quote_services', 'campaigns', 'suggested_prospects', 'trip_plans', 'quote_requests', 'consent_events',
    'contacts', 'email_templates', 'virtual_tours', 'tags', 'suppressions', 'testimonials'
  ] loop
    execute format(
      'delete from public.%I as gone using private.demo_rows as demo where demo.table_name = %L and demo.row_id = gone.id::text',
      target, target);
    get diagnostics counted = row_count;
    total := total + counted;
  end loop;
  -- They came with the contacts; those that somebody added a contact to stay.
  delete from public.organisations as gone using private.demo_rows as demo
  where demo.table_name = 'organisations' and demo.row_id = gone.id::text
    and not exists (select from public.contacts as c where c.organisation_id = gone.id);
  perform set_config('app.trash', '', true);
  update public.settings set
    sender_name = '', legal_name = '', postal_address = '', contact_email = '', contact_phone = '', verified_senders = '{}',
    insurer = '', insurance_number = '', insurance_amount_cents = null, insurance_until = null, picture_rights = '',
    privacy_practice = '', delivery_formats = '', hosted_in_quebec = false, about = '', team = '', territory = '',
    shows_prices = false, planning_time = '', capture_time = '', processing_time = '', publication_time = ''
  where id = 1 and updated_at = (select added_at from private.demo_rows where table_name = 'settings');
  delete from private.demo_rows;
  return total;
end;
$$;

grant execute on function public.empty_demo_studio() to authenticated;
