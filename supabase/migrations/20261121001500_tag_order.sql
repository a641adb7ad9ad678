-- The order of tags, as the administrator arranged them: all of it in one transaction, or none of it.

-- It runs as the caller, under the policies of the table. A list that is not the table's own (somebody added or
-- deleted a tag meanwhile) is refused whole: filling it in would put a tag where nobody chose to put it.
create function public.reorder_tags(ids uuid[])
returns void
language plpgsql
set search_path = ''
as $$
begin
  if not (select private.is_admin()) then
    raise exception 'Réservé aux administrateurs.' using errcode = '42501';
  end if;

  -- Nothing is added, deleted or moved between the comparison and the end; two lists are written one after the
  -- other instead of into each other.
  lock table public.tags in share row exclusive mode;

  if ids is null
    or cardinality(ids) <> (select count(*) from public.tags)
    or exists (select id from public.tags except select unnest(ids))
  then
    raise exception 'La liste des tags a changé entre-temps. L’ordre n’a pas été enregistré.'
      using errcode = 'PT409';
  end if;

  update public.tags as tag
  set display_order = listed.position - 1
  from unnest(ids) with ordinality as listed (id, position)
  where tag.id = listed.id and tag.display_order <> listed.position - 1;
end;
$$;

revoke all on function public.reorder_tags(uuid[]) from public, anon, authenticated, service_role;
grant execute on function public.reorder_tags(uuid[]) to authenticated;
