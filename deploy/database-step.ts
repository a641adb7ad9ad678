import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../local/process/user-error.ts';
import { easternTime } from '../supabase/functions/_shared/contract/eastern-time.ts';
import type { Context, Step } from './step.ts';

const HISTORY = 'supabase_migrations.schema_migrations';
/** A push gives up rather than let everybody's sign-in wait behind it. */
const LOCK_TIMEOUT = "set lock_timeout = '10s';\n";

/** Applies the pending migrations, one transaction each, outside business hours once the project is in service. */
export const databaseStep: Step = {
  name: 'Base de données',
  look: async (context) => {
    const { root, options } = context;
    const [history] = await context.project.sql<{ exists: boolean }>(
      `select to_regclass('${HISTORY}') is not null as exists`,
    );
    const applied = history?.exists
      ? await context.project.sql<{ version: string }>(`select version from ${HISTORY}`)
      : [];
    const done = new Set(applied.map(({ version }) => version));
    const migrations = join(root, 'supabase/migrations');
    const names = readdirSync(migrations).filter((name) => name.endsWith('.sql'));
    const pending = names.filter((name) => !done.has(name.split('_')[0] ?? '')).sort();
    const isDeployed = applied.length > 0;
    const textOf = (name: string) => readFileSync(join(migrations, name), 'utf8');
    const withPolicies = pending.filter((name) => changesPolicies(textOf(name)));
    const isMarked = existsSync(join(root, 'supabase/DEPLOYED'));
    return {
      changes: [
        ...pending.map((name) => `appliquer ${name}`),
        ...(isMarked
          ? []
          : ['écrire supabase/DEPLOYED, à commettre : les migrations ne s’ajoutent plus qu’à la fin']),
      ],
      notes:
        withPolicies.length > 0
          ? [
              'Une politique qui change tient jusqu’à la fin de sa transaction des verrous sur les tables de connexion et de',
              'stockage : chaque migration est sa propre transaction, et renonce après dix secondes d’attente.',
            ]
          : [],
      apply: async () => {
        if (isDeployed && pending.length > 0) refuseBusinessHours(context.clock(), options.now);
        for (const name of isDeployed ? withPolicies : []) refuseLongTransaction(name, textOf(name));
        if (pending.length > 0) await push(context, pending);
        writeFileSync(join(root, 'supabase/DEPLOYED'), '');
      },
    };
  },
};

async function push({ project, cli, answers }: Context, pending: string[]): Promise<void> {
  for (const name of pending) {
    const file = join(cli.folder, 'supabase/migrations', name);
    writeFileSync(file, LOCK_TIMEOUT + readFileSync(file, 'utf8').replace(LOCK_TIMEOUT, ''));
  }
  const { url, password } = await project.database(answers.SUPABASE_DB_PASSWORD);
  // The password goes by the environment: a process's arguments are readable by all of its machine.
  await cli.run(['db', 'push', `--remote=${url}`, '--yes'], { PGPASSWORD: password });
}

/** Tells whether it is Monday to Friday, 8 h to 18 h in Québec. */
export function isBusinessHour(at: Date): boolean {
  const { day, hour } = easternTime(at);
  const weekday = new Date(day).getUTCDay();
  return weekday >= 1 && weekday <= 5 && hour >= 8 && hour < 18;
}

function refuseBusinessHours(at: Date, isForced: boolean): void {
  if (isForced || !isBusinessHour(at)) return;
  throw new UserError(
    'Le studio est en service, et c’est une heure de bureau (du lundi au vendredi, de 8 h à 18 h) : une migration peut bloquer les connexions. Relancez ce soir, ou avec « -- --now ».',
  );
}

/** The statements of a migration, without comments and bodies of functions. */
const statementsOf = (sql: string): string[] =>
  sql
    .replace(/(\$\w*\$)[\s\S]*?\1/g, '')
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim().toLowerCase().replace(/\s+/g, ' '));

const changesPolicies = (sql: string) =>
  statementsOf(sql).some((statement) => /^(create|alter|drop) policy /.test(statement));

/** The first statement that reads or writes whole tables while the locks of a changed policy are held. */
export function longStatement(sql: string): string | undefined {
  if (!changesPolicies(sql)) return undefined;
  return statementsOf(sql).find((statement) =>
    /^(update|delete|insert|merge|with|create (unique )?index|reindex|cluster|refresh|alter table .*(add constraint|set not null|type )|select (?!pg_catalog\.set_config))/.test(
      statement,
    ),
  );
}

function refuseLongTransaction(name: string, sql: string): void {
  const statement = longStatement(sql);
  if (!statement) return;
  throw new UserError(
    `${name} change une politique et touche aussi des lignes (« ${statement.slice(0, 60)}… ») : les connexions attendraient. Mettez les politiques dans une migration à part.`,
  );
}
