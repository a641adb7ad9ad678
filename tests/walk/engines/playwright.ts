import { existsSync } from 'node:fs';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { unpackChromium } from '../../support/chromium.ts';
import { type EngineChoice, TOUCH_WIDTH, type WalkPage } from '../engine.ts';

const ARGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--use-gl=angle',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
];
const CONTEXT = { locale: 'fr-CA', timezoneId: 'America/Toronto', reducedMotion: 'reduce' } as const;

/** Adapts a Playwright page to the walk. */
export function playwrightPage(page: Page): WalkPage {
  const problems: string[] = [];
  page.on('console', (message) => {
    // The response event reports the address of a failed request.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      problems.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`request: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    // Requests are aborted when the page moves to another screen.
    if (why !== 'net::ERR_ABORTED') problems.push(`request: ${why} ${request.url()}`);
  });
  let session: Promise<CDPSession> | undefined;
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 })),
    resize: async (width, height) => {
      session ??= page.context().newCDPSession(page);
      await page.setViewportSize({ width, height });
      const enabled = width <= TOUCH_WIDTH;
      await (await session).send('Emulation.setTouchEmulationEnabled', { enabled, maxTouchPoints: 1 });
    },
    run: (expression) => page.evaluate(expression),
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: (key) => page.keyboard.press(key),
    activate: () => page.bringToFront(),
    cut: (isCut) => page.context().setOffline(isCut),
    choose: (selector, files) => page.setInputFiles(selector, files),
    picture: () => page.screenshot({ type: 'jpeg', quality: 70 }),
    problems: async () => problems.splice(0),
    close: () => page.context().close(),
  };
}

async function start(name: string, launch: () => Promise<Browser>) {
  const browser = await launch();
  return {
    name,
    version: browser.version(),
    newPage: async () =>
      playwrightPage(await (await browser.newContext({ ...CONTEXT, serviceWorkers: 'block' })).newPage()),
    close: () => browser.close(),
  };
}

/** The Chromium of the tests, and the system's. */
export const chromiums: EngineChoice[] = [
  {
    name: 'tests',
    start: async () => {
      const { executablePath, env } = await unpackChromium();
      return start('tests', () => chromium.launch({ executablePath, env, args: ARGS }));
    },
  },
  {
    name: 'chromium',
    start: async () => {
      const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
      if (!executablePath) return { missing: 'chromium (apt install chromium)' };
      return start('chromium', () => chromium.launch({ executablePath, args: ARGS }));
    },
  },
];
