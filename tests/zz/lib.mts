import { chromium } from '@playwright/test';
import { unpackChromium } from '../support/chromium.ts';
export async function open(width = 1280, height = 900) {
  const { executablePath, env } = await unpackChromium();
  const browser = await chromium.launch({ executablePath, env, args: ['--no-sandbox', '--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader'] });
  const context = await browser.newContext({ locale: 'fr-CA', timezoneId: 'America/Toronto', viewport: { width, height } });
  await context.addInitScript(() => { delete (window as any).showDirectoryPicker; delete (window as any).showSaveFilePicker; });
  const page = await context.newPage();
  page.setDefaultTimeout(20000);
  page.on('console', (m) => m.type() === 'error' && console.log('console:', m.text().slice(0, 200)));
  page.on('pageerror', (e) => console.log('pageerror:', String(e).slice(0, 200)));
  return { browser, context, page };
}
export const WEB = process.env.WEB ?? 'http://localhost:6100';
export async function signIn(page: any) {
  await page.goto(`${WEB}/auth`);
  await page.getByLabel('Courriel').fill('admin@territoire360.test');
  await page.locator('input[type=password]').fill('territoire-360-local');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL(/admin/);
}
