-- « Accepter tout » accepts what the filters show: the function takes the prospects one by one.

drop function public.accept_all_prospects(uuid);

-- Accepts, in one transaction, those of the given prospects of a trip that are still pending: what the screen showed when
-- the administrator confirmed, no more. Returns how many.
create function public.accept_all_prospects(trip_id uuid, prospect_ids uuid[])
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  prospect public.suggested_prospects;
  accepted integer := 0;
begin
  perform private.require_admin();
  for prospect in
    select * from public.suggested_prospects
    where trip_plan_id = trip_id and id = any (prospect_ids) and status = 'pending'
    order by external_id, id for update
  loop
    perform private.accept_locked_prospect(prospect);
    accepted := accepted + 1;
  end loop;
  return accepted;
end;
$$;

grant execute on function public.accept_all_prospects(uuid, uuid[]) to authenticated;
