-- Further parts of hosted Supabase that the deployment uses: stand-ins for Vault, pg_cron and pg_net with the same
-- names and rows.
create schema vault;
create table vault.secrets (id uuid primary key default gen_random_uuid(), name text unique, secret text not null);
create view vault.decrypted_secrets as select id, name, secret as decrypted_secret from vault.secrets;
create function vault.create_secret(new_secret text, new_name text) returns uuid language sql
  as 'insert into vault.secrets (name, secret) values (new_name, new_secret) returning id';
create function vault.update_secret(secret_id uuid, new_secret text) returns void language sql
  as 'update vault.secrets set secret = new_secret where id = secret_id';
grant usage on schema vault to postgres;
grant all on all tables in schema vault to postgres;

create schema cron;
create table cron.job (jobname text primary key, schedule text, command text, active boolean default true);
create table cron.job_run_details (jobid bigint);
create function cron.schedule(job_name text, schedule text, command text) returns void language sql security definer
  as 'insert into cron.job values (job_name, schedule, command) on conflict (jobname) do update
      set schedule = excluded.schedule, command = excluded.command';
create schema net;
create table net.queue (id bigserial primary key, url text, body jsonb, headers jsonb);
create function net.http_post(url text, body jsonb, headers jsonb, timeout_milliseconds integer) returns bigint language sql
  as 'insert into net.queue (url, body, headers) values ($1, $2, $3) returning id';
grant usage on schema cron, net to postgres;
grant all on all tables in schema cron, net to postgres;
grant all on all sequences in schema net to postgres;
insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
  values (900001, 'pg_cron', 10, 11, false, '1.6'), (900002, 'pg_net', 10, 11, false, '0.14');

-- The session pooler distinguishes tenants by the role's name.
create role "postgres.abcdefghijklmnopqrst" login;
create role "cli_login_postgres.abcdefghijklmnopqrst" login noinherit;
grant postgres to "postgres.abcdefghijklmnopqrst", "cli_login_postgres.abcdefghijklmnopqrst";
