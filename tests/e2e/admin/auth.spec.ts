import type { Page } from '@playwright/test';
import { expectAccessible } from '../../support/axe.ts';
import { forgetAdminSession } from '../../support/environment.ts';
import {
  expect,
  fillSignIn,
  LENGTHS,
  notifications,
  PROOF_TAG,
  sessionKey,
  signIn,
  stack,
  test,
} from '../../support/fixtures.ts';
import { type Mail, mailsTo } from '../../support/mailbox.ts';

const PASSWORD = 'mot-de-passe-1';
let created = 0;
const newEmail = () => `personne-${Date.now()}-${created++}@example.com`;

/** A refused request appears in the console as a failed resource, which these tests expect. */
const refused = /Failed to load resource: the server responded with a status of 4\d\d/;

const toast = (page: Page) => notifications(page).getByRole('listitem');

// Signing out ends every session of the person.
test.afterAll(forgetAdminSession);

async function createAccount(page: Page, email: string) {
  await page.goto('/auth');
  await page.getByRole('button', { name: 'Créer un compte' }).click();
  await expect(page.getByText('Créez votre compte administrateur')).toBeVisible();
  await page.getByLabel('Courriel').fill(email);
  await page.getByLabel('Mot de passe').fill(PASSWORD);
  await page.getByRole('button', { name: 'Créer le compte' }).click();
}

test('validation: the first error is said in a toast, the fields say theirs', { tag: PROOF_TAG }, async ({
  page,
}) => {
  await page.goto('/auth');
  await page.getByLabel('Courriel').fill('pas-une-adresse');
  await page.getByLabel('Mot de passe').fill('court');
  await page.getByRole('button', { name: 'Se connecter' }).click();
  await expect(toast(page)).toContainText('Erreur de validation');
  await expect(toast(page)).toContainText('Courriel invalide');
  await expect(page.getByLabel('Mot de passe')).toHaveAccessibleDescription(
    'Le mot de passe doit contenir au moins 6 caractères',
  );
  await expect(page.getByLabel('Courriel')).toHaveValue('pas-une-adresse');
  await expectAccessible(page);
});

test.describe('refusals of the server', () => {
  test.use({ allowConsole: [refused] });

  test('a wrong password', { tag: PROOF_TAG }, async ({ page }) => {
    await signIn(page, { email: stack.admin.email, password: 'mauvais-mot-de-passe' });
    await expect(toast(page)).toContainText('Erreur de connexion');
    await expect(toast(page)).toContainText('Courriel ou mot de passe incorrect');
    await expect(page.getByLabel('Courriel')).toHaveValue(stack.admin.email);
  });

  test('an account that exists already', { tag: PROOF_TAG }, async ({ page }) => {
    await createAccount(page, stack.admin.email);
    await expect(toast(page)).toContainText('Compte existant');
    await expect(toast(page)).toContainText('Un compte avec ce courriel existe déjà');
  });
});

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`a new account grants nothing: « Accès en attente », and no private request leaves the browser${suffix}`, {
    tag,
  }, async ({ page }) => {
    const tables: string[] = [];
    page.on('request', (request) => {
      const { pathname } = new URL(request.url());
      if (pathname.startsWith('/rest/v1/')) tables.push(pathname.slice('/rest/v1/'.length));
    });

    await createAccount(page, newEmail());
    await expect(toast(page)).toContainText('Compte créé');
    await expect(toast(page)).toContainText('Votre compte a été créé avec succès');
    await expect(page.getByRole('heading', { name: 'Accès en attente' })).toBeVisible();
    await expectAccessible(page);

    for (const path of ['/admin/soumissions', ...(isWhole ? ['/admin', '/admin/contacts'] : [])]) {
      await page.goto(path);
      await expect(page).toHaveURL(/\/auth(\?|$)/);
      await expect(page.getByRole('heading', { name: 'Accès en attente' })).toBeVisible();
    }
    expect([...new Set(tables)].sort()).toEqual(['rpc/studio_is_unclaimed', 'user_roles']);

    await page.getByRole('button', { name: 'Se déconnecter' }).click();
    await expect(page.getByRole('heading', { name: 'Connexion' })).toBeVisible();
  });

for (const { isWhole, suffix, tag } of LENGTHS)
  test(`an administrator signs in, stays signed in after a reload, and signs out${suffix}`, {
    tag,
  }, async ({ page }) => {
    await page.goto('/admin/tags');
    await expect(page).toHaveURL(/\/auth\?suite=%2Fadmin%2Ftags$/);
    await fillSignIn(page, stack.admin);
    await expect(page).toHaveURL(/\/admin\/tags$/);
    await page.reload();
    await expect(page.getByRole('navigation', { name: 'Sections de l’administration' })).toBeVisible();

    const key = sessionKey();
    expect(await page.evaluate((name) => localStorage.getItem(name) !== null, key)).toBe(true);

    if (isWhole) {
      await page.goto('/auth');
      await expect(page).toHaveURL(/\/admin$/);
    }
    await page.getByRole('button', { name: 'Mon compte' }).click();
    await page.getByRole('button', { name: 'Déconnexion' }).click();
    await expect(page).toHaveURL(/\/auth(\?|$)/);
    expect(await page.evaluate((name) => localStorage.getItem(name), key)).toBeNull();
  });

test('an expired session is refreshed by itself', { tag: PROOF_TAG }, async ({ page }) => {
  await signIn(page, stack.admin);
  await expect(page).toHaveURL(/\/admin$/);
  const key = sessionKey();
  const before = await page.evaluate((name) => {
    const session = JSON.parse(localStorage.getItem(name) ?? '{}');
    session.expires_at = Math.floor(Date.now() / 1000) - 60;
    localStorage.setItem(name, JSON.stringify(session));
    return session.refresh_token as string;
  }, key);
  await page.goto('/admin/soumissions');
  await expect(page.getByRole('heading', { name: 'Soumissions' })).toBeVisible();
  const after = await page.evaluate(
    (name) => JSON.parse(localStorage.getItem(name) ?? '{}').refresh_token,
    key,
  );
  expect(after).not.toBe(before);
});

/** Waits for a message with this subject, and returns the newest one to the address. */
async function mailTo(address: string, subject: RegExp): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    found = (await mailsTo([address])).findLast((mail) => subject.test(mail.subject));
    expect(found).toBeDefined();
  }).toPass();
  return found as Mail;
}

test('a forgotten password is replaced through the mailbox', { tag: PROOF_TAG }, async ({
  page,
  browser,
}) => {
  const email = newEmail();
  await createAccount(page, email);
  await page.getByRole('button', { name: 'Se déconnecter' }).click();

  await page.getByLabel('Courriel').fill(email);
  await page.getByRole('button', { name: 'Mot de passe oublié?' }).click();
  await expect(page.getByLabel('Courriel')).toHaveValue(email);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Envoyer le lien' }).click();
  await expect(page.getByText('Si un compte existe pour')).toBeVisible();

  const mail = await mailTo(email, /^Réinitialisation de votre mot de passe$/);
  const link = /href="([^"]+\/auth\/v1\/verify[^"]+)"/.exec(mail.html)?.[1]?.replaceAll('&amp;', '&');
  expect(link).toBeDefined();

  await page.goto(link as string);
  await expect(page.getByRole('heading', { name: 'Nouveau mot de passe' })).toBeVisible();
  await page.getByLabel('Nouveau mot de passe').fill('nouveau-secret');
  await page.getByLabel('Confirmez le mot de passe').fill('autre-chose');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(toast(page)).toContainText('Les deux mots de passe ne sont pas identiques');
  await page.getByLabel('Confirmez le mot de passe').fill('nouveau-secret');
  await page.getByRole('button', { name: 'Enregistrer le mot de passe' }).click();
  await expect(page.getByText('Votre mot de passe a été modifié')).toBeVisible();

  const elsewhere = await browser.newPage({ baseURL: stack.webUrl });
  await signIn(elsewhere, { email, password: 'nouveau-secret' });
  await expect(elsewhere.getByRole('heading', { name: 'Accès en attente' })).toBeVisible();

  await elsewhere.getByRole('button', { name: 'Se déconnecter' }).click();
  await elsewhere.goto(link as string);
  await expect(elsewhere.getByRole('alert')).toContainText('Ce lien a expiré ou a déjà servi');
  await elsewhere.close();
});
