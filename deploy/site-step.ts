import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../local/process/user-error.ts';
import { type Context, keep, readKept, type Step } from './step.ts';

const MARK = 'deployed_site';
/** Files and folders from which the pages are built. */
const SOURCES = [
  'src',
  'build',
  'public',
  'docs/guide',
  'supabase/functions/_shared',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

/** Variables that the site is built with. */
function siteVariables({ answers, url, publishableKey, fileLimit }: Context): Record<string, string> {
  return {
    VITE_SUPABASE_URL: url,
    VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
    VITE_SITE_URL: answers.SITE_URL,
    VITE_SITE_NAME: answers.SITE_NAME,
    VITE_LEGAL_NAME: answers.LEGAL_NAME,
    VITE_POSTAL_ADDRESS: answers.POSTAL_ADDRESS,
    VITE_CONTACT_EMAIL: answers.CONTACT_EMAIL,
    VITE_MAX_UPLOAD_BYTES: String(fileLimit),
  };
}

/** Publishes the site when its sources or variables changed: by the host's build hook, else into `dist/`. */
export const siteStep: Step = {
  name: 'Site',
  look: async (context) => {
    const { root, answers, say } = context;
    const variables = siteVariables(context);
    const hash = createHash('sha256').update(JSON.stringify(variables));
    for (const file of filesOf(root)) hash.update(file).update(readFileSync(join(root, file)));
    const mark = hash.digest('hex');
    const isSame = (await readKept(context, MARK)) === mark;
    const hook = answers.SITE_BUILD_HOOK_URL;
    return {
      changes: isSame
        ? []
        : [
            hook
              ? 'demander la construction à l’hébergeur'
              : 'construire dist/, à téléverser chez l’hébergeur',
          ],
      notes:
        hook && !isSame
          ? [
              'L’hébergeur construit avec ces variables, à mettre dans ses réglages (commande : npm run build ; dossier : dist) :',
              ...Object.entries(variables).map(([name, value]) => `  ${name}=${value}`),
            ]
          : [],
      apply: async () => {
        if (isSame) return;
        if (hook) await callHook(hook);
        else {
          await build(root, variables);
          say(`  Téléversez le dossier ${join(root, 'dist')} chez l’hébergeur du site.`);
        }
        await keep(context, MARK, mark);
      },
    };
  },
};

/** The files of the sources, from the root. */
const filesOf = (root: string): string[] =>
  SOURCES.flatMap((source) =>
    statSync(join(root, source)).isFile()
      ? [source]
      : readdirSync(join(root, source), { recursive: true, encoding: 'utf8' })
          .map((name) => join(source, name))
          .filter((name) => statSync(join(root, name)).isFile()),
  ).sort();

async function callHook(hook: string): Promise<void> {
  const answer = await fetch(hook, { method: 'POST', signal: AbortSignal.timeout(30_000) }).catch(
    (error: Error) => error,
  );
  if (!(answer instanceof Error) && answer.ok) return;
  // The address is a secret: whoever has it builds the site.
  const reason = answer instanceof Error ? answer.message : `réponse ${answer.status}`;
  throw new UserError(
    `L’hébergeur du site n’a pas accepté la demande (${reason}). Vérifiez SITE_BUILD_HOOK_URL dans ses réglages, puis relancez.`,
  );
}

async function build(root: string, variables: Record<string, string>): Promise<void> {
  const child = spawn(process.execPath, ['--import', 'tsx', 'build/site.ts'], {
    cwd: root,
    env: { ...process.env, ...variables },
    stdio: 'inherit',
  });
  const [status] = await once(child, 'close');
  if (status !== 0) {
    throw new UserError(
      'La construction du site a échoué : la raison est ci-dessus. Corrigez-la, puis relancez.',
    );
  }
}
