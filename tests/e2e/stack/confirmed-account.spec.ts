import { rmSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import type { Mail } from '../../support/mailbox.ts';
import { type Stack, startStack } from '../../support/stack.ts';

test.describe.configure({ timeout: 300_000 });

let stack: Stack;
test.afterAll(async () => {
  await stack?.stop();
  if (stack) rmSync(stack.dataDir, { recursive: true, force: true });
});

const EMAIL = 'nouvelle@municipalite.test';
const PASSWORD = 'un-mot-de-passe-long';

async function fill(page: Page, button: string) {
  await page.getByLabel('Courriel').fill(EMAIL);
  await page.getByLabel('Mot de passe').fill(PASSWORD);
  await page.getByRole('button', { name: button }).click();
}

/** Creates an account, and returns the message that the screen shows. */
async function createAccount(page: Page): Promise<string> {
  await page.goto(`${stack.info.webUrl}/auth`);
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await fill(page, 'Créer le compte');
  await expect(page.getByRole('heading', { name: 'Ouvrez le courriel' })).toBeVisible();
  return ((await page.getByRole('main').textContent()) ?? '').replace(/\d+\s+secondes?/, '');
}

/** Lists the links of the confirmation messages in the mailbox, oldest first. */
async function links(): Promise<string[]> {
  const mails = (await (await fetch(`${stack.info.mailUrl}/email`)).json()) as Mail[];
  return mails
    .filter(({ subject, to }) => subject === 'Confirmez votre adresse courriel' && to[0]?.address === EMAIL)
    .map(({ html }) => /href="([^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '');
}

test('an account is confirmed by its message, and nothing tells afterwards that it exists', async ({
  page,
  browser,
}) => {
  stack = await startStack({ env: { AUTH_CONFIRMATIONS: '1', SEED: 'none' } });
  const told = await createAccount(page);
  await expect.poll(async () => (await links()).length).toBe(1);

  await page.getByRole('button', { name: 'Retour à la connexion' }).click();
  await fill(page, 'Se connecter');
  await expect(page.getByRole('alert')).toContainText('n’est pas encore confirmée');
  // A second message is refused for a second (supabase/config.toml, `max_frequency`).
  await expect(async () => {
    await page.getByRole('button', { name: 'Renvoyer le courriel' }).click();
    await expect(page.getByText(/^Message renvoyé/)).toBeVisible({ timeout: 2_000 });
  }).toPass();
  await expect.poll(async () => (await links()).length).toBe(2);

  const [replaced, link] = (await links()) as [string, string];
  const elsewhere = await browser.newPage({ locale: 'fr-CA' });
  await elsewhere.goto(replaced);
  await expect(elsewhere.getByRole('alert')).toContainText('Ce lien a expiré ou a déjà servi');

  // The link opens the site's root, which forwards it to the sign-in page.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'Accès en attente' })).toBeVisible();
  await page.getByRole('button', { name: 'Se déconnecter' }).click();

  expect(await createAccount(page)).toBe(told);
  await page.getByRole('button', { name: 'Retour à la connexion' }).click();
  await fill(page, 'Se connecter');
  await expect(page.getByRole('heading', { name: 'Accès en attente' })).toBeVisible();
  expect(await links()).toHaveLength(2);
});
