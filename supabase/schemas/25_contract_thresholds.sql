-- From which amount a municipality must invite suppliers, or call for tenders in public. The law changes these amounts:
-- dated rows that an administrator keeps, each with its source, and a hint beside a quote. Nothing is refused by them
-- (docs/decisions/0061).

create type public.contract_threshold_kind as enum ('invitation', 'appel_public');

create table public.contract_thresholds (
  id uuid primary key default gen_random_uuid(),
  kind public.contract_threshold_kind not null,
  -- The first day in force.
  applies_from date not null,
  amount_cents bigint not null,
  -- Where the amount is written: a law, a notice, an address.
  source text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint contract_thresholds_key unique (kind, applies_from),
  constraint contract_thresholds_amount_cents_range check (amount_cents between 1 and 9999999999),
  constraint contract_thresholds_source_length check (btrim(source) <> '' and char_length(source) <= 300),
  constraint contract_thresholds_source_one_line check (private.is_one_line_text(source))
);

create trigger contract_thresholds_set_updated_at before update on public.contract_thresholds
  for each row execute function private.set_updated_at();

create constraint trigger contract_thresholds_change_site
  after insert or update or delete on public.contract_thresholds deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.contract_thresholds enable row level security;

grant select on table public.contract_thresholds to authenticated;
grant insert (kind, applies_from, amount_cents, source) on table public.contract_thresholds to authenticated;
grant update (kind, applies_from, amount_cents, source) on table public.contract_thresholds to authenticated;
grant delete on table public.contract_thresholds to authenticated;
grant select on table public.contract_thresholds to service_role;

create policy "contract_thresholds: member reads" on public.contract_thresholds
  for select to authenticated
  using ((select private.is_member()));

create policy "contract_thresholds: admin inserts" on public.contract_thresholds
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "contract_thresholds: admin updates" on public.contract_thresholds
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

create policy "contract_thresholds: admin deletes" on public.contract_thresholds
  for delete to authenticated
  using ((select private.is_admin()));
