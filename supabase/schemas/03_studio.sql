-- This file holds the studio: one row that says who it is, with its taxes, its logo and how far its setup is.

-- The one row is the identity of the studio in messages, quotes and pages, changed on /admin/parametres.
create table public.studio (
  -- It is always 1, the only row that is read.
  id smallint primary key,
  -- The first four are empty until somebody fills them in: nothing is sent before (Canada's anti-spam law wants them in each
  -- message).
  sender_name text not null default '',
  legal_name text not null default '',
  postal_address text not null default '',
  contact_email text not null default '',
  contact_phone text not null default '',
  -- These are Québec's enterprise number, whether the studio is registered for taxes (null: nobody has answered), and
  -- its tax numbers.
  neq text not null default '',
  tax_registered boolean,
  tps_number text not null default '',
  tvq_number text not null default '',
  -- Clients transfer money to this account, which invoices print: institution, transit and account.
  bank_details text not null default '',
  -- It names the file of the logo in the bucket « studio ».
  logo_path text,
  -- It lists the steps of the setup list that somebody passed.
  setup_skipped text[] not null default '{}',
  updated_at timestamptz not null default now(),
  constraint studio_neq_format check (neq ~ '^([0-9]{10})?$'),
  constraint studio_tps_number_format check (tps_number ~ '^([0-9]{9} RT[0-9]{4})?$'),
  constraint studio_tvq_number_format check (tvq_number ~ '^([0-9]{10} TQ[0-9]{4})?$'),
  constraint studio_logo_path_format check (logo_path ~ '^[a-z0-9-]{1,80}\.(png|jpg|webp)$'),
  constraint studio_setup_skipped_known check (
    setup_skipped <@ array['identity', 'sender', 'register', 'tags', 'tour', 'publishing']
  ),
  -- Names end up in e-mail headers: a line break there would add headers of the sender's choice.
  constraint studio_sender_name_shape check (char_length(sender_name) <= 100 and private.is_one_line_text(sender_name)),
  constraint studio_legal_name_shape check (char_length(legal_name) <= 200 and private.is_one_line_text(legal_name)),
  constraint studio_postal_address_shape check (char_length(postal_address) <= 300 and private.is_one_line_text(postal_address)),
  constraint studio_bank_details_shape check (char_length(bank_details) <= 200 and private.is_one_line_text(bank_details)),
  constraint studio_contact_phone_shape check (char_length(contact_phone) <= 20 and private.is_one_line_text(contact_phone)),
  constraint studio_contact_email_format check (contact_email = '' or private.is_email_address(contact_email))
);

create trigger studio_set_updated_at before update on public.studio
  for each row execute function private.set_updated_at();

alter table public.studio enable row level security;

grant select, update (
  sender_name, legal_name, postal_address, contact_email, contact_phone, neq, tax_registered, tps_number, tvq_number, bank_details,
  logo_path, setup_skipped
) on table public.studio to authenticated;
grant select, insert, update, delete on table public.studio to service_role;

create policy "studio: member reads" on public.studio
  for select to authenticated
  using ((select private.is_member()));

create policy "studio: admin changes" on public.studio
  for update to authenticated
  using ((select private.is_admin())) with check ((select private.is_admin()));

select private.attach_activity_log('studio');

insert into public.studio (id) values (1);

-- Returns the sender identity of every message; null while it is incomplete, and then nothing is sent.
create function private.sender_identity()
returns jsonb
language sql
stable
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', sender_name, 'legal_name', legal_name, 'postal_address', postal_address,
    'contact_email', contact_email, 'contact_phone', contact_phone
  )
  from public.studio
  where id = 1 and btrim(sender_name) <> '' and btrim(legal_name) <> '' and btrim(postal_address) <> '' and contact_email <> '';
$$;

grant execute on function private.sender_identity() to authenticated;

-- Returns the public part of the identity, which the site reads when it is built; each field is null before somebody
-- saved it. The tax numbers are there only where `tax_registered` is true.
create function public.public_identity()
returns jsonb
language sql
stable
security definer
set search_path = ''
as $$
  select jsonb_build_object(
    'sender_name', nullif(btrim(sender_name), ''),
    'legal_name', nullif(btrim(legal_name), ''), 'postal_address', nullif(btrim(postal_address), ''),
    'contact_email', nullif(contact_email, ''), 'contact_phone', nullif(btrim(contact_phone), ''),
    'neq', nullif(neq, ''), 'tax_registered', tax_registered,
    'tps_number', case when tax_registered then nullif(tps_number, '') end,
    'tvq_number', case when tax_registered then nullif(tvq_number, '') end,
    'logo_path', logo_path
  )
  from public.studio where id = 1;
$$;

grant execute on function public.public_identity() to anon, authenticated;
