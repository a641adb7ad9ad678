-- « Annuler »: taking back what was done a few seconds ago.

-- Gives rows back the statuses they had, in one transaction; what somebody has changed since stays. Runs as the caller,
-- under the policies of each table. The date of an answer comes back by private.set_answered_at, and the history of a
-- contact forgets the change by private.record_contact_status. Returns how many rows were changed.
--   kind    contacts, quote_requests or virtual_tours
--   given   the status that all of them were given
--   before  the status of each until then: [{ id, status }]
create function public.undo_status(kind text, given text, before jsonb)
returns integer
language plpgsql
set search_path = ''
as $$
declare
  changed integer;
begin
  if kind = 'contacts' then
    update public.contacts c set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.contact_status)
    where c.id = old.id and c.status = given::public.contact_status;
  elsif kind = 'quote_requests' then
    update public.quote_requests q set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.request_status)
    where q.id = old.id and q.status = given::public.request_status and q.anonymised_at is null;
  elsif kind = 'virtual_tours' then
    update public.virtual_tours t set status = old.status
    from jsonb_to_recordset(before) as old (id uuid, status public.tour_status)
    where t.id = old.id and t.status = given::public.tour_status;
  else
    raise invalid_parameter_value using message = 'Ce changement ne peut pas être annulé';
  end if;
  get diagnostics changed = row_count;
  return changed;
end;
$$;

grant execute on function public.undo_status(text, text, jsonb) to authenticated;
