-- The town of a contact is looked up once, by plans that are kept.

create or replace function private.municipality_of(town text, region text)
returns text
language plpgsql
stable
security definer
set search_path = ''
as $$
begin
  return (
    with named as (
      select m.code, coalesce(m.population, 1) > 0 as is_inhabited
      from public.municipalities as m
      where m.kind = 'municipalité' and m.gone_on is null and m.search_key = private.place_key(town)
        and (
          m.region = private.region_name(municipality_of.region)
          or private.region_name(municipality_of.region) <> all (private.regions())
        )
    ),
    kept as (
      select code from named where is_inhabited or not exists (select from named where is_inhabited)
    )
    select min(code) from kept having count(*) = 1
  );
end;
$$;

create or replace function private.place_contact()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_code constant text := private.municipality_of(new.city, new.region);
begin
  -- As the register spells it; as it was written when the register does not say which it is.
  new.city := coalesce((select m.name from public.municipalities as m where m.code = found_code), new.city);
  new.region := private.region_name(new.region);
  -- A row that comes back from the trash or from a backup brings its own, which the register may list no more.
  if found_code is not null or tg_op = 'UPDATE' and new.municipality_code is not distinct from old.municipality_code then
    new.municipality_code := found_code;
  end if;
  return new;
end;
$$;
