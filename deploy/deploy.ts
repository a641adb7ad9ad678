// npm run deploy: the whole product on hosted Supabase (docs/deploy.md).

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runCommand, UserError } from '../local/process/user-error.ts';
import { askTerminal, gatherAnswers } from './answers.ts';
import { checkDeployment } from './checks.ts';
import { databaseStep } from './database-step.ts';
import { openCli } from './official-cli.ts';
import { limitsOf, planNotes, plansTable } from './plans.ts';
import { openProject } from './project.ts';
import {
  bucketsStep,
  claimStep,
  configurationStep,
  functionsStep,
  scheduleStep,
  secretsStep,
} from './service-steps.ts';
import { siteStep } from './site-step.ts';
import type { Context } from './step.ts';

const steps = [
  databaseStep,
  configurationStep,
  bucketsStep,
  functionsStep,
  secretsStep,
  scheduleStep,
  claimStep,
  siteStep,
];
/** The largest file that the product writes: a delivery (supabase/config.toml). */
const LARGEST_FILE = 500 * 1024 * 1024;

const root = process.env.DEPLOY_ROOT ?? fileURLToPath(new URL('..', import.meta.url));
const say = (line: string) => console.log(line);

await runCommand(async () => {
  const { values: flags } = readArguments();
  if (flags.plans) return say(plansTable(root));
  const isAttended = process.stdin.isTTY === true && process.stdout.isTTY === true;
  const file = join(root, '.env.production');
  const answers = await gatherAnswers(file, process.env, isAttended ? askTerminal : undefined);
  const project = openProject({
    ref: answers.SUPABASE_PROJECT_REF,
    token: answers.SUPABASE_ACCESS_TOKEN,
    api: answers.SUPABASE_API_URL,
  });
  const found = await project.read();
  if (found.status !== 'ACTIVE_HEALTHY') {
    throw new UserError(
      `Le projet n’est pas en marche (${found.status}). S’il est en pause, reprenez-le dans le tableau de bord ; sinon attendez, puis relancez.`,
    );
  }
  const plan = await project.plan(found);
  const fileLimit = Math.min(LARGEST_FILE, limitsOf(plan).fileLimit);
  const cli = openCli(root, answers, fileLimit);
  try {
    const context: Context = {
      root,
      answers,
      project,
      url: answers.SUPABASE_URL ?? `https://${answers.SUPABASE_PROJECT_REF}.supabase.co`,
      publishableKey: await project.publishableKey(),
      cli,
      fileLimit,
      options: { now: flags.now, newCode: flags['new-code'], testEmail: flags['test-email'], isAttended },
      clock: () => new Date(),
      say,
    };
    say(`Projet « ${found.name} » (${project.ref}), site ${answers.SITE_URL}`);
    for (const line of planNotes(plan)) say(line);
    const changes = await showPlan(context);
    if (flags['dry-run']) return say('\nEssai à blanc : rien n’a été changé.');
    if (changes > 0) await confirm(flags.yes, isAttended);
    await applySteps(context);
    showWebhooks(context);
    await showChecks(context);
  } finally {
    cli.close();
  }
});

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  try {
    return parseArgs({
      options: {
        'dry-run': flag,
        yes: flag,
        now: flag,
        plans: flag,
        'new-code': flag,
        'test-email': flag,
      },
    });
  } catch {
    throw new UserError(
      'Usage : npm run deploy -- [--dry-run] [--yes] [--now] [--new-code] [--test-email] [--plans]',
    );
  }
}

/** Says what each step would change; answers how many changes there are. */
async function showPlan(context: Context): Promise<number> {
  say('\nCe qui sera fait :');
  let count = 0;
  for (const step of steps) {
    const { changes, notes = [] } = await failingAs(step.name, () => step.look(context));
    count += changes.length;
    say(`  ${step.name} : ${changes.length === 0 ? 'rien à changer' : changes.join(' ; ')}`);
    for (const note of notes) say(`    ${note}`);
  }
  return count;
}

async function confirm(isAgreed: boolean, isAttended: boolean): Promise<void> {
  if (isAgreed) return;
  if (!isAttended) {
    throw new UserError(
      'Personne au terminal pour confirmer : relancez avec « -- --yes ». Rien n’a été changé.',
    );
  }
  const answer = await askTerminal('\nContinuer ? [o/N] ', false);
  if (!/^o(ui)?$/i.test(answer.trim())) throw new UserError('Rien n’a été changé.');
}

async function applySteps(context: Context): Promise<void> {
  say('');
  let count = 0;
  for (const step of steps) {
    await failingAs(step.name, async () => {
      // Read again: the steps before may have made what this one needs.
      const { changes, apply } = await step.look(context);
      await apply();
      count += changes.length;
      if (changes.length > 0) say(`✓ ${step.name}`);
    });
  }
  say(count === 0 ? 'Rien à changer : le projet est déjà ainsi.' : 'Déployé.');
}

async function failingAs<T>(name: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UserError(
      `✗ ${name} : ${reason}\nCe qui précède est fait et reste ; « npm run deploy » reprendra ici.`,
    );
  }
}

function showWebhooks({ url, answers }: Context): void {
  if (!answers.RESEND_API_KEY) return;
  const webhooks = [
    ['email-webhook', 'tous les « email.* »', answers.RESEND_WEBHOOK_SECRET, 'RESEND_WEBHOOK_SECRET'],
    ['receive-email', '« email.received »', answers.RESEND_INBOUND_SECRET, 'RESEND_INBOUND_SECRET'],
  ] as const;
  say('\nCrochets à coller dans Resend (Webhooks) :');
  for (const [name, events, secret, variable] of webhooks) {
    const state = secret ? 'secret donné' : `donnez ensuite son secret : ${variable}`;
    say(`  ${url}/functions/v1/${name} — ${events} (${state})`);
  }
}

async function showChecks(context: Context): Promise<void> {
  say('\nVérifié :');
  const checks = await checkDeployment(context);
  for (const { name, isSeen, detail } of checks) {
    say(`  ${isSeen ? 'vu    ' : 'non vu'} ${name} : ${detail}`);
  }
  if (checks.some(({ isGrave }) => isGrave)) process.exitCode = 1;
}
