import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const config = `project_id = "fixture"
[api]
schemas = ["public"]
max_rows = 3
auto_expose_new_tables = false
[storage]
file_size_limit = "1KiB"
[storage.buckets.pictures]
public = true
allowed_mime_types = ["image/jpeg"]
[auth]
minimum_password_length = 6
[auth.email]
enable_confirmations = false
max_frequency = "1m0s"
[functions.hello]
verify_jwt = false
`;

const first = `create table public.notes (id int primary key generated always as identity, text text not null);
alter table public.notes enable row level security;
grant select on public.notes to service_role;
grant insert (text) on public.notes to anon;
create policy "anyone writes" on public.notes for insert to anon with check (true);
create table public.seen (id int primary key generated always as identity, headers json, method text, path text);
grant select on public.seen to service_role;
create function public.note_request() returns trigger language plpgsql security definer set search_path = '' as $$
begin
  insert into public.seen (headers, method, path) values (
    current_setting('request.headers', true)::json, current_setting('request.method', true),
    current_setting('request.path', true));
  return new;
end $$;
create trigger note_request before insert on public.notes for each row execute function public.note_request();
`;

/** A small `supabase/` folder in a temporary place, for the tests of the local stack itself. */
export function createFixtureProject(files: Record<string, string> = {}): {
  directory: string;
  write: (path: string, content: string) => void;
} {
  const directory = join(mkdtempSync(join(tmpdir(), 'fixture-project-')), 'supabase');
  const write = (path: string, content: string) => {
    mkdirSync(dirname(join(directory, path)), { recursive: true });
    writeFileSync(join(directory, path), content);
  };
  const content = {
    'config.toml': config,
    'migrations/20260101000000_notes.sql': first,
    'seed.sql': "insert into public.notes (text) values ('un'), ('deux'), ('trois'), ('quatre');",
    ...files,
  };
  for (const [path, text] of Object.entries(content)) write(path, text);
  return { directory, write };
}
