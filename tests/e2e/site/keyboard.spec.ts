import type { Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expect, notifications, PROOF_TAG, test } from '../../support/fixtures.ts';
import { Keyboard } from '../../support/keyboard.ts';
import { sendQuoteByKeys } from '../../support/quote-form.ts';

const WAYS = {
  375: async (page: Page, keys: Keyboard) => {
    await keys.tabTo(page.getByRole('button', { name: 'Ouvrir le menu' }));
    await keys.press('Enter');
    const menu = page.getByRole('dialog', { name: 'Menu' });
    await expect(menu).toBeVisible();
    await keys.press('Escape');
    await expect(menu).toBeHidden();
    await keys.press('Space');
    await expect(menu).toBeVisible();
    await keys.tabTo(menu.getByRole('link', { name: 'Nous Contacter' }));
    await keys.press('Enter');
    await expect(menu).toBeHidden();
  },
  1280: async (page: Page, keys: Keyboard) => {
    await keys.tabTo(page.getByRole('banner').getByRole('link', { name: 'Nous Contacter' }));
    await keys.press('Enter');
  },
};

for (const [width, way] of Object.entries(WAYS)) {
  test(
    `from home to a sent quote at ${width} px, by keyboard alone`,
    { tag: PROOF_TAG },
    async ({ page }, info) => {
      const organization = `Ville du Clavier ${Date.now()}`;
      const email = `clavier-${width}-${Date.now()}@example.org`;
      await page.setViewportSize({ width: Number(width), height: 760 });
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const keys = new Keyboard(page);
      await way(page, keys);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demande de Soumission');
      await sendQuoteByKeys(page, keys, { organization, email, message: 'Sans souris.' });
      await expect(notifications(page)).toContainText('Demande envoyée avec succès');
      expect(await api(`quote_requests?email=eq.${email}`)).toEqual([
        expect.objectContaining({
          organization_name: organization,
          organization_type: 'ville',
          contact_name: 'Noémie Clavier',
          phone: '418 555-0142',
          service_type: 'street-view',
          message: 'Sans souris.',
          marketing_consent_version: '2026-11-21',
        }),
      ]);
      info.annotations.push({ type: 'keys', description: keys.record() });
      console.log(`${width} px : ${keys.record()}`);
    },
  );
}
