import { spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHostedProject } from './hosted-project.ts';
import { REF } from './management-api.ts';

const repository = fileURLToPath(new URL('../../..', import.meta.url));
const secrets = {
  SUPABASE_ACCESS_TOKEN: 'sbp_0123456789abcdef0123456789abcdef01234567',
  RESEND_API_KEY: 're_standin_0123456789',
};

let project: Awaited<ReturnType<typeof startHostedProject>>;
let root: string;

beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'territoire-root-'));
  cpSync(join(repository, 'supabase'), join(root, 'supabase'), {
    recursive: true,
    filter: (path) => !/DEPLOYED$|seed[\\/]|_testing/.test(path),
  });
  for (const name of [
    'src',
    'build',
    'public',
    'docs',
    'index.html',
    'vite.config.ts',
    'package-lock.json',
  ]) {
    symlinkSync(join(repository, name), join(root, name));
  }
  project = await startHostedProject('free');
});
afterAll(async () => {
  await project?.stop();
  rmSync(root, { recursive: true, force: true });
});

/** Runs the deployment command as a workflow does, and returns its output, with HÔTE for the stand-in's address. */
function deploy(...args: string[]): Promise<{ code: number | null; text: string }> {
  const child = spawn(process.execPath, ['--import', 'tsx', join(repository, 'deploy/deploy.ts'), ...args], {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      ...secrets,
      DEPLOY_ROOT: root,
      SUPABASE_PROJECT_REF: REF,
      SUPABASE_API_URL: project.address,
      SUPABASE_URL: project.address,
      SUPABASE_API_MAX_RETRIES: '0',
      PGSSLMODE: 'disable',
      SITE_URL: project.address,
      SITE_NAME: 'Studio des Érables',
      LEGAL_NAME: 'Studio des Érables inc.',
      POSTAL_ADDRESS: '1, rue du Quai, Québec (Québec)  G1R 0A0',
      CONTACT_EMAIL: 'bonjour@exemple.test',
      MAIL_FROM: 'bonjour@exemple.test',
      ADMIN_NOTIFICATION_EMAIL: 'eve@exemple.test',
      RESEND_BASE_URL: `${project.address}/resend`,
      SITE_BUILD_HOOK_URL: `${project.address}/build-hook`,
    },
  });
  const printed: string[] = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (text) => printed.push(String(text)));
  return new Promise((resolve) => {
    child.once('close', (code) => {
      const text = printed.join('').replaceAll(project.address, 'HÔTE').replaceAll(root, 'DÉPÔT');
      console.log(`$ npm run deploy -- ${args.join(' ')}\n${text}`);
      resolve({ code, text });
    });
  });
}

test('a dry run says what it would do, and changes nothing', async () => {
  const { code, text } = await deploy('--dry-run');
  expect(text).toContain('Essai à blanc : rien n’a été changé.');
  expect(text).toContain('Base de données : appliquer ');
  expect(code).toBe(0);
  expect(project.writes).toEqual([]);
  expect(existsSync(join(root, 'supabase/DEPLOYED'))).toBe(false);
});

test('without anybody at the terminal it asks for --yes', async () => {
  const { code, text } = await deploy();
  expect(text).toContain('relancez avec « -- --yes »');
  expect(code).toBe(1);
  expect(project.writes).toEqual([]);
});

test.each([
  ['Base de données', 'POST P/cli/login-role', ''],
  ['Configuration', 'PATCH P/config/auth', ''],
  ['Dépôts de fichiers', 'POST P/database/query', 'update storage.buckets'],
  ['Fonctions', 'POST P/functions/deploy', ''],
  ['Secrets des fonctions', 'POST P/secrets', ''],
  ['Répartiteur', 'POST P/database/query', 'cron.schedule'],
  ['Premier administrateur', 'POST P/database/query', 'new_claim_code'],
  ['Site', 'POST /build-hook', ''],
])('the step « %s » that fails once says so, and nothing after it is done', async (step, request, text) => {
  project.failOnce(request, text);
  const { code, text: printed } = await deploy('--yes', '--new-code');
  expect(printed).toContain(`✗ ${step} : `);
  expect(printed).toContain('« npm run deploy » reprendra ici.');
  expect(printed).not.toContain('Vérifié :');
  expect(code).toBe(1);
});

test('the next run goes on where the last one stopped, and sees what it deployed', async () => {
  const { code, text } = await deploy('--yes');
  expect(text).not.toContain('✗');
  for (const done of [
    'Base de données',
    'Configuration',
    'Fonctions',
    'Secrets des fonctions',
    'Répartiteur',
  ]) {
    expect(text).toContain(`${done} : rien à changer`);
  }
  expect(text).toContain('✓ Site');
  expect(text.match(/^ {2}vu {4,}/gm)).toHaveLength(6);
  expect(text).toContain('non vu Une tuile se lit : aucun panorama n’est encore en ligne.');
  expect(code).toBe(0);
  expect(existsSync(join(root, 'supabase/DEPLOYED'))).toBe(true);
  expect(project.messages).toHaveLength(1);
});

test('without a terminal no code is shown; asked for, it is the one that the studio takes', async () => {
  const { text } = await deploy('--yes');
  expect(text).not.toContain('Code du studio');
  const asked = await deploy('--yes', '--new-code');
  const [, code] = /Code du studio : ([0-9A-F-]{14})/.exec(asked.text) ?? [];
  const claims = 'select 1 as found from private.studio_claims where code_hash = private.claim_code_hash($1)';
  expect(await project.sql(claims, [code])).toEqual([{ found: 1 }]);
});

test('the run after it changes nothing, and says so', async () => {
  project.objects.set('panoramas/visite/scene/0/0_0.jpg', Buffer.from('a tile'));
  await project.sql(
    "insert into storage.objects (bucket_id, name) values ('panoramas', 'visite/scene/0/0_0.jpg')",
  );
  const before = [...project.writes];
  const { text } = await deploy('--yes');
  expect(text).toContain('Rien à changer : le projet est déjà ainsi.');
  expect(text.match(/^ {2}vu {4,}/gm)).toHaveLength(7);
  expect(text).not.toContain('Code du studio');
  expect(project.writes).toEqual(before);
  expect(project.messages).toHaveLength(1);
});

test('nothing that is secret is printed', async () => {
  const { text } = await deploy('--dry-run');
  for (const secret of [
    ...Object.values(secrets),
    'build-hook',
    project.secrets.get('DISPATCH_SECRET') ?? '?',
  ]) {
    expect(text).not.toContain(secret);
  }
});

test('the plan is obeyed: 50 MiB a file on the free one', async () => {
  const [bucket] = await project.sql<{ limit: string }>(
    "select max(file_size_limit)::text as limit from storage.buckets where id in ('panorama-originals', 'tour-deliveries')",
  );
  expect(Number(bucket?.limit)).toBe(50 * 1024 * 1024);
});

test('a table that lets a stranger in is seen', async () => {
  await project.sql('create policy oops on public.contacts for select to authenticated using (true)');
  const { code, text } = await deploy('--yes');
  await project.sql('drop policy oops on public.contacts');
  expect(text).toContain('non vu Un compte seul ne lit ni n’écrit rien : un compte sans rôle lit contacts.');
  expect(code).toBe(1);
});
