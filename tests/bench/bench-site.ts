import { rmSync } from 'node:fs';
import type { Browser, Page } from '@playwright/test';
import { startApiProxy } from '../host/api-proxy.ts';
import { type BuiltSite, buildSite } from '../host/built-site.ts';
import type { Certificate } from '../host/certificate.ts';
import { startHost } from '../host/server.ts';
import { type StackInfo, startStack } from '../support/stack.ts';

/** A site built for a local stack; the site and the API are both served over HTTP/2 and TLS, as in production. */
export type BenchSite = { url: string; stack: StackInfo; built: BuiltSite };

/**
 * Starts a stack, builds the site for it, serves both, measures, and clears all of it away.
 *
 * @param seed fills the database before the site is built
 */
export async function withBenchSite(
  measure: (site: BenchSite) => Promise<void>,
  seed: (stack: StackInfo) => Promise<void> = async () => undefined,
): Promise<void> {
  const clearing: (() => unknown)[] = [];
  try {
    const certificate = JSON.parse(process.env.BENCH_CERTIFICATE ?? '') as Certificate;
    const stack = await startStack({ env: { WEB: '0' } });
    clearing.unshift(() => rmSync(stack.dataDir, { recursive: true, force: true }));
    clearing.unshift(stack.stop);
    await seed(stack.info);
    const api = await startApiProxy(stack.info.apiUrl, certificate);
    clearing.unshift(api.close);
    const project = { apiUrl: api.url, publishableKey: stack.info.publishableKey };
    const built = await buildSite(project, 'https://territoire360.example', {
      NODE_EXTRA_CA_CERTS: certificate.file,
    });
    clearing.unshift(built.remove);
    const host = await startHost(built.folder, certificate);
    clearing.unshift(host.close);
    await measure({ url: host.url, stack: stack.info, built });
  } finally {
    for (const clear of clearing) await clear();
  }
}

/** Returns the local storage of a signed-in administrator. */
export async function adminSession(
  browser: Browser,
  { url, stack: { admin } }: BenchSite,
): Promise<Record<string, string>> {
  const page = await browser.newPage();
  await page.goto(`${url}/auth`);
  await page.getByLabel('Courriel').fill(admin.email);
  await page.getByLabel('Mot de passe').fill(admin.password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await page.waitForURL(/\/admin$/);
  const stored = await page.evaluate(() => ({ ...localStorage }) as Record<string, string>);
  await page.close();
  return stored;
}

/** Gives the session to every page that opens in this context. */
export async function keepSession(page: Page, session: Record<string, string>): Promise<void> {
  await page.addInitScript((entries) => {
    for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
  }, session);
}
