-- This file closes every table to tokens that OAuth gives to other applications (private.is_first_party, 02_team.sql). It
-- is the last one, so that it finds every table; the catalogue's checks find one that comes after it.

do $$
declare
  place regclass;
begin
  for place in
    select oid from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace or oid = 'storage.objects'::regclass
    order by 1
  loop
    execute format(
      'create policy "first party only" on %s as restrictive for all to authenticated
       using ((select private.is_first_party())) with check ((select private.is_first_party()))', place);
  end loop;
end;
$$;
