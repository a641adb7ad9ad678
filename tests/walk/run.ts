// npm run walk: opens every screen in every engine of this machine, looks at each, and fails on what is wrong.
import { parseArgs } from 'node:util';
import { allowed } from './allowed.ts';
import { bundleChecks } from './checks/bundle.ts';
import type { Engine } from './engine.ts';
import { firefox } from './engines/firefox.ts';
import { chromiums } from './engines/playwright.ts';
import { webkit } from './engines/webkit.ts';
import { plantMissing } from './planted.ts';
import { Report } from './report.ts';
import { adminRoutes, publicRoutes } from './routes.ts';
import { samplesOf } from './samples.ts';
import { openStudio, ROLES, type Studio, signInAs } from './studio.ts';
import { Walker } from './walker.ts';

const { values: asked } = parseArgs({
  options: {
    engine: { type: 'string', multiple: true },
    only: { type: 'string', multiple: true },
    width: { type: 'string', multiple: true },
    seed: { type: 'string', multiple: true },
    role: { type: 'string', multiple: true },
  },
});
const widths = asked.width?.map(Number) ?? [375, 768, 1280, 1440, 1920];
const isAsked = (list: string[] | undefined, name: string) => !list || list.includes(name);
const choices = [...chromiums, firefox, webkit].filter(({ name }) => isAsked(asked.engine, name));
const report = new Report();
const checks = await bundleChecks();

/** Lists the screens of a role, without those of the other application. */
async function screensOf(role: (typeof ROLES)[number]): Promise<string[]> {
  const routes = role === 'visitor' ? [...publicRoutes(), '/auth', '/admin'] : adminRoutes();
  const screens = (await Promise.all(routes.map(samplesOf))).flat();
  return screens.filter((screen) => !asked.only || asked.only.some((start) => screen.startsWith(start)));
}

async function walkAs(engine: Engine, studio: Studio, seed: string, role: (typeof ROLES)[number]) {
  const visit = { engine: engine.name, role, seed };
  const begun = Date.now();
  const fresh = async () => {
    const page = await engine.newPage();
    const walker = new Walker(page, studio.info.webUrl, {
      ...{ widths, checks, allowed, isWhole: true },
      onLook: (look) => report.add(visit, look),
    });
    return { page, walker };
  };
  const failed = (screen: string, error: unknown) =>
    report.add(visit, { screen, width: 0, findings: [{ kind: 'walk', text: String(error).slice(0, 300) }] });
  let { page, walker } = await fresh();
  await signInAs(page, studio, role);
  for (const [index, screen] of (await screensOf(role)).entries()) {
    process.stdout.write(`${seed} ${engine.name} ${role} ${index + 1} ${screen}\n`);
    try {
      await walker.visit(screen);
    } catch (error) {
      await failed(screen, error);
      await page.close().catch(() => {});
      ({ page, walker } = await fresh());
      await signInAs(page, studio, role);
    }
  }
  if (!walker.isFocusJudged)
    console.log(`! ${engine.name} : sa fenêtre n’est pas active, le focus n’y est pas jugé.`);
  await page.close().catch(() => {});
  report.time(visit, Date.now() - begun);
}

for (const seed of ['demo', 'none'] as const) {
  if (!isAsked(asked.seed, seed)) continue;
  console.log(`\n── ${seed === 'demo' ? 'un studio garni' : 'un studio vide'}`);
  const studio = await openStudio(seed);
  try {
    if (seed === 'demo') await plantMissing();
    for (const choice of choices) {
      const engine = await choice.start();
      if ('missing' in engine) {
        console.log(`! absent : ${engine.missing}`);
        continue;
      }
      console.log(`\n── ${engine.name} ${engine.version}`);
      for (const role of ROLES) if (isAsked(asked.role, role)) await walkAs(engine, studio, seed, role);
      await engine.close();
    }
  } finally {
    await studio.stop();
  }
}
await report.writeSheets();
process.exit(report.summary() ? 0 : 1);
