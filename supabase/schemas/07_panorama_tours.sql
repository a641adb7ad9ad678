-- This file holds the tours made here, of the studio's own panoramas (docs/decisions/0070): the draft that is edited,
-- the version that visitors walk in, and the buckets of their pictures. src/shared/panorama-tour/panorama-tour.ts
-- describes the document.

-- Rules of the document ------------------------------------------------------------------------------------------

create function private.is_json_text(value jsonb, most integer, is_required boolean)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case
    when value is null then not is_required
    when jsonb_typeof(value) <> 'string' then false
    else char_length(value #>> '{}') <= most and (btrim(value #>> '{}') <> '' or not is_required)
  end;
$$;

create function private.is_json_number(value jsonb, lowest numeric, highest numeric)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'number' then value::numeric between lowest and highest else false end;
$$;

create function private.is_json_list(value jsonb, most integer)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select case when jsonb_typeof(value) = 'array' then jsonb_array_length(value) <= most else false end;
$$;

-- Accepts what has a direction, and a name by which links and tabs know it: a link, a point or a blur.
create function private.is_placed_item(value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_number(value -> 'yaw', -180, 180) and private.is_json_number(value -> 'pitch', -90, 90)
    and private.is_json_text(value -> 'id', 40, true) and value ->> 'id' ~ '^[A-Za-z0-9-]+$';
$$;

-- Accepts the path of a file with this ending, or of a folder of tiles (null), in the buckets below: never an address
-- elsewhere.
create function private.is_panorama_path(value jsonb, ending text)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_json_text(value, 120, true) and value #>> '{}' ~ (
    '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}'
    || case when ending is null then '' else '/[a-z]+\.' || ending end || '$'
  );
$$;

-- Accepts an ellipse of a panorama, in degrees, as blurs and proposed blurs are.
create function private.is_ellipse(value jsonb)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select private.is_placed_item(value)
    and private.is_json_number(value -> 'width', 0.1, 180) and private.is_json_number(value -> 'height', 0.1, 180);
$$;

-- Accepts something to listen to, or none.
create function private.is_panorama_sound(value jsonb, is_draft boolean)
returns boolean
language sql
immutable
set search_path = ''
as $$
  select value is null or (
    private.is_panorama_path(value -> 'path', 'mp3') and private.is_json_text(value -> 'text', 1000, not is_draft)
  );
$$;

-- Tells whether a document is one that the viewer can walk in, within the limits (`tourLimits`). A draft may lack
-- texts, and holds its blurs and the name of its originals; what is published holds neither.
create function private.is_panorama_tour(document jsonb, is_draft boolean)
returns boolean
language plpgsql
immutable
set search_path = ''
as $$
declare
  ids text[];
  floors text[];
  scene jsonb;
  item jsonb;
begin
  if octet_length(document::text) > (case when is_draft then 1048576 else 262144 end)
    or not private.is_json_list(document -> 'scenes', 60)
    or (document ? 'floors' and not private.is_json_list(document -> 'floors', 12))
    or (document - array['scenes', 'floors']) <> '{}' then
    return false;
  end if;
  for item in select jsonb_array_elements(coalesce(document -> 'floors', '[]')) loop
    if not (
      coalesce(item ->> 'id' ~ '^[A-Za-z0-9-]{1,40}$', false)
      and private.is_json_text(item -> 'name', 100, not is_draft)
      and private.is_panorama_path(item -> 'path', 'jpg')
      and private.is_json_number(item -> 'width', 1, 10000)
      and private.is_json_number(item -> 'height', 1, 10000)
      and private.is_json_text(item -> 'alt', 500, false)
      and private.is_json_number(item -> 'north', 0, 360)
    ) then
      return false;
    end if;
  end loop;
  floors := array(select one ->> 'id' from jsonb_array_elements(coalesce(document -> 'floors', '[]')) as one);
  if cardinality(floors) <> (select count(distinct id) from unnest(floors) as id) then
    return false;
  end if;

  ids := array(select one ->> 'id' from jsonb_array_elements(document -> 'scenes') as one);
  if cardinality(ids) <> (select count(distinct id) from unnest(ids) as id) or (cardinality(ids) = 0 and not is_draft) then
    return false;
  end if;
  for scene in select jsonb_array_elements(document -> 'scenes') loop
    if not (
      coalesce(scene ->> 'id' ~ '^[A-Za-z0-9-]{1,40}$', false)
      and private.is_json_text(scene -> 'name', 100, not is_draft)
      and private.is_json_text(scene -> 'alt', 500, not is_draft)
      and private.is_json_number(scene -> 'heading', 0, 360)
      and private.is_json_number(scene #> '{view,yaw}', -180, 180)
      and private.is_json_number(scene #> '{view,pitch}', -90, 90)
      and private.is_json_number(scene #> '{view,zoom}', 0, 100)
      and private.is_panorama_path(scene #> '{picture,folder}', null)
      and coalesce(scene #> '{picture,format}', '"webp"') = '"webp"'
      and private.is_json_number(scene #> '{picture,width}', 1, 16384)
      and private.is_json_number(scene #> '{picture,baseWidth}', 1, 4096)
      and private.is_json_number(scene #> '{picture,bytes}', 0, 2e9)
      and private.is_json_list(scene #> '{picture,levels}', 6)
      and private.is_json_list(scene -> 'links', 20)
      and private.is_json_list(scene -> 'points', 30)
      and private.is_panorama_sound(scene -> 'sound', is_draft)
      and case when is_draft
        then private.is_json_list(scene -> 'blurs', 60)
          and (not scene ? 'original' or private.is_panorama_path(scene -> 'original', 'jpg'))
          and private.is_json_list(coalesce(scene -> 'proposals', '[]'), 120)
          and private.is_json_text(scene -> 'searchedBy', 60, false)
          and coalesce(scene -> 'proposedTexts', '[]') <@ '["name", "alt"]'
          and (not scene ? 'tilt' or (
            private.is_json_number(scene #> '{tilt,roll}', -180, 180) and private.is_json_number(scene #> '{tilt,pitch}', -90, 90)
          ))
        else not scene ?| array['blurs', 'original', 'tilt', 'proposals', 'searchedBy', 'proposedTexts']
      end
      and (not scene ? 'onPlan' or (
        coalesce(scene #>> '{onPlan,floor}' = any (floors), false)
        and private.is_json_number(scene #> '{onPlan,x}', 0, 1) and private.is_json_number(scene #> '{onPlan,y}', 0, 1)
      ))
    ) then
      return false;
    end if;
    for item in select jsonb_array_elements(scene #> '{picture,levels}') loop
      if not (
        private.is_json_number(item -> 'width', 1, 16384)
        and private.is_json_number(item -> 'columns', 1, 64)
        and private.is_json_number(item -> 'rows', 1, 64)
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(scene -> 'links') loop
      if not (
        private.is_placed_item(item)
        and coalesce(item ->> 'to' = any (ids) and item ->> 'to' <> scene ->> 'id', false)
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(scene -> 'points') loop
      if not (
        private.is_placed_item(item)
        and private.is_json_text(item -> 'title', 100, not is_draft)
        and private.is_json_text(item -> 'text', 1000, false)
        and private.is_json_text(item -> 'url', 500, false)
        and (not item ? 'url' or coalesce(item ->> 'url' ~ '^https://' and private.is_web_address(item ->> 'url'), false))
        and (not item ? 'picture' or (
          private.is_panorama_path(item #> '{picture,path}', 'jpg')
          and private.is_json_text(item #> '{picture,alt}', 500, not is_draft)
        ))
        and private.is_panorama_sound(item -> 'sound', is_draft)
        and (not item ? 'document' or (
          private.is_panorama_path(item #> '{document,path}', 'pdf')
          and private.is_json_text(item #> '{document,name}', 200, true)
          and private.is_json_number(item #> '{document,bytes}', 1, 2e9)
        ))
      ) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(case when is_draft then scene -> 'blurs' else '[]' end) loop
      if not private.is_ellipse(item) then
        return false;
      end if;
    end loop;
    for item in select jsonb_array_elements(coalesce(scene -> 'proposals', '[]')) loop
      if not (
        private.is_ellipse(item)
        and private.is_json_number(item -> 'score', 0, 1)
        and coalesce(item ->> 'kind' in ('face', 'plate', 'person', 'vehicle'), false)
      ) then
        return false;
      end if;
    end loop;
  end loop;
  return true;
end;
$$;

-- Tables ---------------------------------------------------------------------------------------------------------

-- The table holds the draft of a panorama tour, from its first scene on.
create table public.panorama_tour_drafts (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  document jsonb not null,
  updated_at timestamptz not null default now(),
  constraint panorama_tour_drafts_document_valid check (private.is_panorama_tour(document, true))
);

create trigger panorama_tour_drafts_set_updated_at
  before update on public.panorama_tour_drafts
  for each row execute function private.set_updated_at();

alter table public.panorama_tour_drafts enable row level security;

-- Only the functions below write.
grant select on table public.panorama_tour_drafts to authenticated, service_role;

create policy "panorama_tour_drafts: member reads" on public.panorama_tour_drafts
  for select to authenticated
  using ((select private.is_member()));

-- The table holds what visitors walk in. A row goes with its tour, and a draft or archived tour shows none.
create table public.panorama_tours (
  tour_id uuid primary key references public.virtual_tours (id) on delete cascade,
  document jsonb not null,
  -- It counts how many times the tour was published.
  version integer not null default 1,
  published_at timestamptz not null default now(),
  constraint panorama_tours_document_valid check (private.is_panorama_tour(document, false)),
  constraint panorama_tours_version_range check (version >= 1)
);

create constraint trigger panorama_tours_change_site after insert or update or delete on public.panorama_tours
  deferrable initially deferred
  for each row execute function private.mark_site_changed();

alter table public.panorama_tours enable row level security;

grant select on table public.panorama_tours to anon, authenticated, service_role;

-- The status is repeated here on purpose, as for virtual_tour_tags.
create policy "panorama_tours: visitors read those of published tours" on public.panorama_tours
  for select to anon
  using (tour_id in (select id from public.virtual_tours where status = 'published'));

create policy "panorama_tours: signed-in read published, members all" on public.panorama_tours
  for select to authenticated
  using (
    (select private.is_member())
    or tour_id in (select id from public.virtual_tours where status = 'published')
  );

-- Saving, publishing, withdrawing --------------------------------------------------------------------------------

-- Saves the draft over the version that was read (null: there was none), and returns the moment of the new version. It
-- refuses with:
--   PT409  it was changed since it was read: nothing is written, and the detail (JSON) holds the draft as it is now.
--   PT404  the tour was deleted meanwhile.
create function public.save_panorama_tour_draft(tour_id uuid, document jsonb, read_at timestamptz default null)
returns timestamptz
language plpgsql
security definer
set search_path = ''
as $$
declare
  found_draft public.panorama_tour_drafts;
  saved timestamptz;
begin
  perform private.require_admin();
  -- Of two simultaneous saves, the second waits and sees what the first wrote.
  perform from public.virtual_tours as tour where tour.id = save_panorama_tour_draft.tour_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  select * into found_draft from public.panorama_tour_drafts as draft
  where draft.tour_id = save_panorama_tour_draft.tour_id;
  if found_draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using
      message = 'Cette visite a été modifiée entre-temps',
      detail = jsonb_build_object('document', found_draft.document, 'updated_at', found_draft.updated_at);
  end if;
  if document is null or not private.is_panorama_tour(document, true) or exists (
    -- The files of another tour go with that tour.
    select from regexp_matches(
      document::text, '([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}', 'g'
    ) as path
    where path[1] <> tour_id::text
  ) then
    raise invalid_parameter_value using
      message = 'La visite dépasse une limite ou contient une valeur qui n''est pas permise';
  end if;
  insert into public.panorama_tour_drafts as draft (tour_id, document)
  -- A tab may still name where files were before they moved.
  values (
    save_panorama_tour_draft.tour_id,
    private.with_moved_panoramas(save_panorama_tour_draft.document, save_panorama_tour_draft.tour_id)
  )
  on conflict on constraint panorama_tour_drafts_pkey
    do update set document = excluded.document
  returning draft.updated_at into saved;
  return saved;
end;
$$;

grant execute on function public.save_panorama_tour_draft(uuid, jsonb, timestamptz) to authenticated;

-- Returns a draft as visitors get it: without its blurs and levels (they are in the tiles), its originals and what is
-- proposed, and with the neutral text of panorama-tour.schema.ts for a scene that nobody described.
create function private.as_published(document jsonb)
returns jsonb
language sql
immutable
set search_path = ''
as $$
  select jsonb_set(document, '{scenes}', (
    select coalesce(jsonb_agg(
      scene - array['blurs', 'original', 'tilt', 'proposals', 'searchedBy', 'proposedTexts'] || case
        when btrim(scene ->> 'alt') <> '' then '{}'
        else jsonb_build_object('alt', 'Vue à 360° de «' || chr(160) || (scene ->> 'name') || chr(160) || '»')
      end
      order by place
    ), '[]')
    from jsonb_array_elements(document -> 'scenes') with ordinality as known (scene, place)
  ));
$$;

-- Gives visitors these scenes, all or none. It returns why they cannot be given, in French: a name or a file lacks, or
-- a person has not decided on a proposal. It returns null when they are given.
create function private.publish_scenes(draft public.panorama_tour_drafts)
returns text
language plpgsql
security definer
set search_path = ''
as $$
declare
  given jsonb := private.as_published(draft.document);
  scene jsonb;
  files bigint;
begin
  for scene in select jsonb_array_elements(draft.document -> 'scenes') loop
    if btrim(scene ->> 'name') = '' then
      return 'Donnez un nom à chaque scène';
    end if;
    if jsonb_array_length(coalesce(scene -> 'proposals', '[]')) > 0 then
      return format('Décidez d''abord des flous proposés de la scène « %s »', scene ->> 'name');
    end if;
    if jsonb_array_length(coalesce(scene -> 'proposedTexts', '[]')) > 0 then
      return format('Relisez d''abord les textes proposés de la scène « %s »', scene ->> 'name');
    end if;
    select 1 + sum((level ->> 'columns')::integer * (level ->> 'rows')::integer) into files
    from jsonb_array_elements(scene #> '{picture,levels}') as level;
    if files > (
      select count(*) from storage.objects as file
      where file.bucket_id = 'panoramas' and file.name like (scene #>> '{picture,folder}') || '/%'
        and (file.name like '%/base.jpg' or file.name like '%/%-%.' || coalesce(scene #>> '{picture,format}', 'jpg'))
    ) then
      return format('Des fichiers de la scène « %s » manquent : retirez-la et ajoutez-la de nouveau', scene ->> 'name');
    end if;
  end loop;
  if not private.is_panorama_tour(given, false) then
    return 'Complétez les titres des points, les textes des images et des sons, et les noms des plans';
  end if;
  insert into public.panorama_tours as published (tour_id, document)
  values (draft.tour_id, given)
  on conflict on constraint panorama_tours_pkey
    do update set document = excluded.document, version = published.version + 1, published_at = now();
  return null;
end;
$$;

-- A tour that becomes published by its status, in its form or in the list, shows the version that was published last. One
-- that never had any gets its draft, unless something prevents it: the screens then say so.
create function private.publish_first_scenes()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
declare
  draft public.panorama_tour_drafts;
begin
  if not exists (select from public.panorama_tours as published where published.tour_id = new.id) then
    select * into draft from public.panorama_tour_drafts as found where found.tour_id = new.id for update;
    if found then
      perform private.publish_scenes(draft);
    end if;
  end if;
  return null;
end;
$$;

create trigger virtual_tours_publish_first_scenes after update of status on public.virtual_tours
  for each row when (new.status = 'published' and old.status <> 'published')
  execute function private.publish_first_scenes();

-- « Publier » publishes the record, its scenes as they were read and the site in one transaction; the site leaves at
-- once. A tour without scenes is its address elsewhere. It returns the version of the scenes, null without any, and
-- refuses with:
--   PT404  the tour was deleted meanwhile.
--   PT409  its scenes changed since they were read.
create function public.publish_tour(tour_id uuid, read_at timestamptz default null)
returns integer
language plpgsql
security definer
set search_path = ''
as $$
declare
  tour public.virtual_tours;
  draft public.panorama_tour_drafts;
  fault text;
begin
  perform private.require_admin();
  -- Of two simultaneous calls for a tour, the second waits and sees what the first did.
  select * into tour from public.virtual_tours as found where found.id = publish_tour.tour_id for update;
  if not found then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  select * into draft from public.panorama_tour_drafts as found where found.tour_id = tour.id for update;
  if draft.updated_at is distinct from read_at then
    raise sqlstate 'PT409' using message = 'Cette visite a été modifiée entre-temps : rechargez-la avant de la publier';
  end if;
  if jsonb_array_length(draft.document -> 'scenes') > 0 then
    fault := private.publish_scenes(draft);
  elsif coalesce(btrim(tour.url), '') = '' then
    fault := 'Ajoutez une scène, ou l''adresse de la visite, avant de la publier';
  else
    delete from public.panorama_tours as published where published.tour_id = tour.id;
  end if;
  if fault is not null then
    raise invalid_parameter_value using message = fault;
  end if;
  update public.virtual_tours as shown set status = 'published' where shown.id = tour.id and shown.status <> 'published';
  perform private.publish_site_now();
  return (select published.version from public.panorama_tours as published where published.tour_id = tour.id);
end;
$$;

grant execute on function public.publish_tour(uuid, timestamptz) to authenticated;

-- « Retirer » takes the tour off the site, as the status « Brouillon » does. Its draft stays, and so does the published
-- version, which « Annuler » brings back; its files leave their addresses after a day (33_unused_files.sql).
create function public.withdraw_tour(tour_id uuid)
returns void
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform private.require_admin();
  if not exists (select from public.virtual_tours as found where found.id = withdraw_tour.tour_id) then
    raise sqlstate 'PT404' using message = 'Cette visite n''existe plus';
  end if;
  update public.virtual_tours as tour set status = 'draft' where tour.id = withdraw_tour.tour_id and tour.status = 'published';
  if found then
    perform private.publish_site_now();
  end if;
end;
$$;

grant execute on function public.withdraw_tour(uuid) to authenticated;

-- Pictures -------------------------------------------------------------------------------------------------------

-- The bucket holds the tiles, the floor plans, the pictures, sounds and documents of points: anyone reads them by their
-- address, as the rest of a published tour.
select private.make_bucket(
  'panoramas', true, 20971520, array['image/jpeg', 'image/webp', 'audio/mpeg', 'application/pdf'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/([a-z]+\.(jpg|mp3|pdf)|[0-9]/[0-9]{1,2}-[0-9]{1,2}\.(jpg|webp))$'
);

-- The bucket holds the panoramas as the camera gave them, before any face is blurred: nobody outside reads them.
select private.make_bucket(
  'panorama-originals', false, 83886080, array['image/jpeg'],
  '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/[a-z]+\.jpg$'
);

-- Deliveries ---------------------------------------------------------------------------------------------------------

-- The table holds deliveries: each is a ZIP of a published version of a tour, made in an administrator's browser
-- (docs/decisions/0075).

create table public.tour_deliveries (
  id uuid primary key default gen_random_uuid(),
  tour_id uuid not null references public.virtual_tours (id) on delete cascade,
  -- It is the version of panorama_tours that the files were copied from.
  version integer not null,
  client text not null,
  color text not null,
  rights text not null,
  -- These columns hold the content of the delivery sheet.
  panoramas integer not null,
  width integer not null,
  files integer not null,
  bytes bigint not null,
  -- It is the SHA-256 of the list of the SHA-256 of all its files.
  checksum text not null,
  created_at timestamptz not null default now(),
  -- A link opens this copy, in the bucket below, for the client until a moment; it is null when there is none.
  file_path text,
  link_expires_at timestamptz,
  constraint tour_deliveries_version_range check (version >= 1),
  constraint tour_deliveries_client_length check (btrim(client) <> '' and char_length(client) <= 200),
  constraint tour_deliveries_client_one_line check (private.is_one_line_text(client)),
  constraint tour_deliveries_color_format check (color ~ '\A#[0-9a-f]{6}\Z'),
  constraint tour_deliveries_rights_length check (btrim(rights) <> '' and char_length(rights) <= 2000),
  constraint tour_deliveries_panoramas_range check (panoramas between 1 and 60),
  constraint tour_deliveries_width_range check (width between 1 and 16384),
  constraint tour_deliveries_files_range check (files >= 1),
  constraint tour_deliveries_bytes_range check (bytes >= 1),
  constraint tour_deliveries_checksum_format check (checksum ~ '\A[0-9a-f]{64}\Z'),
  constraint tour_deliveries_file_path_format check (file_path ~ '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z')
);

create index tour_deliveries_tour_id_idx on public.tour_deliveries (tour_id);

alter table public.tour_deliveries enable row level security;

grant select on table public.tour_deliveries to authenticated, service_role;
-- A delivery never changes, except for its link.
grant insert (tour_id, version, client, color, rights, panoramas, width, files, bytes, checksum)
  on table public.tour_deliveries to authenticated;
grant update (file_path, link_expires_at) on table public.tour_deliveries to authenticated;

create policy "tour_deliveries: member reads" on public.tour_deliveries
  for select to authenticated
  using ((select private.is_member()));

create policy "tour_deliveries: admin records" on public.tour_deliveries
  for insert to authenticated
  with check ((select private.is_admin()));

create policy "tour_deliveries: admin keeps a link" on public.tour_deliveries
  for update to authenticated
  using ((select private.is_admin()))
  with check ((select private.is_admin()));

-- The bucket holds the copies that links open for clients: nobody reads them without a signed address.
select private.make_bucket(
  'tour-deliveries', false, 524288000, array['application/zip'],
  '\A[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\.zip\Z', deletes => true
);

-- Ends the links whose day has come, and gives the files that no delivery names any more, in the trash or out of it.
-- dispatch-emails deletes them through the storage API: deleting the row here would leave the file.
create function public.unused_delivery_files()
returns setof text
language plpgsql
security definer
set search_path = ''
as $$
begin
  update public.tour_deliveries set file_path = null, link_expires_at = null
  where file_path is not null and coalesce(link_expires_at, '-infinity') <= now();
  return query
  select file.name from storage.objects as file
  where file.bucket_id = 'tour-deliveries'
    -- A copy that is being sent has no delivery yet.
    and file.created_at < now() - interval '1 day'
    and not exists (select from public.tour_deliveries as made where made.file_path = file.name)
    and not exists (
      select from private.trash_rows as r
      where r.place = 'public.tour_deliveries' and r.content ->> 'file_path' = file.name
        and (r.content ->> 'link_expires_at')::timestamptz > now()
    )
  limit 100;
end;
$$;

grant execute on function public.unused_delivery_files() to service_role;
