-- What is asked of every row that is written (a name on one line, an address, a region): in PL/pgSQL, whose plans a
-- connection keeps. A function in SQL is planned anew for each statement, which was three quarters of an insertion.

create or replace function private.is_email_address(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return char_length(value) <= 255 and char_length(split_part(value, '@', 1)) <= 64
    and value ~ '^[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&''*+/=?^_`{|}~-]+)*@([A-Za-z0-9]([A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.)+[A-Za-z][A-Za-z0-9-]{0,61}[A-Za-z0-9]$'
    and position('=?' in value) = 0;
end;
$$;

create or replace function private.is_one_line_text(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return value !~ '[\u0001-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb\U000e0000-\U000e0fff]';
end;
$$;

create or replace function private.is_web_address(value text)
returns boolean
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return value ~* '^https?://[^[:space:]/?#]+[^[:space:]]*$';
end;
$$;

create or replace function private.place_key(name text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return (
    with letters as (
      select lower(regexp_replace(
        regexp_replace(regexp_replace(normalize(name, NFD), '[\u0300-\u036f]', '', 'g'), '[Œœ]', 'oe', 'g'),
        '[Ææ]', 'ae', 'g'
      )) as plain
    )
    select regexp_replace(regexp_replace(
      btrim(regexp_replace(plain, '[^a-z0-9]+', ' ', 'g')),
      '\mst\M', 'saint', 'g'
    ), '\mste\M', 'sainte', 'g')
    from letters
  );
end;
$$;

create or replace function private.regions()
returns text[]
language plpgsql
immutable
parallel safe
set search_path = ''
as $$
begin
  return array[
    'Bas-Saint-Laurent', 'Saguenay–Lac-Saint-Jean', 'Capitale-Nationale', 'Mauricie', 'Estrie', 'Montréal',
    'Outaouais', 'Abitibi-Témiscamingue', 'Côte-Nord', 'Nord-du-Québec', 'Gaspésie–Îles-de-la-Madeleine',
    'Chaudière-Appalaches', 'Laval', 'Lanaudière', 'Laurentides', 'Montérégie', 'Centre-du-Québec'
  ];
end;
$$;

create or replace function private.region_name(written text)
returns text
language plpgsql
immutable
strict
parallel safe
set search_path = ''
as $$
begin
  return case when written = any (private.regions()) then written else coalesce(
    (
      select name from unnest(private.regions()) as name
      where private.place_key(name) = private.place_key(regexp_replace(written, '[0-9]+', ' ', 'g'))
    ),
    case when written ~ '^\W*[0-9]{1,2}\W*$' then
      (private.regions())[regexp_replace(written, '\D', '', 'g')::integer]
    end,
    written
  ) end;
end;
$$;
