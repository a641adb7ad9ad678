import {
  type Dependencies,
  type LogRecord,
  systemClock,
} from '../../../supabase/functions/_shared/dependencies.ts';
import { systemNetwork } from '../../../supabase/functions/_shared/network.ts';
import type { RealPostgres } from './real-postgres.ts';

const project = 'http://project.test';

/**
 * Makes the dependencies of an edge function that runs in this process on a real database, with the secret key's
 * rights.
 */
export function functionDependencies(
  { apiUrl, jwt }: Pick<RealPostgres, 'apiUrl' | 'jwt'>,
  variables: Record<string, string>,
  log: (record: LogRecord) => void = () => undefined,
): Dependencies {
  const known: Record<string, string> = {
    ...{ SUPABASE_URL: project, SUPABASE_SECRET_KEY: jwt({ role: 'service_role' }) },
    ...variables,
  };
  return {
    // PostgREST without the platform has no `/rest/v1` prefix.
    fetch: (url, init) => fetch(url.replace(`${project}/rest/v1`, apiUrl), init),
    env: (name) => known[name],
    clock: systemClock,
    log,
    net: systemNetwork,
    keepAlive: () => undefined,
  };
}
