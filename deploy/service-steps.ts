import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readProjectConfig } from '../local/api/project-config.ts';
import type { Answers } from './answers.ts';
import { keep, literal, readKept, type Step } from './step.ts';

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');

const SHOWN = 6;
const shortList = (names: string[]) =>
  names.length > SHOWN ? `${names.slice(0, SHOWN).join(', ')}…` : names.join(', ');

/** Sets the configuration of sign-in, data API and storage, as the official CLI compares it. */
export const configurationStep: Step = {
  name: 'Configuration',
  look: async ({ cli, project }) => {
    const command = ['config', 'push', `--remote=${project.ref}`];
    const { isChange, told } = await cli.wouldChange(command);
    // « auth.site_url [update] »: the name alone, for values are the business of `config diff`.
    const names = Array.from(told.matchAll(/^([a-z_.0-9]+) \[[a-z-]+\]$/gm), ([, name = '']) => name);
    return {
      changes: isChange ? [`régler ${names.length} valeurs : ${shortList(names)}`] : [],
      apply: async () => {
        if (isChange) await cli.run([...command, '--yes']);
      },
    };
  },
};

/** Sets each bucket to the largest file that product and plan allow. */
export const bucketsStep: Step = {
  name: 'Dépôts de fichiers',
  look: async ({ root, project, fileLimit }) => {
    const { buckets } = readProjectConfig(join(root, 'supabase')).storage;
    const rows = await project.sql<{ id: string; file_size_limit: string | number | null }>(
      'select id, file_size_limit from storage.buckets',
    );
    const limits = new Map(rows.map(({ id, file_size_limit }) => [id, Number(file_size_limit)]));
    const wrong = Object.entries(buckets).flatMap(([id, bucket]) => {
      const limit = Math.min(bucket.fileSizeLimit ?? fileLimit, fileLimit);
      // A bucket that is not there yet comes with the migrations.
      return (limits.get(id) ?? bucket.fileSizeLimit) === limit ? [] : [{ id, limit }];
    });
    return {
      changes: wrong.map(
        ({ id, limit }) => `limiter ${id} à ${Math.floor(limit / 1024 / 1024)} Mio par fichier`,
      ),
      apply: async () => {
        for (const { id, limit } of wrong) {
          await project.sql(
            `update storage.buckets set file_size_limit = ${limit} where id = ${literal(id)}`,
          );
        }
      },
    };
  },
};

/** Uploads the functions when their sources, or what the project has of them, changed since the last time. */
export const functionsStep: Step = {
  name: 'Fonctions',
  look: async (context) => {
    const { cli, project } = context;
    const folder = join(cli.folder, 'supabase/functions');
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8', withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .sort();
    const config = readFileSync(join(cli.folder, 'supabase/config.toml'), 'utf8');
    const verified = config.split('\n').filter((line) => /^\[functions|verify_jwt|import_map/.test(line));
    const sources = sha256(
      [...files.map((file) => file.slice(folder.length) + sha256(readFileSync(file))), ...verified].join(
        '\n',
      ),
    );
    const names = files.flatMap((file) => /([^\\/]+)[\\/]index\.ts$/.exec(file)?.[1] ?? []);
    /** Our sources and the versions that the project made of them: a function changed by hand shows too. */
    const mark = async () => {
      const versions = (await project.functions()).map(({ slug, version }) => `${slug} ${version}`).sort();
      return sha256([sources, ...versions].join('\n'));
    };
    const isSame = (await readKept(context, 'deployed_functions')) === (await mark());
    return {
      changes: isSame ? [] : [`téléverser les ${names.length} fonctions`],
      apply: async () => {
        if (isSame) return;
        await cli.run(['functions', 'deploy', '--use-api', `--remote=${project.ref}`, '--yes']);
        await keep(context, 'deployed_functions', await mark());
      },
    };
  },
};

/** Names of the answers that the functions read as secrets. */
const secretNames = [
  'SITE_URL',
  'SITE_NAME',
  'LEGAL_NAME',
  'POSTAL_ADDRESS',
  'CONTACT_EMAIL',
  'MAIL_FROM',
  'ADMIN_NOTIFICATION_EMAIL',
  'RESEND_API_KEY',
  'RESEND_BASE_URL',
  'RESEND_WEBHOOK_SECRET',
  'RESEND_INBOUND_SECRET',
  'INBOUND_AUTHSERV_ID',
  'SMTP_HOST',
  'SMTP_PORT',
  'SMTP_USER',
  'SMTP_PASSWORD',
  'LLM_BASE_URL',
  'LLM_API_KEY',
  'LLM_MODEL',
  'LLM_VISION_MODEL',
  'SITE_BUILD_HOOK_URL',
  'TURNSTILE_SECRET_KEY',
  'DKIM_SELECTORS',
  'OVERPASS_URL',
  'ROUTING_URL',
] as const satisfies (keyof Answers)[];

/** Gives the functions the secrets that changed: the API lists the digest of each, never its value. */
export const secretsStep: Step = {
  name: 'Secrets des fonctions',
  look: async ({ answers, project }) => {
    const digests = await project.secretDigests();
    const wanted = secretNames.flatMap((name): [string, string][] => {
      const value = answers[name];
      return value && digests.get(name) !== sha256(value) ? [[name, value]] : [];
    });
    return {
      changes: wanted.length > 0 ? [`donner ${wanted.map(([name]) => name).join(', ')}`] : [],
      apply: async () => {
        if (wanted.length > 0) await project.setSecrets(Object.fromEntries(wanted));
      },
    };
  },
};

const JOB = 'dispatch-emails';
const schedule = `
  create extension if not exists pg_cron with schema pg_catalog;
  create extension if not exists pg_net with schema extensions;
  select cron.schedule('${JOB}', '* * * * *', 'select private.call_dispatcher()');`;

/** Lets the scheduler call the dispatcher each minute, with a secret that both have and nobody reads. */
export const scheduleStep: Step = {
  name: 'Répartiteur',
  look: async (context) => {
    const { project, url } = context;
    const address = `${url}/functions/v1/${JOB}`;
    // Compared by digest: the secret does not leave the database.
    const [secret] = await project.sql<{ digest: string }>(
      `select encode(sha256(convert_to(decrypted_secret, 'UTF8')), 'hex') as digest
       from vault.decrypted_secrets where name = 'dispatch_secret'`,
    );
    const given = (await project.secretDigests()).get('DISPATCH_SECRET');
    const isSecretSame = secret !== undefined && secret.digest === given;
    const isAddressSame = (await readKept(context, 'dispatch_url')) === address;
    const [cron] = await project.sql<{ exists: boolean }>(
      "select to_regclass('cron.job') is not null as exists",
    );
    const jobs = cron?.exists
      ? await project.sql(
          `select 1 from cron.job where jobname = '${JOB}' and schedule = '* * * * *' and active`,
        )
      : [];
    return {
      changes: [
        ...(isAddressSame ? [] : [`l’adresse ${address}`]),
        ...(isSecretSame ? [] : ['un secret neuf, dans Vault et dans les fonctions']),
        ...(jobs.length > 0 ? [] : ['un appel par minute (pg_cron, pg_net)']),
      ],
      apply: async () => {
        if (!isAddressSame) await keep(context, 'dispatch_url', address);
        if (!isSecretSame) {
          const fresh = randomBytes(32).toString('hex');
          await keep(context, 'dispatch_secret', fresh);
          await project.setSecrets({ DISPATCH_SECRET: fresh });
        }
        if (jobs.length === 0) await project.sql(schedule);
      },
    };
  },
};

const WAITING = 'Un code a déjà été remis et vaut encore ; « -- --new-code » en fait un autre.';
/** A workflow's log is read by others, for longer than the code is secret. */
const UNATTENDED =
  'Sans terminal aucun code n’est montré : « npm run deploy -- --new-code » le remet, chez vous.';

/** Makes the code by which the first account becomes administrator, while there is none. */
export const claimStep: Step = {
  name: 'Premier administrateur',
  look: async ({ project, options, answers, say }) => {
    const [team] = await project.sql<{ exists: boolean }>(
      "select to_regclass('private.studio_claims') is not null as exists",
    );
    const [state] = team?.exists
      ? await project.sql<{ claimed: boolean; waiting: boolean }>(
          `select exists (select from public.user_roles where role = 'admin') as claimed,
             exists (select from private.studio_claims where used_at is null and expires_at > now()) as waiting`,
        )
      : [];
    const isMissing = !state?.claimed && !state?.waiting;
    const isNeeded = !state?.claimed && (options.newCode || (isMissing && options.isAttended));
    return {
      changes: isNeeded ? ['remettre un code, montré une seule fois'] : [],
      notes: isNeeded || state?.claimed ? [] : [isMissing ? UNATTENDED : WAITING],
      apply: async () => {
        if (!isNeeded) return;
        const [row] = await project.sql<{ code: string }>('select private.new_claim_code() as code');
        if (!row?.code) return;
        say(`  Code du studio : ${row.code} (sept jours, cinq essais)`);
        say(`  Créez un compte à ${answers.SITE_URL}/auth, confirmez son adresse, puis entrez ce code.`);
      },
    };
  },
};
