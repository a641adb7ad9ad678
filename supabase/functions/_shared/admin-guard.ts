import { z } from 'zod';
import type { Dependencies } from './dependencies.ts';
import { FunctionError } from './errors.ts';
import { parseJson } from './json.ts';
import { FetchFailure, type LimitedAnswer, limitedFetch } from './limited-fetch.ts';
import { type Project, publishableKeys, readProject } from './settings.ts';

/** The calling administrator; the token reaches the database with that person's rights. */
export interface Administrator {
  id: string;
  token: string;
  /** E-mail of the account; null when it has none. */
  email: string | null;
}

const userSchema = z.object({ id: z.guid(), email: z.string().nullish() });
type User = Pick<Administrator, 'id' | 'email'>;
const roleRowsSchema = z.array(z.object({ role: z.string() }));

/**
 * Requires an administrator. A valid token is not enough: sign-up is open, and the platform's own check also accepts the
 * publishable key that every visitor has. So the auth service is asked who the token's user is (a signed-out or deleted
 * one is refused at once), and the role is read from `user_roles` with that token, under row-level security. Throws 401 or 403; a role query that fails counts as « not admin »;
 * 503 or 504 when the authentication service gives no answer at all.
 */
export async function requireAdmin(request: Request, dependencies: Dependencies): Promise<Administrator> {
  const keys = publishableKeys(dependencies.env);
  const token = bearerToken(request, keys);
  const project = readProject(dependencies.env);
  const administrator = { ...(await readUser(dependencies, project, token, request.signal)), token };
  await requireAdminRole(dependencies, project, administrator, request.signal);
  return administrator;
}

function bearerToken(request: Request, keys: readonly string[]): string {
  const token = request.headers.get('authorization')?.match(/^Bearer +([^\s,]+)$/i)?.[1];
  // A user's token has three parts; `sb_…` keys do not, and the legacy anon key, which does, is compared.
  if (!token || !/^[\w-]+\.[\w-]+\.[\w-]+$/.test(token) || keys.includes(token)) {
    throw new FunctionError(401, 'unauthenticated', 'Connectez-vous pour utiliser cette fonction.');
  }
  return token;
}

/**
 * Calls the project with a person's own token, so under row-level security. Rejects with FetchFailure only.
 *
 * @param body sent as JSON by POST; without it, GET
 */
export function fetchAsUser(
  dependencies: Dependencies,
  { url, key }: Project,
  token: string,
  path: string,
  signal: AbortSignal,
  body?: object,
): Promise<LimitedAnswer> {
  const headers = { apikey: key, authorization: `Bearer ${token}`, accept: 'application/json' };
  const init = body
    ? {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }
    : { headers };
  return limitedFetch(dependencies, url + path, init, { timeoutMs: 5_000, maxBytes: 64 * 1024, signal });
}

async function readUser(
  dependencies: Dependencies,
  project: Project,
  token: string,
  signal: AbortSignal,
): Promise<User> {
  const answer = await fetchAsUser(dependencies, project, token, '/auth/v1/user', signal).catch(
    (error: unknown) => {
      throw error instanceof FetchFailure ? authUnavailable(error) : error;
    },
  );
  const user = answer.ok ? userSchema.safeParse(parseJson(answer.text)).data : undefined;
  if (!user) {
    throw new FunctionError(
      401,
      'invalid_session',
      'Votre session n’a pas pu être vérifiée. Reconnectez-vous, puis réessayez.',
      // A refused token is ordinary; anything else is a fault of the service, which the operator should see.
      answer.status >= 400 && answer.status < 500 ? undefined : `auth/v1/user answered ${answer.status}`,
    );
  }
  return { id: user.id, email: user.email || null };
}

async function requireAdminRole(
  dependencies: Dependencies,
  project: Project,
  { id, token }: Administrator,
  signal: AbortSignal,
): Promise<void> {
  const query = new URLSearchParams({ select: 'role', user_id: `eq.${id}`, role: 'eq.admin', limit: '1' });
  let failure: string | undefined;
  try {
    const answer = await fetchAsUser(dependencies, project, token, `/rest/v1/user_roles?${query}`, signal);
    const rows = answer.ok ? roleRowsSchema.safeParse(parseJson(answer.text)).data : undefined;
    if (rows?.some(({ role }) => role === 'admin')) return;
    if (!rows) failure = `user_roles answered ${answer.status}`;
  } catch (error) {
    failure = `user_roles: ${error instanceof Error ? error.message : 'failed'}`;
  }
  throw new FunctionError(403, 'not_admin', 'Cette fonction est réservée aux administrateurs.', failure);
}

function authUnavailable({ kind, message }: FetchFailure): FunctionError {
  return new FunctionError(
    kind === 'timeout' ? 504 : 503,
    'auth_unavailable',
    'Le service d’authentification ne répond pas. Réessayez dans quelques instants.',
    `auth/v1/user: ${message}`,
  );
}
