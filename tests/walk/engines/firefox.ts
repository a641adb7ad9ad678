import { existsSync } from 'node:fs';
import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core';
import type { EngineChoice, WalkPage } from '../engine.ts';
import { startScreen } from './screen.ts';

const PREFERENCES = {
  'ui.prefersReducedMotion': 1,
  'intl.locale.requested': 'fr-CA',
  'intl.accept_languages': 'fr-CA,fr',
  'dom.serviceWorkers.enabled': false,
  // Lets every window have the keyboard focus.
  'focusmanager.testmode': true,
};

function firefoxPage(page: Page): WalkPage {
  const problems: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('pageerror', (error) => problems.push(`exception: ${error}`));
  page.on('response', (response) => {
    if (response.status() >= 400) problems.push(`request: ${response.status()} ${response.url()}`);
  });
  page.on('requestfailed', (request) => {
    const why = request.failure()?.errorText ?? '';
    if (!/ABORTED/.test(why)) problems.push(`request: ${why} ${request.url()}`);
  });
  return {
    open: async (url) => void (await page.goto(url, { waitUntil: 'domcontentloaded', timeout: 120_000 })),
    resize: (width, height) => page.setViewport({ width, height }),
    run: <Value>(expression: string) => page.evaluate(expression) as Promise<Value>,
    click: (x, y) => page.mouse.click(x, y),
    type: (text) => page.keyboard.type(text),
    press: async (key) => {
      const held = key.split('+') as KeyInput[];
      const last = held.pop();
      for (const one of held) await page.keyboard.down(one);
      if (last) await page.keyboard.press(last);
      for (const one of held) await page.keyboard.up(one);
    },
    activate: () => page.bringToFront(),
    cut: (isCut) => page.setOfflineMode(isCut),
    choose: async (selector, files) => {
      const input = (await page.$(selector)) as ElementHandle<HTMLInputElement> | null;
      await input?.uploadFile(...files);
    },
    picture: async () => Buffer.from(await page.screenshot()),
    problems: async () => problems.splice(0),
    close: () => page.browserContext().close(),
  };
}

/** The system's Firefox, driven by WebDriver BiDi because Playwright only drives a build of its own. */
export const firefox: EngineChoice = {
  name: 'firefox',
  start: async () => {
    const executablePath = ['/usr/bin/firefox', '/usr/bin/firefox-esr'].find(existsSync);
    if (!executablePath) return { missing: 'firefox (apt install firefox-esr)' };
    process.env.TZ = 'America/Toronto';
    // Without a screen Firefox has no WebGL, and shows panoramas as still pictures.
    const screen = await startScreen(1);
    const browser = await puppeteer.launch({
      ...{ browser: 'firefox', executablePath, headless: !screen, extraPrefsFirefox: PREFERENCES },
      env: { ...process.env, ...(screen ? { DISPLAY: screen.display } : {}) },
    });
    return {
      name: 'firefox',
      version: await browser.version(),
      newPage: async () => firefoxPage(await (await browser.createBrowserContext()).newPage()),
      close: async () => {
        await browser.close();
        screen?.stop();
      },
    };
  },
};
