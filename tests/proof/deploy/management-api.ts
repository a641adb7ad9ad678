import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import type { RealPostgres } from '../../database/engines/real-postgres.ts';
import type { UploadedFunctions } from './uploaded-functions.ts';

export const REF = 'abcdefghijklmnopqrst';
export const PUBLISHABLE_KEY = 'sb_publishable_standin';
const MIB = 1024 * 1024;

export type Answer = { status: number; body: unknown; type?: string | undefined };
export type Route = (body: Buffer, request: IncomingMessage) => Answer | Promise<Answer>;
/** Makes a JSON answer. */
export const json = (body: unknown, status = 200): Answer => ({ status, body });

const project = {
  id: REF,
  ref: REF,
  organization_id: 'studio',
  organization_slug: 'studio',
  name: 'Studio',
  region: 'ca-central-1',
  created_at: '2026-11-01T00:00:00Z',
  status: 'ACTIVE_HEALTHY',
  database: { host: 'db', version: '17.4.1', postgres_engine: '17', release_channel: 'ga' },
};

/** Settings of a new project; `auth-config.json` has every key that the CLI reads. */
function newSettings() {
  const auth: Record<string, unknown> = JSON.parse(
    readFileSync(new URL('./auth-config.json', import.meta.url), 'utf8'),
  );
  return {
    auth: { ...auth, site_url: 'http://localhost:3000', uri_allow_list: '', mailer_autoconfirm: false },
    api: {
      db_schema: 'public, graphql_public',
      db_extra_search_path: 'public, extensions',
      max_rows: 1000,
      db_pool: null,
      db_pool_acquisition_timeout: 10,
      db_pool_max_idletime: 30,
      db_pool_max_lifetime: 1800,
    },
    storage: {
      file_size_limit: 50 * MIB,
      features: { image_transformation: { enabled: false }, s3_protocol: { enabled: true } },
    },
    database: {
      major_version: 17,
      ssl_enforced: false,
      network_restrictions: {
        entitlement: 'allowed',
        status: 'applied',
        allowed_cidrs: [
          { address: '0.0.0.0/0', type: 'v4' },
          { address: '::/0', type: 'v6' },
        ],
      },
      postgres_settings: {},
    },
  };
}

/**
 * Routes of the management API that the official CLI 3.1 and the deployment call, by « method path » with P for
 * `/v1/projects/<ref>`. Answers have the fields that the CLI parses.
 */
export function managementApi(plan: string, postgres: RealPostgres, functions: UploadedFunctions) {
  const { auth, api, storage, database } = newSettings();
  const settings: Record<string, unknown> = auth;
  const secrets = new Map<string, string>();
  const versions = new Map<string, number>();
  const functionOf = (slug: string, version = versions.get(slug) ?? 1) => {
    const named = { id: slug, slug, name: slug, status: 'ACTIVE' };
    return { ...named, version, verify_jwt: false, created_at: 1, updated_at: 2 };
  };
  const parsed = (body: Buffer) => JSON.parse(String(body));

  const routes: Record<string, Route> = {
    'GET P': () => json(project),
    'GET /v1/organizations/studio': () => json({ id: 'studio', name: 'Studio', plan }),
    'GET P/api-keys': () => json([{ name: 'default', type: 'publishable', api_key: PUBLISHABLE_KEY }]),
    'GET P/billing/addons': () => json({ selected_addons: [], available_addons: [] }),
    'GET P/config/database/pooler': () => {
      const connection_string = postgres.url.replace('postgres@', `postgres.${REF}:[YOUR-PASSWORD]@`);
      return json([{ database_type: 'PRIMARY', db_host: '127.0.0.1', connection_string }]);
    },
    'POST P/cli/login-role': () =>
      json({ role: 'cli_login_postgres', password: 'temporary', ttl_seconds: 300 }, 201),
    'POST P/database/query': (body) =>
      postgres.sql(parsed(body).query).then(
        (rows) => json(rows, 201),
        (error: Error) => json({ message: error.message }, 400),
      ),
    'GET /v2/projects/R/config': () => {
      // The API shows an HMAC in place of a secret.
      const hidden = (value: unknown) => createHmac('sha256', REF).update(String(value)).digest('hex');
      const shown = { ...settings, smtp_pass: settings.smtp_pass ? hidden(settings.smtp_pass) : null };
      const attributes = { auth: shown, api, storage, database };
      return json({ data: { type: 'project_config', id: REF, attributes } });
    },
    'PATCH P/config/auth': (body) => json(Object.assign(settings, parsed(body))),
    'PATCH P/postgrest': (body) => json(Object.assign(api, parsed(body))),
    'PATCH P/config/storage': (body) => {
      const { fileSizeLimit } = parsed(body) as { fileSizeLimit: number };
      if (plan === 'free' && fileSizeLimit > 50 * MIB) return json({ message: 'above the plan' }, 400);
      storage.file_size_limit = fileSizeLimit;
      return json({});
    },
    'GET P/secrets': () =>
      json(
        Array.from(secrets, ([name, value]) => ({
          name,
          value: createHash('sha256').update(value).digest('hex'),
          updated_at: '2026-11-01T00:00:00Z',
        })),
      ),
    'POST P/secrets': async (body) => {
      const given = parsed(body) as { name: string; value: string }[];
      for (const { name, value } of given) secrets.set(name, value);
      await functions.renew();
      return json(null, 201);
    },
    'GET P/functions': () => json([...versions.keys()].map((slug) => functionOf(slug))),
    'PUT P/functions': (body) => {
      const list = parsed(body) as { slug: string }[];
      for (const { slug } of list) versions.set(slug, (versions.get(slug) ?? 0) + 1);
      return json({ functions: list.map(({ slug }) => functionOf(slug)) });
    },
    'POST P/functions/deploy': async (body, request) => {
      const { searchParams } = new URL(request.url ?? '', 'http://stand-in');
      const slug = searchParams.get('slug') ?? '';
      const type = request.headers['content-type'] ?? '';
      const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
      const files = form.getAll('file').filter((file) => typeof file !== 'string');
      const contents = files.map(async (file) => ({
        path: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }));
      await functions.upload(slug, await Promise.all(contents));
      return json(functionOf(slug, (versions.get(slug) ?? 0) + 1), 201);
    },
    'GET /auth/v1/settings': () => json({ mailer_autoconfirm: settings.mailer_autoconfirm }),
    'GET /auth/v1/user': () => json({ message: 'invalid JWT' }, 401),
  };
  return { routes, secrets };
}
