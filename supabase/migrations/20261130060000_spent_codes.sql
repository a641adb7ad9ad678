-- A code that gave an acceptance, or was asked for before one, stays spent when that acceptance is reversed.

create function private.is_code_spent(code private.quote_codes)
returns boolean
language sql
stable
set search_path = ''
as $$
  select exists (
    select from public.quote_acceptances a
    where a.quote_id = code.quote_id and greatest(a.accepted_at, a.code_sent_at) >= code.created_at
  );
$$;

create or replace function private.code_refusal(notification uuid)
returns text
language sql
stable
set search_path = ''
as $$
  select 'Ce code n’est plus valide.'
  where not exists (
    select from private.quote_codes c
    where c.id = notification and c.created_at > now() - interval '15 minutes' and not private.is_code_spent(c)
  );
$$;

create or replace function public.accept_quote(token text, answer jsonb, network_address text)
returns jsonb
language plpgsql
security definer
set search_path = ''
as $$
declare
  most_tries constant integer := 5;
  known public.quotes;
  code private.quote_codes;
  closed jsonb;
  faults jsonb := private.acceptance_faults(answer);
  digest text;
begin
  if private.quote_of_token(token) is null then
    return '{"status": 404}';
  end if;
  -- Of many at once, one comes first; the others then find the quote accepted.
  known := private.lock_quote(private.quote_of_token(token));
  closed := private.closed_quote_answer(known);
  if coalesce(closed, faults) is not null then
    return coalesce(closed, faults);
  end if;

  select * into code from private.quote_codes c
  where c.quote_id = known.id order by c.created_at desc, c.id limit 1;
  if not found or code.created_at < now() - interval '15 minutes' then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Aucun code n’est en cours, ou le dernier a plus de 15 minutes. Demandez-en un autre.');
  elsif private.is_code_spent(code) then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a déjà servi. Demandez-en un autre.');
  elsif code.wrong_tries >= most_tries then
    return jsonb_build_object('status', 403, 'code', 'code_locked',
      'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.');
  elsif code.code_hash is distinct from private.quote_code_hash(code.id, btrim(answer ->> 'code')) then
    update private.quote_codes c set wrong_tries = c.wrong_tries + 1 where c.id = code.id;
    return case when code.wrong_tries + 1 >= most_tries then
      jsonb_build_object('status', 403, 'code', 'code_locked',
        'message', 'Ce code a été saisi cinq fois de façon inexacte. Demandez-en un autre.')
    else
      jsonb_build_object('status', 403, 'code', 'code_wrong', 'left', most_tries - code.wrong_tries - 1,
        'message', 'Ce code est inexact.')
    end;
  end if;

  select link.pdf_sha256 into digest from private.quote_links link where link.quote_id = known.id;
  if digest is null then
    raise object_not_in_prerequisite_state using message = 'The PDF of this quote is not kept yet';
  end if;
  perform private.record_acceptance(known, 'online', answer, code, digest, network_address, null);
  return jsonb_build_object('status', 200, 'acceptance', (
    select jsonb_build_object('name', a.name, 'jobTitle', a.job_title, 'acceptedAt', a.accepted_at)
    from public.quote_acceptances a where a.quote_id = known.id and a.reversed_at is null
  ));
end;
$$;
