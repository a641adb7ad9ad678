-- Express consent to commercial messages, given in the quote form by a box of its own that starts unticked: the
-- version of the wording that was ticked, null when it was not. When: created_at. See docs/decisions/0012.
alter table public.quote_requests
  add column marketing_consent_version text,
  -- A version is the day of its wording, so the format bounds the length too.
  add constraint quote_requests_marketing_consent_version_format
    check (marketing_consent_version ~ '^20[0-9]{2}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])$');

-- Nobody who has a screen may write it later: consent is the person's own act, and what they sent is the proof.
grant insert (marketing_consent_version) on table public.quote_requests to anon, authenticated;
