-- Filling what a contact lacks, from its organisation's own site or from the register, each address with where it was read.

-- Fills the empty fields of a contact and tells which: 'email', 'phone', 'website'. What stands already is kept.
--   details: what the site says, { email, phone, website, source_url, found_at, no_solicitation }; null reads the register's
--   line of the organisation that the contact is of.
-- An address that another contact has is left out. The address goes to the ledger as published there, unless the page
-- refuses solicitation or the person once refused at another address; what the ledger says of the address already stands.
-- What was filled is a note of the contact's history.
create function public.complete_contact(contact_id uuid, details jsonb default null)
returns text[]
language plpgsql
security definer
set search_path = ''
as $$
declare
  register_page constant text := 'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';
  is_register constant boolean := details is null;
  person public.contacts;
  place public.municipalities;
  filled text[];
  refusal public.consent_basis;
begin
  perform private.require_admin();
  select * into person from public.contacts where id = complete_contact.contact_id for update;
  if person.id is null then
    raise sqlstate 'PT404' using message = 'Ce contact n’existe plus';
  end if;
  if is_register then
    select m.* into place
    from public.organisations as o join public.municipalities as m on m.code = o.register_code
    where o.id = person.organisation_id;
    details := jsonb_build_object(
      'email', place.official_email, 'phone', place.phone, 'website', place.website, 'source_url', register_page,
      'found_at', coalesce(place.source_date::timestamptz, place.imported_at)
    );
  end if;
  if exists (select from public.contacts as c where lower(c.email) = lower(details ->> 'email')) then
    details := details - 'email';
  end if;
  filled := array_remove(array[
    case when person.email is null and details ->> 'email' is not null then 'email' end,
    case when person.phone is null and details ->> 'phone' is not null then 'phone' end,
    case when person.website is null and details ->> 'website' is not null then 'website' end
  ], null);
  if filled = '{}' then
    return filled;
  end if;

  update public.contacts as c set
    email = coalesce(c.email, details ->> 'email'), phone = coalesce(c.phone, details ->> 'phone'),
    website = coalesce(c.website, details ->> 'website')
  where c.id = person.id;
  if 'email' = any (filled) and not exists (
    select from public.consent_events as e
    where lower(e.email) = lower(details ->> 'email') and e.basis in ('express', 'withdrawn')
  ) then
    select e.basis into refusal from public.consent_events as e
    where e.contact_id = person.id and e.basis in ('withdrawn', 'no_solicitation')
    order by e.occurred_at desc limit 1;
    insert into public.consent_events (contact_id, email, basis, occurred_at, source_url, evidence, recorded_by)
    values (
      person.id, details ->> 'email',
      (case
        when refusal is not null then refusal
        when (details ->> 'no_solicitation')::boolean then 'no_solicitation'
        when details ->> 'source_url' is null or details ->> 'found_at' is null then 'none'
        when private.is_open_map(details ->> 'source_url') then 'unverified'
        else 'published'
      end)::public.consent_basis,
      -- A refusal is no older than the day it is carried over.
      case when refusal is null then least(coalesce((details ->> 'found_at')::timestamptz, now()), now()) else now() end,
      details ->> 'source_url',
      case
        when refusal is not null then 'Refus de la même personne, à une autre adresse.'
        when (details ->> 'no_solicitation')::boolean
          then 'La page de l’organisation porte une mention qui refuse la sollicitation.'
        when is_register then 'Adresse relevée dans le Répertoire des municipalités du Québec, à la date indiquée.'
        else 'Adresse publiée à la source indiquée, relevée à la date indiquée.'
      end,
      auth.uid()
    );
  end if;
  insert into public.contact_activities (contact_id, kind, body, recorded_by)
  values (
    person.id, 'note',
    left(format(
      E'Complété\u00a0: %s. Source\u00a0: %s',
      (
        select string_agg(concat_ws(' ', case name when 'email' then 'courriel' when 'phone' then 'téléphone' else 'site' end, details ->> name), ', ')
        from unnest(filled) as name
      ),
      coalesce(details ->> 'source_url', 'inconnue')
    ), 5000),
    auth.uid()
  );
  return filled;
end;
$$;

grant execute on function public.complete_contact(uuid, jsonb) to authenticated;
