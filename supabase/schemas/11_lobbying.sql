-- This file says who holds a public office, and what allows to solicit them (docs/decisions/0065). Writing to a public
-- office that asked for nothing may be lobbying (Loi sur la transparence et l’éthique en matière de lobbyisme,
-- T-11.011): the ground is asked for and kept. Whether the law applies is for the studio to find out.

-- Tells whether a person of this sector is taken to hold a public office.
create function private.holds_public_office(sector public.sector)
returns boolean
language sql
immutable
strict
parallel safe
set search_path = ''
return sector in ('municipalité', 'mrc', 'organisme-public');

grant execute on function private.holds_public_office(public.sector) to authenticated;

-- Tells whether a person counts as a public office holder: as recorded for the person, else by their sector.
create function private.is_public_office_holder(contact public.contacts)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select coalesce(contact.is_public_office_holder, private.holds_public_office(contact.sector));
$$;

grant execute on function private.is_public_office_holder(public.contacts) to authenticated;

-- The values are grounds: the person asked in writing, a public call for tenders, work after an award, or a mandate in
-- the register of lobbyists.
create type public.lobbying_ground as enum ('written_request', 'public_call', 'award', 'mandate');

-- Finds what allows at that moment to write to or to call a person who holds a public office, as far as the studio's
-- own records know: { ground, reference }, from the mandate in force, else from what the person asked in writing. It
-- returns null when nothing does.
create function private.standing_ground(contact uuid, at timestamptz)
returns jsonb
language plpgsql
stable
set search_path = ''
as $$
begin
  return coalesce(
    (
      select jsonb_build_object('ground', 'mandate', 'reference', mandate_number) from public.sending_settings
      where id = 1 and mandate_number <> ''
        and (at at time zone 'America/Toronto')::date between mandate_from and mandate_until
    ),
    (
      select jsonb_build_object(
        'ground', 'written_request',
        'reference', 'Demande du ' || to_char(max(asked.occurred_at) at time zone 'America/Toronto', 'YYYY-MM-DD')
      )
      from public.contacts as person
      join public.consent_events as asked on lower(asked.email) = lower(person.email)
      where person.id = standing_ground.contact and asked.basis = 'inquiry' and asked.occurred_at <= at
        and private.consent_expiry(asked.basis, asked.occurred_at) > at
      having count(*) > 0
    )
  );
end;
$$;

grant execute on function private.standing_ground(uuid, timestamptz) to authenticated;

-- Says why a public office holder may not be written to again, or called, without a ground; null when there is no such
-- reason.
create function private.lobbying_refusal(contact uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Retenu : relancer un titulaire de charge publique sans demande écrite, appel public, contrat ni mandat inscrit peut être du lobbyisme (loi T-11.011, art. 5)'
  from public.contacts as person
  where person.id = lobbying_refusal.contact and private.is_public_office_holder(person);
$$;

grant execute on function private.lobbying_refusal(uuid) to authenticated;
