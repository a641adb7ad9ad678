// npm run walk -- --tasks: does the ten tasks of a day's work as a person at a screen does, on a phone, at a desk and by the keyboard
// alone, counts what each costs, and writes docs/tasks.md.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startOutsideServices } from '../support/outside-services.ts';
import type { StackInfo } from '../support/stack.ts';
import { bundleChecks, bundleThings } from './checks/bundle.ts';
import type { Engine, EngineChoice } from './engine.ts';
import { firefox } from './engines/firefox.ts';
import { chromiums } from './engines/playwright.ts';
import { webkit } from './engines/webkit.ts';
import { openStudio, signInAs } from './studio.ts';
import { DeadEnd, Hand, type Way } from './tasks/hand.ts';
import { tasks } from './tasks/list.ts';
import { type DoneTask, record } from './tasks/page.ts';
import { peerTasks } from './tasks/peer.ts';

const { values: asked } = parseArgs({
  options: {
    engine: { type: 'string', default: 'tests' },
    only: { type: 'string', multiple: true },
    way: { type: 'string', multiple: true },
    // The local.json of a running studio.
    studio: { type: 'string' },
  },
});

const isAsked = (list: string[] | undefined, name: string) => !list || list.includes(name);
const allWays: Way[] = [
  { name: 'téléphone', width: 375, height: 812 },
  { name: 'bureau', width: 1280, height: 800 },
  { name: 'clavier', width: 1280, height: 800, isKeyboard: true },
];
const PICTURES_FOLDER = fileURLToPath(new URL('../walk-pictures/tasks', import.meta.url));
const ways = allWays.filter(({ name }) => isAsked(asked.way, name));

const choices: EngineChoice[] = [...chromiums, firefox, webkit];
const engineChoice = choices.find(({ name }) => name === asked.engine);
if (!engineChoice) throw new Error(`--engine: ${choices.map(({ name }) => name).join(', ')}`);
const startedEngine = await engineChoice.start();
if ('missing' in startedEngine) throw new Error(startedEngine.missing);
const engine: Engine = startedEngine;
const scripts = `${await bundleChecks()}; ${await bundleThings()}; window.walk = walk;`;
mkdirSync(PICTURES_FOLDER, { recursive: true });

/** Opens a studio for all tasks except the first, which begins without one. */
async function open(): Promise<{ info: StackInfo; stop: () => Promise<void> }> {
  if (asked.studio) {
    const info = JSON.parse(readFileSync(asked.studio, 'utf8')) as StackInfo;
    process.env.E2E_ENVIRONMENTS = JSON.stringify([{ stack: info, outsideUrl: '' }]);
    return { info, stop: async () => {} };
  }
  const outside = await startOutsideServices();
  const studio = await openStudio('demo', {
    OVERPASS_URL: `${outside.url}/api/interpreter`,
    SITE_READER_ALLOWED: outside.address,
  });
  const stop = async () => {
    await studio.stop();
    outside.close();
  };
  return { info: studio.info, stop };
}

/** Does one task in one way, and keeps a picture of the last screen. */
async function perform(
  task: number,
  way: Way,
  run: (hand: Hand) => Promise<void>,
  name = engine.name,
): Promise<DoneTask> {
  const page = await engine.newPage();
  const hand = new Hand(page, way, scripts);
  let deadEnd: string | undefined;
  try {
    await run(hand);
  } catch (error) {
    deadEnd =
      error instanceof DeadEnd ? error.message : `${hand.steps.at(-1)?.words ?? 'début'} : ${String(error)}`;
    const left = await hand.ask<string[]>('everything()').catch(() => []);
    console.log(`  ! ${deadEnd}\n    ${left.join('\n    ')}`);
  }
  const picture = await page.picture().catch(() => undefined);
  if (picture) writeFileSync(join(PICTURES_FOLDER, `${name}-${task}-${way.name}.jpg`), picture);
  await page.close().catch(() => {});
  const { presses, fields, waited, screens, cut, covered } = hand.counts;
  console.log(
    `${name} ${task} · ${way.name} : ${presses} pressions, ${fields} champs, ${Math.round(waited / 1000)} s, ${screens} écrans${cut.length > 0 ? `, coupés : ${cut.join(', ')}` : ''}${covered.length > 0 ? `, couverts : ${covered.join(', ')}` : ''}${deadEnd ? ' – impasse' : ''}`,
  );
  console.log(`    ${hand.steps.map(({ words, presses }) => `${words} ${presses}`).join(' · ')}`);
  return { task, way: way.name, ...hand.counts, ...(deadEnd ? { deadEnd } : {}) };
}

/** Does, in the ways asked for, the tasks that a running atomic-crm has too. */
async function performInPeer(address: string) {
  const done: DoneTask[] = [];
  for (const { number, run } of peerTasks)
    for (const way of ways) done.push(await perform(number, way, (hand) => run(hand, address), 'atomic-crm'));
  const date = new Date().toLocaleDateString('fr-CA', { timeZone: 'America/Toronto' });
  return { name: 'atomic-crm', version: process.env.PEER_VERSION ?? '', date, done };
}

const chosenTasks = tasks.filter(({ number }) => isAsked(asked.only, String(number)));
const doneTasks: DoneTask[] = [];
const version = `${engine.name} ${engine.version}`;
const studio = await open();
const asAdmin = async ({ page }: Hand) =>
  signInAs(page, { ...studio, reader: { email: '', password: '' }, stop: async () => {} }, 'admin');
try {
  for (const task of chosenTasks) {
    for (const way of ways) {
      const run = async (hand: Hand) => {
        await asAdmin(hand);
        await task.run(hand, studio);
      };
      doneTasks.push(await perform(task.number, way, run));
      // Other engines are tried without recording the figures.
      if (engine.name === 'tests') record(doneTasks, version);
    }
  }
  const peer = process.env.PEER ? await performInPeer(process.env.PEER) : undefined;
  if (peer) record(doneTasks, version, peer);
} finally {
  await engine.close();
  await studio.stop();
}
process.exit(doneTasks.some(({ deadEnd }) => deadEnd) ? 1 : 0);
