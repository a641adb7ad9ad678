import { fileURLToPath } from 'node:url';
import { readMigrations } from '../../../local/database/migrations.ts';
import { embedded } from '../../database/engines/embedded.ts';
import { type EngineKind, NotShown } from '../../database/engines/engine.ts';
import { type HostedProject, hosted } from '../../database/engines/hosted.ts';
import { postgres } from '../../database/engines/postgres.ts';
import { runSupabase } from '../../database/schema/supabase-cli.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

type Environment = Record<string, string | undefined>;

/**
 * Finds a target by name or address: `embedded`, `postgres`, `cli`, or the address of a project.
 *
 * @param isThrowAway asks the person whether everything in the project may be deleted
 * @throws NotShown where the target is not available here, with the reason
 */
export async function targetOf(
  name: string,
  env: Environment,
  isThrowAway: (reference: string) => Promise<boolean>,
): Promise<EngineKind> {
  const versions = readMigrations(`${root}/supabase/migrations`).map(({ version }) => version);
  if (name === 'embedded') return embedded;
  if (name === 'postgres') return postgres;
  if (name === 'cli') return hosted(await projectOfCli(), versions);
  if (!/^https?:\/\//.test(name)) {
    throw new Error(`Unknown target « ${name} »: embedded, postgres, cli, or the address of a project`);
  }
  const project = projectOf(name, env);
  const [reference = ''] = new URL(name).host.split('.');
  if (!(await isThrowAway(reference))) throw new NotShown('nobody has said that it may be emptied');
  return hosted(project, versions);
}

/** Reads a project's keys from the environment. */
export function projectOf(address: string, env: Environment): HostedProject {
  const wanted = ['SUPABASE_PUBLISHABLE_KEY', 'SUPABASE_SECRET_KEY', 'SUPABASE_DB_URL'] as const;
  const missing = wanted.filter((variable) => !env[variable]);
  if (missing.length > 0) throw new NotShown(`the environment lacks ${missing.join(', ')}`);
  const [publishableKey = '', secretKey = '', databaseUrl = ''] = wanted.map((variable) => env[variable]);
  const url = address.replace(/\/+$/, '');
  return { url, publishableKey, secretKey, databaseUrl, jwtSecret: env.SUPABASE_JWT_SECRET };
}

/** Finds the stack that the official CLI started from this folder, which holds nobody's data. */
async function projectOfCli(): Promise<HostedProject> {
  const { stdout } = await runSupabase(['status', '-o', 'json', '--workdir', root]).catch((error: Error) => {
    const [said = ''] = (error as { stderr?: string }).stderr?.trim().split('\n') ?? [];
    throw new NotShown(`« supabase status » finds no stack of the official CLI (${said || error.message})`);
  });
  const status = JSON.parse(stdout.slice(stdout.indexOf('{'))) as Environment;
  return {
    ...projectOf(status.API_URL ?? '', {
      SUPABASE_PUBLISHABLE_KEY: status.PUBLISHABLE_KEY ?? status.ANON_KEY,
      SUPABASE_SECRET_KEY: status.SECRET_KEY ?? status.SERVICE_ROLE_KEY,
      SUPABASE_DB_URL: status.DB_URL,
      SUPABASE_JWT_SECRET: status.JWT_SECRET,
    }),
  };
}
