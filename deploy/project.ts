import { z } from 'zod';
import { UserError } from '../local/process/user-error.ts';

const projectSchema = z.object({
  name: z.string(),
  status: z.string(),
  organization_slug: z.string().optional(),
  organization_id: z.string(),
});
const keysSchema = z.array(z.object({ type: z.string().nullish(), api_key: z.string().nullish() }));
const poolerSchema = z.array(
  z.object({ database_type: z.string(), connection_string: z.string().optional(), db_host: z.string() }),
);

/** A hosted project, by the management API of Supabase. */
export type Project = ReturnType<typeof openProject>;

/**
 * Opens the management API for one project. Nothing is asked before a method is called.
 *
 * @param api address of the API; another one than Supabase's for a stand-in only
 */
export function openProject({ ref, token, api }: { ref: string; token: string; api: string }) {
  const call = async <T>(path: string, schema: z.ZodType<T>, body?: unknown, method = 'POST'): Promise<T> => {
    const answer = await fetch(`${api}${path}`, {
      method: body === undefined ? 'GET' : method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(60_000),
    }).catch((error: Error) => {
      throw new UserError(
        `L’API de gestion de Supabase ne répond pas (${error.message}). Vérifiez la connexion, puis relancez.`,
      );
    });
    const text = await answer.text();
    if (!answer.ok) throw new UserError(refusal(answer.status, path, text));
    return schema.parse(text ? JSON.parse(text) : undefined);
  };
  const at = `/v1/projects/${ref}`;
  return {
    ref,
    /** Runs SQL as `postgres`; answers the rows of the last statement. */
    sql: <Row>(query: string) => call(`${at}/database/query`, z.array(z.custom<Row>()), { query }),
    read: () => call(at, projectSchema),
    /** The plan of the organisation; null when the token may not read it. */
    plan: async ({ organization_slug, organization_id }: z.infer<typeof projectSchema>) => {
      const address = `/v1/organizations/${organization_slug ?? organization_id}`;
      const { plan } = await call(address, z.object({ plan: z.string().nullish() })).catch(() => ({
        plan: null,
      }));
      return plan ?? null;
    },
    publishableKey: async () => {
      const keys = await call(`${at}/api-keys?reveal=true`, keysSchema);
      const key = keys.find(({ type }) => type === 'publishable')?.api_key;
      if (key) return key;
      throw new UserError(
        'Le projet n’a pas de clé « sb_publishable_… ». Créez-en une (Settings, API Keys), puis relancez.',
      );
    },
    /** Name → SHA-256 of each secret of the functions. */
    secretDigests: async () => {
      const secrets = await call(`${at}/secrets`, z.array(z.object({ name: z.string(), value: z.string() })));
      return new Map(secrets.map(({ name, value }) => [name, value]));
    },
    setSecrets: (secrets: Record<string, string>) =>
      call(
        `${at}/secrets`,
        z.unknown(),
        Object.entries(secrets).map(([name, value]) => ({ name, value })),
      ),
    functions: () => call(`${at}/functions`, z.array(z.object({ slug: z.string(), version: z.number() }))),
    /** Address and password that the CLI migrates by: the pooler's session port, which IPv4 reaches. */
    database: async (password: string | undefined) => {
      const poolers = await call(`${at}/config/database/pooler`, poolerSchema);
      const { connection_string } = poolers.find(({ database_type }) => database_type === 'PRIMARY') ?? {};
      if (!connection_string) throw new UserError('Le projet ne donne pas l’adresse de sa base.');
      const url = new URL(connection_string.replace(/:\[?[^@/]*\]?@/, '@'));
      // Transactions only on 6543; the CLI needs a session.
      if (url.port === '6543') url.port = '5432';
      if (password) return { url: url.href, password };
      const role = await call(`${at}/cli/login-role`, z.object({ role: z.string(), password: z.string() }), {
        read_only: false,
      });
      url.username = `${role.role}.${ref}`;
      return { url: url.href, password: role.password };
    },
  };
}

/** Tells why the management API refuses, and what to do. */
function refusal(status: number, path: string, text: string): string {
  const said = text.slice(0, 300);
  if (status === 401) {
    return 'Le jeton d’accès est refusé. Créez-en un à https://supabase.com/dashboard/account/tokens, corrigez SUPABASE_ACCESS_TOKEN, puis relancez.';
  }
  if (status === 403) {
    return `Le jeton n’a pas le droit de demander ${path}. Prenez celui d’un propriétaire ou d’un administrateur de l’organisation.`;
  }
  if (status === 404) {
    return `${path} : introuvable. Vérifiez SUPABASE_PROJECT_REF (les vingt lettres de l’adresse du tableau de bord).`;
  }
  if (status === 429) return 'Supabase demande d’attendre : relancez dans une minute.';
  if (status >= 500)
    return `Supabase a répondu ${status} à ${path}. Relancez plus tard. Sa réponse : ${said}`;
  return `Supabase a refusé ${path} (${status}) : ${said}`;
}
