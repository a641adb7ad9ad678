import type { Browser, Locator, Page } from '@playwright/test';

/** One load of a page: times in ms since the start of navigation, sizes in transferred bytes. */
export type Load = {
  fcp: number;
  lcp: number;
  heading: number;
  cards: number;
  hydrated: number;
  blocking: number;
  cls: number;
  js: number;
  total: number;
};

/** Observes performance entries in the page, from before its own scripts. */
function observe() {
  const seen = { fcp: 0, lcp: 0, heading: 0, cards: 0, hydrated: 0, cls: 0, tasks: [] as [number, number][] };
  const inputs: number[] = [];
  Object.assign(window, { bench: seen, benchInputs: inputs });
  const watch = (type: string, see: (entry: PerformanceEntry) => void, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({
      type,
      buffered: true,
      ...more,
    });
  watch('paint', (entry) => {
    if (entry.name === 'first-contentful-paint') seen.fcp = entry.startTime;
  });
  watch('largest-contentful-paint', (entry) => {
    seen.lcp = entry.startTime;
  });
  watch('layout-shift', (entry) => {
    const shift = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
    if (!shift.hadRecentInput) seen.cls += shift.value;
  });
  watch('longtask', (entry) => seen.tasks.push([entry.startTime, entry.duration]));
  // An input lasts from the event to the next paint, as browsers report it (in steps of 8 ms).
  watch('event', (entry) => inputs.push(entry.duration), { durationThreshold: 16 });
  const look = () => {
    const heading = document.querySelector('h1');
    if (heading) seen.heading ||= performance.now();
    if (document.querySelector('article')) seen.cards ||= performance.now();
    // React adds properties to the elements that it hydrates.
    if (heading && Object.keys(heading).some((key) => key.startsWith('__react'))) {
      seen.hydrated ||= performance.now();
    }
    if (performance.now() < 15_000 && !seen.hydrated) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

/** Opens a page on a simulated phone: CPU slowed down 4 times, 1.6 Mbit/s, 150 ms round trips, no cache. */
export async function openSlowly(browser: Browser): Promise<Page> {
  const context = await browser.newContext({
    viewport: { width: 412, height: 823 },
    deviceScaleFactor: 1.75,
    locale: 'fr-CA',
  });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 1_600_000 / 8,
    uploadThroughput: 750_000 / 8,
  });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await page.addInitScript(observe);
  return page;
}

/** Loads a page until the network is idle, and leaves it open. */
export async function load(page: Page, url: string): Promise<Load> {
  const { origin } = new URL(url);
  let js = 0;
  let total = 0;
  const versions = new Set<Promise<string>>();
  page.on('response', (response) => {
    versions.add(response.httpVersion().catch(() => 'h2'));
    // API answers are not compressed locally, so their size is not counted.
    if (!response.url().startsWith(origin)) return;
    const size = Number(response.headers()['content-length'] ?? 0);
    total += size;
    if (response.url().endsWith('.js')) js += size;
  });
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(300);
  // HTTP/1.1 would queue requests six at a time, unlike the hosted site.
  const others = (await Promise.all(versions)).filter((version) => !/^(h2|http\/2)/i.test(version));
  if (others.length > 0) throw new Error(`Not over HTTP/2: ${others.join()}`);
  const seen = await page.evaluate(
    () =>
      (
        window as unknown as {
          bench: Omit<Load, 'js' | 'total' | 'blocking'> & { tasks: [number, number][] };
        }
      ).bench,
  );
  const blocking = seen.tasks
    .filter(([start]) => start >= seen.fcp)
    .reduce((sum, [, duration]) => sum + Math.max(0, duration - 50), 0);
  return { ...seen, blocking, js, total };
}

/**
 * Moves the pointer to a control and presses it. Playwright's own click inspects the page between the press and the
 * response, which would be measured.
 */
export async function pointAndPress(control: Locator): Promise<void> {
  await control.scrollIntoViewIfNeeded();
  const box = await control.boundingBox();
  if (!box) throw new Error('The control is not shown.');
  const { mouse } = control.page();
  await mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await control.page().waitForTimeout(100);
  await mouse.down();
  await mouse.up();
}

/** Returns the slowest input since the last call, in ms; browsers report nothing below 16. */
export async function slowestInput(page: Page): Promise<number> {
  await page.waitForTimeout(400);
  return page.evaluate(() => {
    const { benchInputs } = window as unknown as { benchInputs: number[] };
    return Math.max(16, ...benchInputs.splice(0));
  });
}

export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
