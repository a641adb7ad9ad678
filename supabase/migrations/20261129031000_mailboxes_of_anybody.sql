-- « mail.ville.qc.ca » is a town's own domain: a provider's name is followed by its own ending, not by another name.

create or replace function private.organisation_domain(email text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
declare
  domain constant text := lower(split_part(email, '@', 2));
begin
  return case
    when domain ~ '^(gmail|googlemail|hotmail|outlook|live|msn|yahoo|ymail|icloud|me|mac|aol|gmx|mail|zoho|proton|protonmail|pm)\.[a-z]{2,3}(\.[a-z]{2})?$' then null
    -- Providers of Québec and of Canada.
    when domain ~ '(^|\.)(videotron|bell|sympatico|cgocable|cogeco|globetrotter|telus|telusquebec|xplornet|rogers|shaw|eastlink|distributel|ebox|electronicbox|oricom|derytele|sogetel|maskatel|axion|b2b2c|cooptel|tlb|lino|citenet|vl)\.(ca|com|net|qc\.ca)$' then null
    else nullif(domain, '')
  end;
end;
$$;
