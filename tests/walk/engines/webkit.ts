import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Builder, By, Key, Origin, type WebDriver } from 'selenium-webdriver';
import { freePort } from '../../database/engines/free-port.ts';
import type { EngineChoice, WalkPage } from '../engine.ts';
import { startScreen } from './screen.ts';

const DRIVER = '/usr/bin/WebKitWebDriver';
const BROWSER = ['4.1', '4.0', '6.0']
  .map((version) => `/usr/lib/x86_64-linux-gnu/webkit2gtk-${version}/MiniBrowser`)
  .find(existsSync);
const KEYS: Readonly<Record<string, string>> = {
  Shift: Key.SHIFT,
  Control: Key.CONTROL,
  Tab: Key.TAB,
  Escape: Key.ESCAPE,
  Enter: Key.ENTER,
  Space: Key.SPACE,
  ArrowDown: Key.ARROW_DOWN,
};

/** This protocol has no console events, so recorder.js collects errors in the page. */
function webkitPage(driver: WebDriver): WalkPage {
  const run = <Value>(expression: string) => driver.executeScript(`return (${expression})`) as Promise<Value>;
  return {
    open: (url) => driver.get(url),
    // The window has a toolbar, and cannot be narrower than 447 px.
    resize: async (width, height) => {
      await driver.manage().window().setRect({ x: 0, y: 0, width, height });
    },
    run,
    click: (x, y) =>
      driver
        .actions()
        .move({ x: Math.round(x), y: Math.round(y), origin: Origin.VIEWPORT })
        .click()
        .perform(),
    type: (text) => driver.actions().sendKeys(text).perform(),
    press: (key) => {
      const [last = '', ...held] = key
        .split('+')
        .map((name) => KEYS[name] ?? name)
        .reverse();
      const keys = driver.actions();
      for (const one of held) keys.keyDown(one);
      keys.sendKeys(last);
      for (const one of held) keys.keyUp(one);
      return keys.perform();
    },
    // Without a window manager the window never gets the focus.
    activate: async () => {},
    cut: () => Promise.reject(new Error('no driver of WebKitGTK cuts the network')),
    choose: (selector, files) => driver.findElement(By.css(selector)).sendKeys(files.join('\n')),
    picture: async () => Buffer.from(await driver.takeScreenshot(), 'base64'),
    problems: () => run<string[]>('(window.walkProblems || []).splice(0)'),
    close: () => driver.quit(),
  };
}

/** WebKitGTK, driven by its WebDriver on a virtual screen. */
export const webkit: EngineChoice = {
  name: 'webkit',
  start: async () => {
    const screen = await startScreen(0);
    if (!(existsSync(DRIVER) && BROWSER && screen)) {
      screen?.stop();
      return { missing: 'webkit (apt install webkit2gtk-driver xvfb)' };
    }
    const home = mkdtempSync(join(tmpdir(), 'territoire-360-webkit-'));
    mkdirSync(join(home, 'gtk-3.0'));
    writeFileSync(join(home, 'gtk-3.0/settings.ini'), '[Settings]\ngtk-enable-animations=0\n');
    const port = await freePort();
    const env = {
      ...process.env,
      ...{
        DISPLAY: screen.display,
        XDG_CONFIG_HOME: home,
        TZ: 'America/Toronto',
        LIBGL_ALWAYS_SOFTWARE: '1',
      },
      // A container has no user namespaces, which its sandbox needs.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    };
    const service: ChildProcess = spawn(DRIVER, [`--port=${port}`], { env, stdio: 'ignore' });
    await new Promise((resolve) => setTimeout(resolve, 1000));
    const newDriver = () =>
      new Builder()
        .usingServer(`http://127.0.0.1:${port}`)
        .withCapabilities({
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: BROWSER, args: ['--automation'] },
        })
        .build();
    return {
      name: 'webkit',
      version: '',
      newPage: async () => webkitPage(await newDriver()),
      close: async () => {
        service.kill();
        screen.stop();
        rmSync(home, { recursive: true, force: true });
      },
    };
  },
};
