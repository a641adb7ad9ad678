import { test as base, expect, type Page } from '@playwright/test';
import { adminSession, environment } from './environment.ts';
import { countProcessorTime } from './processor-time.ts';

/**
 * Tag of the tests that only `npm run proof` runs: every state of a screen at each width, a second way through a
 * screen, and what a lower level proves as well.
 */
export const PROOF_TAG = '@proof';

/** The environment of this worker. */
export const { stack, stackProcess, outsideUrl, siteFolder } = environment();

type Account = { email: string; password: string };

/** Signs in through the form. */
export async function signIn(page: Page, account: Account) {
  await page.goto('/auth');
  await fillSignIn(page, account);
}

/** Signs in through the form that the page shows. */
export async function fillSignIn(page: Page, { email, password }: Account) {
  await page.getByLabel('Courriel').fill(email);
  await page.getByLabel('Mot de passe').fill(password);
  await page.getByRole('button', { name: 'Se connecter' }).click();
}

/** Returns the key under which supabase-js stores the session of this stack. */
export const sessionKey = () => `sb-${new URL(stack.apiUrl).hostname.split('.')[0]}-auth-token`;

/** Gives the page the administrator's session without the sign-in form, which auth.spec.ts tests. */
export async function becomeAdmin(page: Page) {
  const localStorage = [{ name: sessionKey(), value: JSON.stringify(await adminSession()) }];
  await page
    .context()
    .setStorageState({ cookies: [], origins: [{ origin: new URL(stack.webUrl).origin, localStorage }] });
}

/** Opens the dashboard as the administrator. */
export async function openDashboard(page: Page) {
  await becomeAdmin(page);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
}

/** Finds the region of notifications. */
export const notifications = (page: Page) => page.getByRole('region', { name: 'Notifications' });

/** Answers yes to « Confirmer la suppression ». */
export const confirmRemoval = (page: Page) =>
  page
    .getByRole('alertdialog', { name: 'Confirmer la suppression' })
    .getByRole('button', { name: 'Supprimer' })
    .click();

type Guard = {
  /** Console messages that a test expects, for instance of a failed request. */
  allowConsole: RegExp[];
  /** Records the processor time of the test, in the browser and in the stack. */
  processorTime: undefined;
};

const withoutFragment = (url: string) => url.replace(/#.*$/, '');

/** Playwright's `test` with this worker's stack, which fails on an unexpected console error or exception. */
export const test = base.extend<Guard>({
  baseURL: stack.webUrl,
  // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first argument
  allowConsole: async ({}, use) => use([]),
  processorTime: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright wants a destructured first argument
    async ({}, use, { titlePath }) => {
      const note = countProcessorTime([process.pid, stackProcess]);
      await use(undefined);
      note(titlePath.join(' › '));
    },
    { auto: true },
  ],
  page: async ({ page, allowConsole }, use) => {
    const unexpected: string[] = [];
    // A tour created after the build has no page: the host answers with the application and status 404.
    const unpublished = new Set<string>();
    page.on('response', (response) => {
      if (response.status() === 404 && response.request().isNavigationRequest())
        unpublished.add(withoutFragment(response.url()));
    });
    page.on('console', (message) => {
      if (message.type() !== 'error') return;
      const { url } = message.location();
      if (!(/status of 404/.test(message.text()) && unpublished.has(withoutFragment(url))))
        unexpected.push(`${message.text()} ${url}`.trim());
    });
    page.on('pageerror', (error) => unexpected.push(String(error)));
    // `SLOW=6 npm run e2e` slows the browser down six times, which reveals races.
    if (process.env.SLOW) {
      const session = await page.context().newCDPSession(page);
      await session.send('Emulation.setCPUThrottlingRate', { rate: Number(process.env.SLOW) });
    }
    await use(page);
    expect(unexpected.filter((text) => !allowConsole.some((pattern) => pattern.test(text)))).toEqual([]);
  },
});

/**
 * The two lengths of a journey: the short one in `npm test`, and by night with everything on its way that tests below
 * prove too.
 */
export const LENGTHS = [
  { isWhole: false, suffix: '', tag: [] },
  { isWhole: true, suffix: ' (whole)', tag: PROOF_TAG },
];

export { expect };
