-- One answer to « may we write to this person? », asked by the picker, the sender and the follow-ups.

-- As before (contacts_screen), at any moment and not only now.
drop function private.current_consents(uuid);

create function private.current_consents(only_contact uuid, at timestamptz default now())
returns table (
  contact_id uuid, state text, basis text, occurred_at timestamptz, expires_at timestamptz, source_url text, evidence text,
  suppression text
)
language sql
stable
set search_path = ''
as $$
  with people as (
    select id, email, lower(email) as address from public.contacts
    where email is not null and (only_contact is null or id = only_contact)
  ),
  -- By the address, never by the contact: whoever changes address has not consented for the new one.
  events as (
    select people.id, e.basis, e.occurred_at, e.source_url, e.evidence, private.consent_expiry(e.basis, e.occurred_at) as expiry
    from people join public.consent_events e on lower(e.email) = people.address
    where e.occurred_at <= at
  ),
  withdrawals as (
    select id, max(occurred_at) as last from events where basis = 'withdrawn' group by id
  ),
  standing as (
    select distinct on (events.id) events.*
    from events left join withdrawals on withdrawals.id = events.id
    where events.basis in ('express', 'inquiry', 'purchase', 'contract', 'published', 'disclosed')
      and (events.basis <> 'published' or events.source_url is not null)
      and (withdrawals.last is null or events.occurred_at > withdrawals.last)
    order by events.id, events.expiry desc nulls first, events.occurred_at desc
  ),
  suppressed as (
    select people.id, s.reason from public.suppressions s
    join people on private.email_hash(people.email) = s.email_hash
  )
  select people.id,
    case
      when suppressed.id is not null then 'unsubscribed'
      when standing.id is null then 'withdrawn'
      when standing.expiry <= at then 'expired'
      else 'allowed'
    end,
    standing.basis, standing.occurred_at, standing.expiry, standing.source_url, standing.evidence, suppressed.reason
  from people
  left join standing on standing.id = people.id
  left join suppressed on suppressed.id = people.id
  left join withdrawals on withdrawals.id = people.id
  where coalesce(standing.id, suppressed.id, withdrawals.id) is not null;
$$;

revoke all on function private.current_consents(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.current_consents(uuid, timestamptz) to authenticated, service_role;

-- Every contact (or one) with the reason why it may not be written to; null: it may.
create function private.email_refusals(only_contact uuid, at timestamptz)
returns table (contact_id uuid, reason text)
language sql
stable
set search_path = ''
as $$
  select contact.id,
    case
      when contact.email is null then 'Aucune adresse courriel'
      when consent.suppression = 'bounced' then 'Adresse en erreur permanente'
      when consent.suppression = 'complained' then 'A signalé un message comme indésirable'
      when consent.suppression = 'manual' then 'Retiré des envois par l''équipe'
      when consent.state = 'unsubscribed' then 'Désabonné'
      when contact.status = 'refusé' then 'A refusé d''être sollicité'
      when consent.state = 'withdrawn' then 'Consentement retiré'
      when consent.state = 'expired' then 'Consentement expiré'
      when consent.state is null then 'Aucun consentement consigné'
    end
  from (
    -- Two branches: for one contact, its index is used.
    select * from public.contacts where id = only_contact
    union all
    select * from public.contacts where only_contact is null
  ) contact
  left join private.current_consents(only_contact, at) consent on consent.contact_id = contact.id;
$$;

revoke all on function private.email_refusals(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function private.email_refusals(uuid, timestamptz) to authenticated;

-- Null: this contact may be written to at that moment; else the reason, in French.
create function public.may_email(contact uuid, at timestamptz default now())
returns text
language sql
stable
set search_path = ''
as $$
  select case when count(*) = 0 then 'Contact supprimé' else min(reason) end
  from private.email_refusals(coalesce(contact, '00000000-0000-0000-0000-000000000000'), at);
$$;

revoke all on function public.may_email(uuid, timestamptz) from public, anon, authenticated, service_role;
grant execute on function public.may_email(uuid, timestamptz) to authenticated;

-- For the picker: { reason: [contact id, …] } of those whose status lets them be chosen and whom the law does not.
-- One value: a list of rows would be cut at 1 000.
create function public.campaign_refusals()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_object_agg(reason, ids), '{}') from (
    select refusal.reason, jsonb_agg(contact.id order by contact.id) as ids
    from private.email_refusals(null, now()) refusal
    join public.contacts contact on contact.id = refusal.contact_id
    where refusal.reason is not null and contact.status in ('nouveau', 'contacté', 'intéressé')
    group by refusal.reason
  ) grouped;
$$;

revoke all on function public.campaign_refusals() from public, anon, authenticated, service_role;
grant execute on function public.campaign_refusals() to authenticated;
