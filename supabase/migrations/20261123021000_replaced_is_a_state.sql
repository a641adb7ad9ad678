-- A quote with a later revision that was sent is « remplacé », which no answer leaves: asking for the revision as well said
-- the rule twice.

create or replace function public.record_quote_answer(quote uuid, answer text, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  end if;
  if answer is null or not (case answer
    when 'refusé' then known.status in ('envoyé', 'expiré')
    when 'annulé' then known.status in ('envoyé', 'expiré', 'refusé', 'accepté')
    when 'envoyé' then known.status in ('accepté', 'refusé', 'annulé')
    else false
  end) or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  end if;
  update public.quotes set status = answer, closed_at = case when answer <> 'envoyé' then now() end where id = quote;
  update public.quote_acceptances a set
    reversed_at = now(), reversed_by = auth.uid(), reversed_reason = left(btrim(reason), 2000)
  where a.quote_id = quote and a.reversed_at is null;
  insert into public.quote_events (quote_id, kind, body, recorded_by)
  values (
    quote,
    case answer when 'refusé' then 'refused' when 'annulé' then 'cancelled' else 'reopened' end,
    left(btrim(reason), 2000), auth.uid()
  );
end;
$$;

create or replace function public.record_paper_acceptance(quote uuid, answer jsonb, reason text)
returns void
language plpgsql
security definer
set search_path = ''
as $$
declare
  known public.quotes;
  faults jsonb := private.acceptance_faults(answer);
begin
  perform private.require_admin();
  known := private.lock_quote(quote);
  if btrim(coalesce(reason, '')) = '' then
    raise sqlstate 'PT422' using message = 'Indiquez la raison.';
  elsif faults is not null then
    raise sqlstate 'PT422' using message = faults ->> 'message';
  elsif known.status not in ('envoyé', 'expiré', 'refusé') or known.anonymised_at is not null then
    raise sqlstate 'PT409' using message = 'Cette réponse ne convient plus à l’état du devis.';
  elsif answer ->> 'resolutionPath' is not null and not exists (
    select from storage.objects as object
    where object.bucket_id = 'quote-files' and object.name = answer ->> 'resolutionPath'
      and split_part(object.name, '/', 1) = quote::text and split_part(object.name, '/', 2) <> 'devis.pdf'
  ) then
    raise sqlstate 'PT422' using message = 'Le fichier joint n’est plus là. Joignez-le de nouveau.';
  end if;
  perform private.record_acceptance(
    known, 'paper', answer, null,
    (select coalesce(link.pdf_sha256, '') from private.quote_links link where link.quote_id = quote), null, reason
  );
end;
$$;

drop function private.has_later_revision(public.quotes);
