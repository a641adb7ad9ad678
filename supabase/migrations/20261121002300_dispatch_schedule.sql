-- A run of dispatch-emails now has campaigns to send: it takes up to 55 s and the message under way, so that it works
-- through most of the minute between two calls. The caller waits that long; all else is as the outbox has it (the job of
-- pg_cron, its own secret from Vault, nothing where those do not exist).
create or replace function private.call_dispatcher()
returns void
language plpgsql
set search_path = ''
as $$
declare
  address text;
  secret text;
begin
  if to_regclass('vault.decrypted_secrets') is null or to_regnamespace('net') is null then
    return;
  end if;
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into address using 'dispatch_url';
  execute 'select decrypted_secret from vault.decrypted_secrets where name = $1' into secret using 'dispatch_secret';
  if address is null or secret is null then
    raise log 'dispatch-emails is not called: the Vault secrets dispatch_url and dispatch_secret are not both set';
    return;
  end if;
  execute 'select net.http_post(url := $1, body := $2, headers := $3, timeout_milliseconds := 90000)'
    using address, '{}'::jsonb,
      jsonb_build_object('content-type', 'application/json', 'x-dispatch-secret', secret);
end;
$$;
