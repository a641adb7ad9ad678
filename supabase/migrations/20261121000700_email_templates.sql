-- Reusable messages with variables in single braces.
create table public.email_templates (
  id uuid primary key default gen_random_uuid(),
  -- Whoever created it. Removing an administrator must not remove the business's data.
  user_id uuid references auth.users (id) on delete set null,
  name text not null,
  subject text not null,
  body text not null,
  tone text not null default 'professionnel',
  -- Null: for all sectors.
  sector text,
  variables text[] not null default '{}',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint email_templates_name_length check (btrim(name) <> '' and char_length(name) <= 100),
  constraint email_templates_subject_length check (btrim(subject) <> '' and char_length(subject) <= 200),
  -- A line break in a subject would add e-mail headers.
  constraint email_templates_subject_one_line check (subject !~ '[[:cntrl:]]'),
  constraint email_templates_body_length check (btrim(body) <> '' and char_length(body) <= 5000),
  constraint email_templates_tone_known check (tone in ('professionnel', 'décontracté', 'persuasif', 'amical')),
  constraint email_templates_sector_known check (
    sector in (
      'hôtellerie', 'immobilier', 'tourisme', 'commerce', 'restaurant',
      'municipalité', 'mrc', 'organisme-public', 'autre'
    )
  ),
  constraint email_templates_variables_count check (cardinality(variables) <= 50)
);

create index email_templates_user_id_idx on public.email_templates (user_id);
create index email_templates_created_at_idx on public.email_templates (created_at desc);
create index email_templates_name_idx on public.email_templates (name);

create trigger email_templates_set_updated_at before update on public.email_templates
  for each row execute function private.set_updated_at();

revoke all on table public.email_templates from public, anon, authenticated, service_role;
alter table public.email_templates enable row level security;

-- Updates neither check nor change user_id: a second administrator edits what the first one created.
grant select on table public.email_templates to authenticated;
grant insert (user_id, name, subject, body, tone, sector, variables)
  on table public.email_templates to authenticated;
grant update (name, subject, body, tone, sector, variables) on table public.email_templates to authenticated;
grant delete on table public.email_templates to authenticated;
grant select, insert, update, delete on table public.email_templates to service_role;

create policy "email_templates: admin reads" on public.email_templates
  for select to authenticated
  using ((select private.is_admin()));

create policy "email_templates: admin inserts as self" on public.email_templates
  for insert to authenticated
  with check (user_id = (select auth.uid()) and (select private.is_admin()));

create policy "email_templates: admin updates" on public.email_templates
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "email_templates: admin deletes" on public.email_templates
  for delete to authenticated
  using ((select private.is_admin()));
