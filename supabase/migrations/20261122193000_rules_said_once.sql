-- A rule is said once: is_email_address limits the length, and a member has one role.

alter table public.campaigns drop constraint campaigns_from_email_length;
alter table public.consent_events drop constraint consent_events_email_length;
alter table public.contacts drop constraint contacts_email_length;
alter table public.email_sends drop constraint email_sends_from_email_length, drop constraint email_sends_recipient_email_length;
alter table public.municipalities drop constraint municipalities_official_email_length;
alter table public.quote_requests drop constraint quote_requests_email_length;
alter table public.quotes drop constraint quotes_email_length;
alter table public.settings drop constraint settings_contact_email_length;
alter table public.suggested_prospects drop constraint suggested_prospects_email_length;

alter table public.user_roles drop constraint user_roles_user_id_key, drop constraint user_roles_pkey,
  add constraint user_roles_pkey primary key (user_id);
