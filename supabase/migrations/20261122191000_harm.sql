-- What opens something, and hashes that only serve the server, are no longer read by any signed-in person.

revoke select on table public.email_sends from authenticated;
grant select (
  id, campaign_id, contact_id, template_id, step, subject, body, status, created_at, recipient_email,
  recipient_name, from_email, identity, attempts, next_attempt_at, lease_token, first_attempt_at, may_have_arrived,
  provider_id, last_error, finished_at, delivered_at, bounced_at, bounce_reason, complained_at, opened_at, clicked_at,
  replied_at, followup_stopped_at, followup_refusal
) on table public.email_sends to authenticated;

revoke select on table public.invitations from authenticated;
grant select (
  id, email, role, invited_by, created_at, expires_at, accepted_at, accepted_by, revoked_at, mail_state, attempts,
  next_attempt_at, lease_token, provider_id, last_error
) on table public.invitations to authenticated;

revoke select on table public.quote_acceptances from authenticated;
grant select (
  id, quote_id, method, name, job_title, authority, resolution_number, resolution_date, purchase_order,
  resolution_path, code_sent_to, code_sent_at, pdf_sha256, network_address, accepted_at, recorded_by,
  recorded_reason, reversed_at, reversed_by, reversed_reason
) on table public.quote_acceptances to authenticated;

-- The list of follow-ups runs as the caller, who no longer reads every column of a message: by its id.

-- Why no follow-up is sent to this first message if it is due at that moment; null: one may be sent.
-- By the id of the message: the caller need not read its every column.
create function private.followup_refusal(message uuid, campaign public.campaigns, due_at timestamptz)
returns text
language sql
stable
set search_path = ''
as $$
  select case
    when send.followup_refusal is not null then send.followup_refusal
    when campaign.cancelled_at is not null then 'Campagne annulée'
    when campaign.followups_stopped_at is not null then 'Relances arrêtées pour la campagne'
    when send.followup_stopped_at is not null then 'Relance arrêtée'
    when send.replied_at is not null then 'A répondu'
    when send.bounced_at is not null then 'Adresse en erreur permanente'
    when send.complained_at is not null then 'A signalé un message comme indésirable'
    when send.recipient_email is null or contact.id is null then 'Contact supprimé'
    when lower(contact.email) is distinct from lower(send.recipient_email) then 'L''adresse du contact a changé'
    when contact.status not in ('nouveau', 'contacté') then 'Statut : ' || contact.status
    -- The dispatcher was down for that long: a follow-up would come too late to make sense.
    when due_at < now() - interval '7 days' then 'Échéance dépassée de plus de 7 jours'
    when campaign.followup_body is not null and (
      private.trimmed(private.fill_subject(campaign.followup_subject, private.template_values(contact))) is null
      or private.trimmed(private.fill_template(campaign.followup_body, private.template_values(contact))) is null
    ) then 'Le texte de la relance serait vide une fois ses variables remplacées'
    -- The consent in force on the day of sending.
    else public.may_email(contact.id, greatest(now(), due_at))
  end
  from (select) nothing
  left join public.email_sends send on send.id = followup_refusal.message
  left join public.contacts contact on contact.id = send.contact_id;
$$;

grant execute on function private.followup_refusal(uuid, public.campaigns, timestamptz) to authenticated;

-- The planned follow-ups of a campaign, soonest first: [{ email_send_id, contact_id, due_at, reason }]. `reason` says
-- why none will be sent; contacts that have theirs already are not listed.
create or replace function public.campaign_followups(campaign uuid)
returns jsonb
language sql
stable
set search_path = ''
as $$
  select coalesce(jsonb_agg(
    jsonb_build_object(
      'email_send_id', send.id, 'contact_id', send.contact_id, 'due_at', plan.due_at,
      'reason', private.followup_refusal(send.id, owner, plan.due_at)
    ) order by plan.due_at, send.id
  ), '[]')
  from public.campaigns owner
  join public.email_sends send on send.campaign_id = owner.id and send.step = 0 and send.status = 'envoyé'
  cross join lateral (select private.followup_due(send.finished_at, owner.followup_days) as due_at) plan
  where owner.id = campaign_followups.campaign and owner.auto_followup and send.finished_at is not null
    and not exists (
      select from public.email_sends second
      where second.campaign_id = send.campaign_id and second.contact_id = send.contact_id and second.step = 1
    );
$$;

-- Writes the follow-up of a first message, or records on that message why there is none. An error is of this one row:
-- the others go on. The caller holds the locks of both rows.
create or replace function private.decide_followup(first public.email_sends, owner public.campaigns, due_at timestamptz)
returns void
language plpgsql
set search_path = ''
as $$
declare
  refusal text;
begin
  refusal := private.followup_refusal(first.id, owner, due_at);
  if refusal is null then
    insert into public.email_sends (
      campaign_id, contact_id, template_id, step, subject, body, status, recipient_email, recipient_name
    )
    select owner.id, contact.id, coalesce(owner.followup_template_id, first.template_id), 1,
      case
        when owner.followup_subject is null then left('Re: ' || first.subject, 998)
        else private.fill_subject(owner.followup_subject, private.template_values(contact))
      end,
      case
        when owner.followup_body is null then first.body
        else private.fill_template(owner.followup_body, private.template_values(contact))
      end,
      'programmé', first.recipient_email, contact.name
    from public.contacts contact where contact.id = first.contact_id
    on conflict on constraint email_sends_campaign_contact_step_key do nothing;
    if found then
      update public.campaigns campaign set status = 'en_cours', finished_at = null where campaign.id = owner.id;
    end if;
  else
    update public.email_sends send set followup_refusal = left(refusal, 200) where send.id = first.id;
  end if;
exception
  -- Of the moment, not of the row: the next round tries again.
  when transaction_rollback or lock_not_available then
    raise;
  when others then
    raise warning 'The follow-up of message % could not be written: %', first.id, sqlerrm;
    update public.email_sends send
    set followup_refusal = 'La relance n’a pas pu être préparée : son texte serait refusé pour ce contact'
    where send.id = first.id;
end;
$$;

drop function private.followup_refusal(public.email_sends, public.campaigns, timestamptz);
