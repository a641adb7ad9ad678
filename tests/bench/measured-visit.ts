import { readFileSync } from 'node:fs';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { type Film, film, type Moments, momentsOf } from './screen-film.ts';

export const WINDOW_SIZE = { width: 1280, height: 720 };

/** Duration without movement or network traffic after which a page is idle, and the longest wait for it. */
const QUIET_MS = 2500;
const PATIENCE_MS = 300_000;

/**
 * Measures of one visit: memory in bytes, frames dropped in three seconds, and the deepest level of tiles in the first
 * view and at full zoom.
 */
export type VisitMeasures = Moments & {
  scripts: number;
  heap: number;
  memory: number;
  lost: number;
  level: number;
  levelZoomed: number;
};

/** Returns the memory of a process (PSS), in bytes. */
const memoryOf = (id: number) =>
  Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${id}/smaps_rollup`, 'utf8'))?.[1] ?? 0) * 1024;

/** Returns the memory of the page processes and of the GPU process, which holds the textures in software. */
export async function memoryOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = (await session.send('SystemInfo.getProcessInfo')) as {
    processInfo: { type: string; id: number }[];
  };
  await session.detach();
  return processInfo
    .filter(({ type }) => type === 'renderer' || type === 'GPU')
    .reduce((sum, { id }) => sum + memoryOf(id), 0);
}

async function setSlow(session: CDPSession, isSlow: boolean): Promise<void> {
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: isSlow ? 150 : 0,
    downloadThroughput: isSlow ? 200_000 : -1,
    uploadThroughput: isSlow ? 100_000 : -1,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: isSlow ? 4 : 1 });
}

/** Counts the frames dropped while the picture is dragged across half the window in three seconds. */
async function framesLost(page: Page): Promise<number> {
  const middle = WINDOW_SIZE.height / 2;
  await page.mouse.move(900, middle);
  await page.mouse.down();
  const lost = page.evaluate(
    () =>
      new Promise<number>((done) => {
        const begin = performance.now();
        let [last, lost] = [begin, 0];
        const next = (now: number) => {
          const frames = (now - last) / (1000 / 60);
          if (frames > 1.5) lost += Math.round(frames) - 1;
          last = now;
          if (now - begin < 3000) requestAnimationFrame(next);
          else done(lost);
        };
        requestAnimationFrame(next);
      }),
  );
  const startedAt = performance.now();
  for (let share = 0; share < 1; share = (performance.now() - startedAt) / 3000) {
    await page.mouse.move(900 - 640 * share, middle);
    await page.waitForTimeout(16);
  }
  await page.mouse.up();
  return lost;
}

/** Returns the deepest level with a loaded tile; in both folder layouts its number is the parent folder. */
const deepestOf = ({ files }: Film) =>
  Math.max(...files().map(({ url }) => Number(/\/(\d+)\/[^/]+\.(?:jpg|webp)$/.exec(url)?.[1] ?? 0)));

/** Turns the wheel over the middle of the picture until neither viewer zooms further. */
async function zoomIn(page: Page): Promise<void> {
  await page.mouse.move(WINDOW_SIZE.width / 2, WINDOW_SIZE.height / 2);
  for (let turn = 0; turn < 60; turn++) {
    await page.mouse.wheel(0, -100);
    await page.waitForTimeout(30);
  }
}

/** Waits until nothing is received or moves, and the page's main thread answers. */
async function atRest(page: Page, { quietFor }: Film): Promise<void> {
  const endsAt = performance.now() + PATIENCE_MS;
  while (performance.now() < endsAt) {
    await page.waitForTimeout(100);
    if (quietFor() < QUIET_MS) continue;
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    if (quietFor() >= QUIET_MS) return;
  }
  throw new Error(`${page.url()} never came to rest.`);
}

/** Visits a page on a slow line in a new browser until it is sharp, then drags it on a fast line. */
export async function visit(launch: () => Promise<Browser>, url: string): Promise<VisitMeasures> {
  const browser = await launch();
  try {
    // With reduced motion our viewer does not turn by itself; Pannellum only does when configured.
    const context = await browser.newContext({
      viewport: WINDOW_SIZE,
      locale: 'fr-CA',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    const before = await memoryOfPages(browser);
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await setSlow(session, true);
    const recording = await film(session);
    await page.goto(url, { waitUntil: 'commit', timeout: PATIENCE_MS });
    await atRest(page, recording);
    await recording.stop();
    const { usedSize } = await session.send('Runtime.getHeapUsage');
    const memory = (await memoryOfPages(browser)) - before;
    await setSlow(session, false);
    const [level, scripts] = [deepestOf(recording), recording.scripts()];
    const lost = await framesLost(page);
    await zoomIn(page);
    await atRest(page, recording);
    const levelZoomed = deepestOf(recording);
    return { ...(await momentsOf(recording)), heap: usedSize, memory, lost, scripts, level, levelZoomed };
  } finally {
    await browser.close();
  }
}
