-- What waited in the outbox of a copy that was put back is held, as campaigns are (supabase/schemas/15_outbox_and_schedule.sql).

create function private.outbox_refusal(due timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select coalesce(
    private.sending_stop(),
    case when due < now() - interval '24 hours' then
      'Non envoyé : prêt depuis plus de 24 heures sans que le serveur s’en occupe (arrêt, ou copie restaurée). Vérifiez qu’il n’est pas déjà parti, puis renvoyez-le.'
    end
  );
$$;

create or replace function public.claim_due_notifications(batch integer, same_key_is_safe boolean)
returns table (
  id uuid,
  lease_token uuid,
  kind text,
  quote_request_id uuid,
  organization_name text,
  contact_name text,
  email text,
  phone text,
  organization_type text,
  service_type text,
  message text,
  created_at timestamptz,
  subject text,
  body text,
  attachments jsonb,
  earlier_messages uuid[],
  -- Of an e-mail about a quote: private.quote_for_server, and the code where it brings one.
  issued_quote jsonb,
  campaign_id uuid
)
language plpgsql
security definer
set search_path = ''
as $$
declare
  candidate record;
  refusal text;
  -- Why nobody outside may be written to now; a person may send it again.
  stop text;
  -- At most so many in one call, which would otherwise outlast its statement's time limit after a flood.
  refusals_left integer := 500;
begin
  update public.notifications as lost set
    state = 'incertain',
    lease_token = null,
    finished_at = now(),
    last_error = coalesce(lost.last_error, 'L''envoi a été interrompu avant la réponse du serveur de courriel.')
  where lost.id in (
    select held.id from public.notifications as held
    where held.state = 'en_attente' and held.next_attempt_at <= now()
      and (held.lease_token is not null or held.may_have_arrived)
      and not (same_key_is_safe and held.first_attempt_at > now() - interval '23 hours')
    for update skip locked
  );

  while batch > 0 and refusals_left > 0 loop
    select waiting.id, waiting.kind, waiting.next_attempt_at,
      waiting.may_have_arrived or waiting.lease_token is not null as may_have_arrived,
      coalesce(quotes.email, (
        select issued.snapshot #>> '{client,email}' from public.quotes as issued where issued.id = waiting.issued_quote_id
      )) as email into candidate
    from public.notifications as waiting
    left join public.quote_requests as quotes on quotes.id = waiting.quote_request_id
    where waiting.state = 'en_attente' and waiting.next_attempt_at <= now()
    order by waiting.next_attempt_at, waiting.id
    limit 1
    for update of waiting skip locked;
    exit when not found;

    stop := null;
    refusal := null;
    -- The others go to the studio.
    if candidate.kind not in ('admin_notice', 'campaign_alert', 'quote_question', 'quote_refused', 'quote_accepted') then
      stop := private.outbox_refusal(candidate.next_attempt_at);
      refusal := coalesce(stop, case candidate.kind
        when 'acknowledgement' then private.acknowledgement_refusal(candidate.id, candidate.email)
        when 'quote_code' then coalesce(private.code_refusal(candidate.id), private.address_refusal(candidate.email))
        else private.address_refusal(candidate.email)
      end);
    end if;
    if refusal is not null then
      update public.notifications as held set
        -- An earlier attempt may have arrived: « retenu » could be wrong.
        state = case when candidate.may_have_arrived then 'incertain' when stop is not null then 'échec' else 'retenu' end,
        last_error = refusal, lease_token = null, finished_at = now()
      where held.id = candidate.id;
      refusals_left := refusals_left - 1;
      continue;
    end if;

    return query
    with claimed as (
      update public.notifications as taken set
        attempts = taken.attempts + 1,
        first_attempt_at = coalesce(taken.first_attempt_at, now()),
        may_have_arrived = candidate.may_have_arrived,
        lease_token = gen_random_uuid(),
        next_attempt_at = now() + interval '60 seconds'
      where taken.id = candidate.id
      returning taken.*
    )
    select claimed.id, claimed.lease_token, claimed.kind, quotes.id, quotes.organization_name, quotes.contact_name,
      quotes.email, quotes.phone, quotes.organization_type, quotes.service_type, quotes.message, quotes.created_at,
      claimed.subject, claimed.body, claimed.attachments,
      array(
        select earlier.id from public.notifications as earlier
        where earlier.quote_request_id = claimed.quote_request_id and earlier.kind in ('acknowledgement', 'reply')
          and earlier.state = 'envoyé' and earlier.finished_at < claimed.created_at
        order by earlier.finished_at, earlier.id
      ),
      case when claimed.issued_quote_id is not null then
        private.quote_for_server(claimed.issued_quote_id)
          || jsonb_build_object('code', case claimed.kind when 'quote_code' then private.quote_code(claimed.id) end)
      end,
      claimed.campaign_id
    from claimed left join public.quote_requests as quotes on quotes.id = claimed.quote_request_id;
    batch := batch - 1;
  end loop;
end;
$$;
