import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parse, stringify } from 'smol-toml';
import { UserError } from '../local/process/user-error.ts';
import type { Answers } from './answers.ts';

type Table = Record<string, unknown>;

/** The program of the official CLI, which this folder's package installs. */
export const cliProgram = fileURLToPath(new URL('./node_modules/.bin/supabase', import.meta.url));

/** Variables that keep the CLI from telling anybody what it does. */
export const quietCli = { DO_NOT_TRACK: '1', SUPABASE_TELEMETRY_DISABLED: '1' };

/** Answer of the CLI: the JSON of its output, and the lines that it printed meanwhile. */
type CliAnswer = { isDone: boolean; code: string; message: string; told: string };

/** The official CLI on a copy of `supabase/`, with the configuration of this project in place of the example. */
export type Cli = ReturnType<typeof openCli>;

/**
 * Copies what the CLI reads to a temporary folder, so that neither an address nor a link to the project is written into
 * the repository: a bare `supabase db push` there still means the local stack.
 *
 * @param fileLimit bytes of the largest file that the plan takes
 */
export function openCli(root: string, answers: Answers, fileLimit: number) {
  const folder = mkdtempSync(join(tmpdir(), 'territoire-deploy-'));
  const home = join(folder, 'home');
  for (const name of ['functions', 'migrations', 'templates']) {
    cpSync(join(root, 'supabase', name), join(folder, 'supabase', name), {
      recursive: true,
      filter: (path) => !/\.test\.ts$|[\\/]_testing$/.test(path),
    });
  }
  const config = parse(readFileSync(join(root, 'supabase/config.toml'), 'utf8')) as Table;
  writeFileSync(
    join(folder, 'supabase/config.toml'),
    stringify(productionConfig(config, answers, fileLimit)),
  );
  const profile = join(folder, 'profile.yaml');
  const { host, hostname } = new URL(answers.SUPABASE_API_URL);
  const isOfficial = host === 'api.supabase.com';
  // A stand-in of the API has a profile of its own; the official one is built in.
  if (!isOfficial) {
    const lines = {
      name: 'stand-in',
      api_url: answers.SUPABASE_API_URL,
      dashboard_url: answers.SUPABASE_API_URL,
      project_host: hostname,
    };
    writeFileSync(
      profile,
      Object.entries(lines)
        .map(([key, value]) => `${key}: ${value}\n`)
        .join(''),
    );
  }
  const { user, password } = authSmtp(answers);
  const env = {
    ...process.env,
    ...quietCli,
    SUPABASE_ACCESS_TOKEN: answers.SUPABASE_ACCESS_TOKEN,
    SUPABASE_HOME: home,
    SUPABASE_PROFILE: isOfficial ? 'supabase' : profile,
    AUTH_SMTP_USER: user,
    AUTH_SMTP_PASSWORD: password,
    PGSSLMODE: process.env.PGSSLMODE ?? 'require',
  };
  const run = (args: string[], more: Record<string, string> = {}) =>
    new Promise<CliAnswer>((resolve) => {
      const all = [...args, '--output-format', 'json', '--workdir', folder, '--agent', 'no'];
      const options = { cwd: folder, env: { ...env, ...more }, maxBuffer: 64 * 1024 * 1024 };
      const child = execFile(cliProgram, all, options, (error, stdout, stderr) => {
        const { code = '', message = '' } = failureOf(stdout);
        resolve({
          isDone: error === null,
          code,
          message: message || (error ? stderr.trim().split('\n').slice(-3).join(' ') || error.message : ''),
          told: stderr,
        });
      });
      child.stdin?.end();
    });
  return {
    folder,
    /** Runs a command; a failure is told in French with the CLI's own words. */
    run: async (args: string[], more?: Record<string, string>) => {
      const answer = await run(args, more);
      if (answer.isDone) return answer;
      throw new UserError(
        `La CLI de Supabase (« supabase ${args.slice(0, 2).join(' ')} ») a répondu : ${answer.message}`,
      );
    },
    /** Runs a command that changes the project, without consent: the CLI says whether it would change anything. */
    wouldChange: async (args: string[]) => {
      const answer = await run(args);
      if (answer.isDone) return { isChange: false, told: answer.told };
      if (answer.code === 'HostedMutationConsentRequiredError') return { isChange: true, told: answer.told };
      throw new UserError(
        `La CLI de Supabase (« supabase ${args.slice(0, 2).join(' ')} ») a répondu : ${answer.message}`,
      );
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function failureOf(stdout: string): { code?: string; message?: string } {
  try {
    const line = stdout.trim().split('\n').at(-1) ?? '';
    return (JSON.parse(line) as { error?: { code?: string; message?: string } }).error ?? {};
  } catch {
    return {};
  }
}

/** Sign-in messages leave by the studio's mail server; Resend has one, whose password is the key. */
function authSmtp({ RESEND_API_KEY, SMTP_HOST, SMTP_PORT, SMTP_USER, SMTP_PASSWORD }: Answers) {
  return RESEND_API_KEY
    ? { host: 'smtp.resend.com', port: 465, user: 'resend', password: RESEND_API_KEY }
    : {
        host: SMTP_HOST ?? '',
        port: Number(SMTP_PORT ?? 465),
        user: SMTP_USER ?? '',
        password: SMTP_PASSWORD ?? '',
      };
}

/** The configuration with the values of one project in `[remotes.production]`. */
export function productionConfig(config: Table, answers: Answers, fileLimit: number): Table {
  const { production } = config.remotes as { production: Table & { auth: Table & { email: Table } } };
  const { host, port } = authSmtp(answers);
  const smtp = {
    ...(production.auth.email.smtp as Table),
    host,
    port,
    admin_email: answers.MAIL_FROM,
    sender_name: answers.SITE_NAME,
  };
  return {
    ...config,
    remotes: {
      production: {
        ...production,
        project_id: answers.SUPABASE_PROJECT_REF,
        storage: { file_size_limit: `${Math.floor(fileLimit / 1024)}KiB` },
        auth: {
          ...production.auth,
          site_url: answers.SITE_URL,
          additional_redirect_urls: [`${answers.SITE_URL}/auth`, `${answers.SITE_URL}/`],
          email: { ...production.auth.email, smtp },
        },
      },
    },
  };
}
