import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { test as base, expect, type Page } from '@playwright/test';
import type { StackInfo } from './stack.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What the global setup started for one worker: its stack, and the address of its outside world. */
export type Surroundings = { stack: StackInfo; world: string };

const surroundings = JSON.parse(process.env.E2E_SURROUNDINGS ?? '[]') as Surroundings[];

/** Those of this worker; none where Playwright only lists the journeys. */
export const { stack, world } =
  surroundings[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ({ stack: {}, world: '' } as Surroundings);

/** WCAG 2.2 AA and everything below it. */
const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

type Violation = { id: string; help: string; nodes: { target: string[]; failureSummary?: string }[] };

/** Asserts that axe finds nothing on the page as it stands. */
export async function expectAccessible(page: Page) {
  // Entrance animations make text translucent for a moment; a spinner turns for good.
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().iterations === Number.POSITIVE_INFINITY,
      ),
  );
  // Parts under the first screen get their own height one after the other (src/ui/below-fold.tsx), and move meanwhile.
  await page.waitForFunction(() => !document.querySelector('[class*="intrinsic-height:auto_70rem"]'));
  // Not as an element: the content policy of the built site refuses it, rightly.
  await page.evaluate(axeSource);
  const violations = await page.evaluate(async (tags) => {
    const { axe } = window as unknown as {
      axe: { run: (options: object) => Promise<{ violations: Violation[] }> };
    };
    return (await axe.run({ runOnly: tags })).violations;
  }, AXE_TAGS);
  const summary = violations.map(({ id, help, nodes }) => ({
    id,
    help,
    nodes: nodes.map((node) => node.target),
  }));
  expect(summary).toEqual([]);
}

/** Signs in through the form, as a person does. */
export async function signIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/auth');
  await page.getByLabel('Courriel').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** The key under which supabase-js keeps the session of our stack. */
export const sessionKey = () => `sb-${new URL(stack.apiUrl).hostname.split('.')[0]}-auth-token`;

/**
 * Makes the next page of the back office open for the administrator, with a session of its own that nobody had to type:
 * auth.spec.ts proves the form, the other journeys begin behind it.
 */
export async function becomeAdmin(page: Page) {
  const answer = await fetch(`${stack.apiUrl}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { apikey: stack.publishableKey, 'content-type': 'application/json' },
    body: JSON.stringify({ email: stack.admin.email, password: stack.admin.password }),
  });
  expect(answer.status).toBe(200);
  const session = JSON.stringify(await answer.json());
  // Anything of the site that runs no script: only the place where the session is kept is wanted.
  await page.goto('/favicon.svg');
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [sessionKey(), session] as const);
}

/** The dashboard, as the administrator. */
export async function openDashboard(page: Page) {
  await becomeAdmin(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

type Guard = {
  /** Messages that a test expects in the console (a failed request it provoked, …). */
  allowConsole: RegExp[];
};

/** Every page: our stack's address, and no error in the console, nor an uncaught exception, that was not expected. */
export const test = base.extend<Guard>({
  baseURL: stack.webUrl,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first argument
  allowConsole: async ({}, use) => use([]),
  page: async ({ page, allowConsole }, use) => {
    const unexpected: string[] = [];
    page.on('console', (message) => {
      if (message.type() === 'error') unexpected.push(message.text());
    });
    page.on('pageerror', (error) => unexpected.push(String(error)));
    // `SLOW=6 npm run e2e`: as a machine six times slower, where races come to light.
    if (process.env.SLOW) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
    }
    await use(page);
    expect(unexpected.filter((text) => !allowConsole.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

export { expect };
