import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from '../database/engines/free-port.ts';
import { startStack } from '../support/stack.ts';
import { bundleChecks } from './checks/bundle.ts';
import type { EngineChoice } from './engine.ts';
import { claimCode } from './studio.ts';
import { Walker, type WalkerOptions } from './walker.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pictures = fileURLToPath(new URL('../walk-pictures/first-tour', import.meta.url));

/** Time in which the slowest machine has cut seven panoramas and put them online, in ms. */
const PATIENCE = 600_000;

/** The panoramas of a folder, those of the site unless `PANORAMAS` names another one. */
function panoramas(): { name: string; base64: string }[] {
  const folder = resolve(root, process.env.PANORAMAS ?? 'public/images/panoramas');
  const names = readdirSync(folder).filter((name) => name.endsWith('.jpg'));
  return names.map((name) => ({ name, base64: readFileSync(join(folder, name)).toString('base64') }));
}

/** Presses, filled fields, and seconds until a first tour was online. */
type FirstTour = {
  engine: string;
  presses: number;
  typed: number;
  seconds: number;
  problems: string[];
};

/** Makes and publishes a first tour in an empty studio by what the screens say; keeps a picture of each step. */
export async function makeFirstTour(choice: EngineChoice): Promise<FirstTour | { missing: string }> {
  const files = panoramas();
  const engine = await choice.start();
  if ('missing' in engine) return engine;
  const publishedPort = String(await freePort());
  const stack = await startStack({ env: { SEED: 'none', PUBLISH: '1', PUBLISHED_PORT: publishedPort } });
  const { info } = stack;
  const page = await engine.newPage();
  const problems: string[] = [];
  const options: WalkerOptions = {
    ...{ widths: [1280], checks: await bundleChecks(), allowed: () => false, isWhole: true },
    onLook: ({ screen, findings, picture }) => {
      problems.push(...findings.map(({ kind, text }) => `${screen}: ${kind}: ${text}`));
      const file = join(pictures, `${engine.name}-${String(step++).padStart(2, '0')}.jpg`);
      if (picture) writeFileSync(file, picture);
      console.log(`  ${Math.round((Date.now() - begun) / 1000)} s · ${screen} · ${file}`);
    },
  };
  const walker = new Walker(page, info.webUrl, options);
  let [step, presses, typed] = [0, 0, 0];
  const press = (name: string) => {
    presses++;
    return walker.press(name);
  };
  const fill = async (label: string, text: string) => {
    [presses, typed] = [presses + 1, typed + 1];
    await walker.fill(label, text);
  };
  const sees = async (call: string, what: string) => {
    for (const until = Date.now() + PATIENCE; Date.now() < until; ) {
      if (await walker.waits(call, 20_000)) return;
      await walker.look(`en attente : ${what}`, 1280);
    }
    throw new Error(`${engine.name}: ${what} never came`);
  };
  let begun = Date.now();
  mkdirSync(pictures, { recursive: true });
  try {
    await page.resize(1280, 800);
    await walker.open('/admin');
    begun = Date.now();
    await walker.look('arrivée', 1280);
    await press('Créer un compte');
    await fill('Courriel', info.admin.email);
    await fill('Mot de passe', info.admin.password);
    await press('Créer le compte');
    await walker.look('compte', 1280);
    await fill('Code du studio', await claimCode(stack));
    await press('Prendre en main le studio');
    await sees('says("Visites virtuelles")', 'the first screen');
    await walker.look('premier écran', 1280);
    await press('Visites virtuelles');
    await walker.look('visites', 1280);
    await press('Nouvelle visite');
    await walker.look('dépôt', 1280);
    presses++;
    await page.run('void (window.walkFiles = new DataTransfer())');
    for (const { name, base64 } of files) {
      await page.run(
        `void window.walkFiles.items.add(new File([Uint8Array.from(atob('${base64}'), (letter) => letter.charCodeAt(0))], '${name}', { type: 'image/jpeg' }))`,
      );
    }
    await page.run(
      "void document.querySelector('h1').dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: window.walkFiles }))",
    );
    await sees('says("Nombre de panoramas")', 'the form');
    await walker.look('fiche', 1280);
    await fill('Titre', 'Le vieux bourg et le phare');
    await fill('Description', 'Du quai au phare, sept points de vue.');
    await walker.look('fiche remplie', 1280);
    await press('Créer la visite');
    await sees('says("Avant de publier") || walkChecks.named("Publier") !== null', 'the editor');
    await walker.look('scènes', 1280);
    await sees('isEnabled("Publier")', 'the end of cutting');
    await walker.look('scènes prêtes', 1280);
    await press('Publier');
    await sees('says("En ligne ·")', 'the publication');
    const seconds = Math.round((Date.now() - begun) / 1000);
    await walker.look('en ligne', 1280);
    const href = await walker.ask<string>('hrefOf("Voir")');
    // A visitor's window: WebKit's driver has one at a time.
    await page.close();
    presses++;
    const visitor = await engine.newPage();
    const visit = new Walker(visitor, `http://127.0.0.1:${publishedPort}`, options);
    await visitor.resize(1280, 800);
    await visit.open(new URL(href).pathname);
    await visit.waits('says("Entrer")', 20_000);
    await visit.look('page de la visite', 1280);
    presses++;
    await visit.press('Entrer');
    await visit.waits('named("Plein écran") !== null');
    await new Promise((resolve) => setTimeout(resolve, 10_000));
    await visit.look('dans la visite', 1280);
    await visitor.close();
    return { engine: engine.name, presses, typed, seconds, problems };
  } finally {
    await page.close().catch(() => {});
    await engine.close();
    await stack.stop();
    rmSync(stack.dataDir, { recursive: true, force: true });
  }
}
