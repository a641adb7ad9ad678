// npm run walk -- surveys: imports the folders of survey-cases.ts, each into a survey of its own, as the administrator of an empty
// studio, and prints what « Importation » says of each. It fails when that is not what is expected.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { allowed } from './allowed.ts';
import { bundleChecks } from './checks/bundle.ts';
import type { WalkPage } from './engine.ts';
import { chromiums } from './engines/playwright.ts';
import { openStudio, signInAs } from './studio.ts';
import { expectedText, surveyCases } from './survey-cases.ts';
import { Walker } from './walker.ts';

const { values: asked } = parseArgs({ options: { engine: { type: 'string' }, only: { type: 'string' } } });

/**
 * Script that lists the sentences of the import, of the question about tracks and of the clock's panel, without labels
 * and hints.
 */
const SAID_SCRIPT = `[...document.querySelectorAll('main section')]
  .filter((section) => /Dossier|Quelle trace|Décalage/.test(section.querySelector('h2')?.textContent ?? ''))
  .flatMap((section) => [...section.querySelectorAll('p:not([id], [aria-live]), li:not(:has(svg))')])
  .map((one) => one.innerText)
  .filter((text) => text && !text.startsWith('ou déposez-le'))`;

/** Rounds seconds and removes the typical distance, which change invisibly with the rules. */
const plainText = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ \(écart typique[^)]*\)/, '')
    .replace(/[\d,]+(?= s\b)/g, (seconds) => String(Math.round(Number(seconds.replace(',', '.')))));

async function importFolder(page: WalkPage, walker: Walker, name: string, folder: string): Promise<void> {
  await walker.open('/admin/releves');
  await walker.waits('isSettled()');
  // Drivers cannot answer the folder picker, so the page uses a file input.
  await page.run('delete window.showDirectoryPicker');
  await walker.press('Nouveau relevé');
  await walker.waits('isOpen() && walkChecks.isSettled()');
  await walker.fill('Nom *', name);
  await walker.press('Créer le relevé');
  if (!(await walker.waits('named("Choisir le dossier") !== null')))
    throw new Error('no folder is asked for');
  await page.choose('main input[type=file][webkitdirectory]', [folder]);
  if (!(await walker.waits('says("importée")'))) throw new Error('the folder is not said to be imported');
}

async function readScreen(page: WalkPage, walker: Walker): Promise<string> {
  await walker.waits('isSettled() && !walkChecks.says("Recherche du meilleur")', 60_000);
  return (await page.run<string[]>(SAID_SCRIPT)).map(plainText).join(' | ');
}

const engineChoice = chromiums.find(({ name }) => name === (asked.engine ?? 'tests'));
if (!engineChoice) throw new Error(`--engine: ${chromiums.map(({ name }) => name).join(', ')}`);
const engine = await engineChoice.start();
if ('missing' in engine) throw new Error(engine.missing);
const workFolder = mkdtempSync(join(tmpdir(), 'territoire-360-surveys-'));
const studio = await openStudio('none');
let wrong = 0;
const judgeText = (name: string, text: string, expected: string) => {
  const same = text === expected;
  if (!same) wrong++;
  console.log(`${same ? ' ' : '!'} ${name} → ${text}${same ? '' : `\n    attendu : ${expected}`}`);
};
try {
  const page = await engine.newPage();
  const walker = new Walker(page, studio.info.webUrl, {
    ...{ widths: [1280], checks: await bundleChecks(), allowed, isWhole: false },
    onLook: () => {},
  });
  await page.resize(1280, 900);
  await signInAs(page, studio, 'admin');
  for (const [index, { name, folder, says, answer }] of surveyCases.entries()) {
    if (asked.only && !name.includes(asked.only)) continue;
    const path = join(workFolder, String(index));
    mkdirSync(path);
    for (const [file, content] of Object.entries(folder)) {
      const bytes = content instanceof Blob ? new Uint8Array(await content.arrayBuffer()) : content;
      writeFileSync(join(path, file), bytes);
    }
    try {
      await importFolder(page, walker, name, path);
      judgeText(name, await readScreen(page, walker), expectedText(says));
      if (answer) {
        await walker.press(answer.press);
        await walker.waits(`named(${JSON.stringify(answer.press)}) === null`);
        judgeText(`${name} › ${answer.press}`, await readScreen(page, walker), expectedText(answer.says));
      }
      for (const { text } of await walker.problems(name)) judgeText(name, text, '');
    } catch (error) {
      judgeText(name, String(error), expectedText(says));
    }
  }
} finally {
  await engine.close();
  await studio.stop();
  rmSync(workFolder, { recursive: true, force: true });
}
console.log(wrong === 0 ? '\nTout est dit comme il était attendu.' : `\n${wrong} écarts.`);
process.exit(wrong === 0 ? 0 : 1);
