-- This file holds the team: roles, how often an administrator may call the edge functions that cost money, the first
-- account that claims the studio, members and invitations (docs/decisions/0048).

create type public.user_role as enum ('admin', 'reader');

-- The table has one row per member of the team: « admin » does everything, « reader » (lecture seule) reads the
-- business and changes nothing. Signing up is open to anyone and gives no role (docs/decisions/0048).
create table public.user_roles (
  user_id uuid not null references auth.users (id) on delete cascade,
  role public.user_role not null,
  created_at timestamptz not null default now(),
  constraint user_roles_pkey primary key (user_id)
);

alter table public.user_roles enable row level security;

-- No role writes it through the API, not even the secret key: the functions of 02_team.sql change roles.
grant select on table public.user_roles to authenticated, service_role;

-- Tells whether a session is as strong as its account asks: with a verified second factor, its token must say that a
-- code was given (aal2). It stands apart from is_admin because edge functions and the sign-in read the role itself from
-- user_roles, before any code. Source: Supabase, « Multi-Factor Authentication », « Enforce for users that have
-- opted-in ».
create function private.has_given_second_factor()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return coalesce(auth.jwt() ->> 'aal', 'aal1') = 'aal2'
    or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified');
end;
$$;

grant execute on function private.has_given_second_factor() to authenticated;

-- Tells whether the session of a request goes on. Its token is good for an hour whatever happens; the accounts service
-- deletes the session when its person signs out, changes the password or is deleted, and from then on the token opens
-- nothing. After 30 days a person signs in anew. A token without a session is none of the service's: the project's own key
-- signed it.
create function private.is_session_open()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and created_at > now() - interval '30 days'
  );
end;
$$;

grant execute on function private.is_session_open() to authenticated;

-- Tells whether the token of a request was given to our own site. One that the OAuth server gives to another application
-- names it in « client_id », and is otherwise the token of the whole person: its scopes limit no table. A restrictive
-- policy on every table (99_applications.sql), is_admin and is_member ask this. The one application that may read is the
-- assistant (49_assistant.sql), in a transaction that cannot write; the ids of all others are the server's own UUIDs.
create function private.is_first_party()
returns boolean
language sql
stable
set search_path = ''
as $$
  select auth.jwt() ->> 'client_id' is null
    or auth.jwt() ->> 'client_id' = 'assistant' and current_setting('transaction_read_only') = 'on';
$$;

grant execute on function private.is_first_party() to authenticated;

create policy "user_roles: own row" on public.user_roles
  for select to authenticated
  using (
    user_id = (select auth.uid()) and (select private.has_given_second_factor()) and (select private.is_session_open())
  );

select private.attach_activity_log('user_roles', 'user_id');

-- Reads user_roles as its owner, so that policies of other tables do not depend on what the caller may see. It is
-- always written "(select private.is_admin())": evaluated once per statement instead of once per row.
create function private.is_admin()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles where user_id = auth.uid() and role = 'admin'
  ) and private.has_given_second_factor() and private.is_session_open() and private.is_first_party();
end;
$$;

grant execute on function private.is_admin() to authenticated;

-- Tells whether the caller may read the business data: administrators and readers. It never allows a write.
create function private.is_member()
returns boolean
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return exists (
    select 1 from public.user_roles where user_id = auth.uid() and role in ('admin', 'reader')
  ) and private.has_given_second_factor() and private.is_session_open() and private.is_first_party();
end;
$$;

grant execute on function private.is_member() to authenticated;

-- Refuses anybody but an administrator, in functions that act with their owner's rights on the caller's behalf.
create function private.require_admin()
returns void
language plpgsql
stable
set search_path = ''
as $$
begin
  if (select private.is_admin()) is not true then
    raise insufficient_privilege using message = 'Cette action est réservée aux administrateurs.';
  end if;
end;
$$;

-- Refuses who has not proven who they are within 15 minutes, before what cannot be undone and what gives access: a page that
-- was left open, or a stolen token, is not enough (docs/decisions/0139, « Sign-in »). A sign-in begins a session; the code of a
-- second factor, given later in the same session, stands in its token (« amr »). PT401 is the challenge of RFC 9470: the
-- screens ask for the proof, then send the same request again. A token without a session: see is_session_open.
create function public.require_recent_sign_in()
returns void
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  if auth.jwt() ->> 'session_id' is null or exists (
    select from auth.sessions
    where id = (auth.jwt() ->> 'session_id')::uuid and user_id = auth.uid() and greatest(
      created_at,
      (
        select to_timestamp(max((given #>> '{}')::bigint))
        from jsonb_path_query(auth.jwt(), '$.amr[*] ? (@.method == "totp").timestamp') as given
      )
    ) > now() - interval '15 minutes'
  ) then
    return;
  end if;
  raise sqlstate 'PT401' using message = 'Confirmez que c’est vous pour continuer.';
end;
$$;

grant execute on function public.require_recent_sign_in() to authenticated;

-- Lists the caller's open sessions, the last used first; « device » is what the browser said of itself, and null where the
-- accounts service kept nothing.
create function public.own_sessions()
returns table (id uuid, began_at timestamptz, used_at timestamptz, device text, is_present boolean)
language sql
stable
security definer
set search_path = ''
as $$
  select own.id, own.created_at, greatest(own.created_at, own.refreshed_at at time zone 'UTC'), own.user_agent,
    own.id::text is not distinct from auth.jwt() ->> 'session_id'
  from auth.sessions as own
  where own.user_id = auth.uid() and own.created_at > now() - interval '30 days'
    and private.has_given_second_factor() and private.is_session_open() and private.is_first_party()
  order by 3 desc, 1;
$$;

grant execute on function public.own_sessions() to authenticated;

-- Ends one of the caller's sessions: its token is refused from the next request on.
create function public.end_session(session uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform public.require_recent_sign_in();
  delete from auth.sessions where id in (select own.id from public.own_sessions() as own where own.id = end_session.session);
  if not found then
    raise exception using message = 'Cette session est déjà fermée.';
  end if;
end;
$$;

grant execute on function public.end_session(uuid) to authenticated;

-- The table counts how often one person, and all of them, call the edge functions that cost money or question others.
-- Isolates of edge functions share no memory, so the count is kept here.
create table private.function_calls (
  id bigint generated always as identity primary key,
  function_name text not null,
  user_id uuid not null,
  called_at timestamptz not null default now()
);

create index function_calls_user_id_idx on private.function_calls (user_id, function_name, called_at);
create index function_calls_called_at_idx on private.function_calls (called_at);

alter table private.function_calls enable row level security;

-- Returns the most calls of a function that one person may make in ten minutes, of which all together may make three
-- times as many; null for a function without a limit.
create function private.function_call_limit(function_name text)
returns integer
language sql
immutable
set search_path = ''
as $$
  select case function_name
    when 'generate-description' then 20
    when 'describe-scenes' then 60
    when 'send-test-email' then 10
    when 'download-register' then 10
    when 'generate-prospects' then 10
    when 'search-prospect-info' then 60
    when 'quote-pdf' then 60
    when 'publish-site' then 20
    when 'check-sender-domains' then 20
    when 'trip-legs' then 60
    when 'municipality-streets' then 20
    when 'stamp-seals' then 60
    when 'survey-report' then 20
    when 'person-report' then 20
  end;
$$;

-- Counts one call of the signed-in administrator, or refuses it with 429. Edge functions call it with that person's own
-- token, so they need no secret key; calling it directly only uses up one's own limit.
create function public.count_function_call(function_name text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  most integer := private.function_call_limit(function_name);
  window_start timestamptz := now() - interval '10 minutes';
begin
  if not (select private.is_admin()) then
    raise insufficient_privilege using message = 'Only administrators call functions';
  end if;
  if most is null then
    raise invalid_parameter_value using message = 'No limit is set for ' || coalesce(function_name, 'null');
  end if;

  -- The lock lets only one of two simultaneous calls at the limit pass.
  perform pg_advisory_xact_lock(4, hashtext(function_name));
  if (
    select count(*) from private.function_calls as made
    where made.user_id = auth.uid() and made.function_name = count_function_call.function_name
      and made.called_at > window_start
  ) >= most then
    raise sqlstate 'PT429' using
      message = 'Vous avez fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;
  if (
    select count(*) from private.function_calls as made
    where made.function_name = count_function_call.function_name and made.called_at > window_start
  ) >= 3 * most then
    raise sqlstate 'PT429' using
      message = 'L’équipe a fait beaucoup de demandes en peu de temps. Veuillez patienter quelques minutes, puis réessayer.';
  end if;

  delete from private.function_calls where id in (
    select id from private.function_calls where called_at <= window_start limit 1000 for update skip locked
  );
  insert into private.function_calls (function_name, user_id)
  values (count_function_call.function_name, auth.uid());
end;
$$;

grant execute on function public.count_function_call(text) to authenticated;

-- Claim ----------------------------------------------------------------------------------------------------------

-- The table holds the one-time codes by which the first account becomes administrator. Only a hash is kept.
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

-- Spaces, dashes and case do not count, because a person types the code.
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
  -- Twelve of the sixteen digits before the version of the uuid are taken: 48 random bits, and five tries.
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

-- Tells whether the studio still waits for its first administrator.
create function public.studio_is_unclaimed()
returns boolean
language sql
stable
security definer
set search_path = ''
as $$
  select private.is_first_party() and not exists (select from public.user_roles where role = 'admin');
$$;

grant execute on function public.studio_is_unclaimed() to authenticated;

-- Tells whether the account of that id has proven its address.
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
  if auth.uid() is null or not private.is_first_party() then
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

-- Lists the team, oldest first; anyone outside it gets no row.
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
  perform public.require_recent_sign_in();
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

-- The table has one row per invitation; its e-mail is a message of the outbox (25_outbox.sql). The token exists in the
-- e-mail alone: it is made when the message is claimed, and a later message ends it.
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
  constraint invitations_email_format check (private.is_email_address(email) and email = lower(email)),
  constraint invitations_token_hash_format check (token_hash ~ '^[0-9a-f]{64}$')
);

create unique index invitations_open_email_key on public.invitations (email)
  where accepted_at is null and revoked_at is null;
create index invitations_invited_by_idx on public.invitations (invited_by);
create index invitations_accepted_by_idx on public.invitations (accepted_by);

alter table public.invitations enable row level security;

-- Only the functions below write, and no person reads the hash of the link.
grant select (
  id, email, role, invited_by, created_at, expires_at, accepted_at, accepted_by, revoked_at
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
  -- The limit keeps a mistake or a stolen session from becoming a mass mailing.
  if (select count(*) from public.invitations as sent where sent.created_at > now() - interval '1 day') >= 20 then
    raise sqlstate 'PT429' using message = 'Vingt invitations par jour au plus. Réessayez demain.';
  end if;
  insert into public.invitations (email, role, invited_by) values (address, invite_member.role, auth.uid())
  returning id into invitation;
  insert into public.notifications (kind, invitation_id) values ('invitation', invitation);
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
  update public.invitations set revoked_at = now()
  where id = invitation and accepted_at is null and revoked_at is null;
  if not found then
    raise exception using message = 'Cette invitation n’attend plus.';
  end if;
end;
$$;

grant execute on function public.withdraw_invitation(uuid) to authenticated;

-- Sends the link again, for seven more days; the link before no longer works. It refuses while a message leaves.
create function public.resend_invitation(invitation uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.begin_role_change();
  update public.invitations set expires_at = now() + interval '7 days', token_hash = null
  where id = invitation and accepted_at is null and revoked_at is null
    and not exists (
      select from public.notifications as leaving
      where leaving.invitation_id = resend_invitation.invitation and leaving.state = 'en_attente'
    );
  if not found then
    raise exception using message = 'Cette invitation est en cours d’envoi, ou n’attend plus.';
  end if;
  insert into public.notifications (kind, invitation_id) values ('invitation', invitation);
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
  if auth.uid() is null or not private.is_first_party() then
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

-- Says in French why the e-mail of an invitation must not leave; null when it may.
create function private.invitation_refusal(invitation uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Cette invitation n’attend plus.'
  where not exists (
    select from public.invitations as open
    where open.id = invitation and open.accepted_at is null and open.revoked_at is null and open.expires_at > now()
  );
$$;

-- Makes a new link of an invitation for its e-mail, { token, role, inviter, expiresAt }; the link before no longer works.
-- It returns null for a message that is about something else.
create function private.new_invitation_link(invitation uuid)
returns jsonb
language plpgsql
set search_path = ''
as $$
declare
  fresh constant text := replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', '');
  link jsonb;
begin
  update public.invitations as open set token_hash = encode(sha256(convert_to(fresh, 'UTF8')), 'hex')
  where open.id = invitation
  returning jsonb_build_object(
    'token', fresh, 'role', open.role, 'expiresAt', open.expires_at,
    'inviter', (select people.email from auth.users as people where people.id = open.invited_by)
  ) into link;
  return link;
end;
$$;
