-- A quote whose PDF cannot be made does not hold the others back.
create or replace function public.quote_without_pdf()
returns jsonb
language sql
security definer
set search_path = ''
as $$
  select private.quote_for_server(link.quote_id)
  from private.quote_links link join public.quotes q on q.id = link.quote_id
  where link.pdf_sha256 is null and q.status <> 'brouillon'
  -- Any of them: one whose PDF cannot be made does not hold the others back.
  order by random()
  limit 1;
$$;
