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

-- Puts items back as they were, all or none. A reference to what was deleted meanwhile gets what that deletion would have
-- done: it is emptied, or its row is left out (the link to a tag that is gone).
create or replace function private.put_back(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
declare
  part record;
  link record;
  columns text;
  expressions text;
  conditions text;
  written bigint;
begin
  perform set_config('app.trash', 'on', true);
  -- What these rows point to may come back later, or further down.
  insert into private.trash_links (trash_id, place, column_name, row_id, value)
  select owner.trash_id, r.place, fk.child_column, (r.content ->> 'id')::uuid, r.content ->> fk.child_column
  from private.foreign_keys() as fk
  join private.trash_rows as r on r.place = fk.child and r.trash_id = any (ids)
  join private.trash_rows as owner on owner.place = fk.parent and owner.content ->> 'id' = r.content ->> fk.child_column
  where not fk.is_cascade and fk.parent_column = 'id' and r.content ->> 'id' is not null
  on conflict do nothing;

  for part in
    select r.place, r.depth, known.keys, count(*) as number
    from private.trash_rows as r
    cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
    where r.trash_id = any (ids)
    group by r.place, r.depth, known.keys order by r.depth, r.place
  loop
    -- Only columns that the copy knows: one added since takes its default.
    select string_agg(format('%I', own.attname), ', ' order by own.attnum),
      string_agg(coalesce(emptied.expression, format('p.%I', own.attname)), ', ' order by own.attnum)
    into columns, expressions
    from pg_attribute as own
    left join lateral (
      select format(
        'case when exists (select from %s as o where o.%I = p.%I) then p.%3$I end', fk.parent, fk.parent_column, fk.child_column
      ) as expression
      from private.foreign_keys() as fk
      where fk.child = part.place and fk.child_column = own.attname and not fk.is_cascade
      limit 1
    ) as emptied on true
    where own.attrelid = to_regclass(part.place) and own.attnum > 0 and not own.attisdropped
      and own.attgenerated = '' and own.attname = any (part.keys);
    select coalesce(string_agg(format(
      ' and (p.%1$I is null or exists (select from %2$s as o where o.%3$I = p.%1$I))', fk.child_column, fk.parent, fk.parent_column
    ), ''), '') into conditions
    from private.foreign_keys() as fk where fk.child = part.place and fk.is_cascade;
    execute format(
      'insert into %1$s (%2$s) overriding system value
       select %3$s from private.trash_rows as r
       cross join lateral (select array_agg(key order by key) as keys from jsonb_object_keys(r.content) as key) as known
       cross join lateral jsonb_populate_record(null::%1$s, r.content) as p
       where r.trash_id = any ($1) and r.place = $2 and r.depth = $3 and known.keys = $4%4$s',
      part.place, columns, expressions, conditions
    ) using ids, part.place, part.depth, part.keys;
    get diagnostics written = row_count;
    if part.depth = 0 and written < part.number then
      raise foreign_key_violation;
    end if;
  end loop;

  -- An e-mail that was still waiting when its request was deleted does not leave now.
  update public.notifications set
    state = case when may_have_arrived or lease_token is not null then 'incertain' else 'retenu' end,
    lease_token = null, finished_at = now(), last_error = 'La demande a été supprimée, puis restaurée.'
  where quote_request_id = any (ids) and state = 'en_attente';

  for link in
    select distinct l.place, l.column_name, fk.type from private.trash_links as l
    join private.foreign_keys() as fk on fk.child = l.place and fk.child_column = l.column_name
    where l.trash_id = any (ids)
  loop
    -- A message that still waits stays left out of its campaign: who deleted the contact took them out. num_nulls: by their
    -- ids; right after thousands were emptied the planner would look for those under « is null ».
    execute format(
      'update %1$s as t set %2$I = l.value::%3$s from private.trash_links as l
       where l.trash_id = any ($1) and l.place = %1$L and l.column_name = %2$L and t.id = l.row_id and num_nulls(t.%2$I) = 1',
      link.place, link.column_name, link.type
    ) || case when link.place = 'public.email_sends' and link.column_name = 'contact_id'
      then ' and t.status not in (''programmé'', ''brouillon'')' else '' end
    using ids;
    -- The row that pointed here may itself be in the trash, and come back later.
    update private.trash_rows as r set content = r.content || jsonb_build_object(l.column_name, l.value)
    from private.trash_links as l
    where l.trash_id = any (ids) and l.place = link.place and l.column_name = link.column_name
      and r.trash_id <> all (ids) and r.place = l.place and r.content ->> 'id' = l.row_id::text
      and r.content ->> l.column_name is null;
  end loop;

  delete from public.trash where id = any (ids);
  perform set_config('app.trash', '', true);
end;
$$;

-- Everything known about a person, for a request of access (Loi 25, section 27); the export is recorded in the
-- register. Null when there is no such contact.
create or replace function public.export_person(contact uuid)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  person public.contacts;
  hash text;
  addresses text[];
  hashes text[];
begin
  perform private.require_admin();
  select * into person from public.contacts where id = contact;
  if not found then
    return null;
  end if;
  hash := private.email_hash(person.email);
  addresses := private.known_addresses(person);
  addresses := addresses || private.trashed_addresses(person.id, addresses);
  hashes := array(select private.email_hash(address) from unnest(addresses) as address);
  insert into public.privacy_register (kind, subject_hash, recorded_by) values ('export', hash, auth.uid());
  return jsonb_build_object(
    'exported_at', now(),
    'contact', to_jsonb(person) - 'user_id',
    'history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.contact_events e where e.contact_id = person.id
    ),
    'consents', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.occurred_at), '[]')
      from public.consent_events e where e.contact_id = person.id or lower(e.email) = any (addresses)
    ),
    'suppressions', (
      select coalesce(jsonb_agg(to_jsonb(s) - 'recorded_by' order by s.created_at), '[]')
      from public.suppressions s where s.email_hash = any (hashes)
    ),
    'suppression_lifts', (
      select coalesce(jsonb_agg(to_jsonb(l) - 'recorded_by' order by l.created_at), '[]')
      from public.suppression_lifts l where l.email_hash = any (hashes)
    ),
    'quote_requests', (
      select coalesce(jsonb_agg(to_jsonb(q) order by q.created_at), '[]')
      from public.quote_requests q where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'replies', (
      select coalesce(jsonb_agg(jsonb_build_object(
        'quote_request_id', n.quote_request_id, 'state', n.state, 'subject', n.subject, 'body', n.body,
        'attachments', n.attachments, 'created_at', n.created_at, 'finished_at', n.finished_at
      ) order by n.created_at), '[]')
      from public.notifications n join public.quote_requests q on q.id = n.quote_request_id
      where n.kind = 'reply' and (q.contact_id = person.id or lower(q.email) = any (addresses))
    ),
    'request_notes', (
      select coalesce(jsonb_agg(to_jsonb(n) - 'recorded_by' order by n.created_at), '[]')
      from public.request_notes n join public.quote_requests q on q.id = n.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'request_history', (
      select coalesce(jsonb_agg(to_jsonb(e) - 'recorded_by' order by e.created_at), '[]')
      from public.request_events e join public.quote_requests q on q.id = e.quote_request_id
      where q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'issued_quotes', (
      select coalesce(jsonb_agg(
        to_jsonb(d) - '{created_by}'::text[] || jsonb_build_object('events', (
          select coalesce(jsonb_agg(to_jsonb(e) - '{quote_id, recorded_by}'::text[] order by e.created_at), '[]')
          from public.quote_events e where e.quote_id = d.id
        ), 'acceptances', (
          select coalesce(jsonb_agg(to_jsonb(a) - '{quote_id, recorded_by, reversed_by, code_hash}'::text[] order by a.accepted_at), '[]')
          from public.quote_acceptances a where a.quote_id = d.id
        ), 'emails', (
          select coalesce(jsonb_agg(jsonb_build_object(
            'kind', n.kind, 'state', n.state, 'subject', n.subject, 'body', n.body, 'created_at', n.created_at
          ) order by n.created_at), '[]')
          from public.notifications n where n.issued_quote_id = d.id
        )) order by d.created_at), '[]')
      from public.quotes d where d.contact_id = person.id or lower(d.email) = any (addresses)
    ),
    'prospects', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.created_at), '[]')
      from public.suggested_prospects s where s.contact_id = person.id or lower(s.email) = any (addresses)
    ),
    'next_actions', (
      select coalesce(jsonb_agg(to_jsonb(a) - '{owner, recorded_by}'::text[] order by a.created_at), '[]')
      from public.next_actions a
      left join public.quote_requests q on q.id = a.quote_request_id
      where a.contact_id = person.id or q.contact_id = person.id or lower(q.email) = any (addresses)
    ),
    'emails', (
      select coalesce(jsonb_agg(
        to_jsonb(s) - 'lease_token' - 'unsubscribe_token' - 'recipient_hash' || jsonb_build_object(
          'campaign', c.name,
          'events', (
            select coalesce(jsonb_agg(to_jsonb(e) - 'email_send_id' order by e.occurred_at), '[]')
            from public.email_events e where e.email_send_id = s.id
          )
        ) order by s.created_at), '[]')
      from public.email_sends s join public.campaigns c on c.id = s.campaign_id
      where s.contact_id = person.id or lower(s.recipient_email) = any (addresses)
    ),
    'trash', (
      select coalesce(jsonb_agg(jsonb_build_object('table', t.place, 'row', t.content - 'user_id') order by t.place), '[]')
      from private.trashed_of(person.id, addresses) t
    )
  );
end;
$$;
