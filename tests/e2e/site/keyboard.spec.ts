import type { Locator, Page } from '@playwright/test';
import { api } from '../../support/api.ts';
import { expect, notifications, PROOF_TAG, test } from '../../support/fixtures.ts';

/**
 * A person who has a keyboard and nothing else: no click, no fill, no focus moved by the test. What was pressed is
 * written down, and printed with the result.
 */
class Keyboard {
  readonly pressed: string[] = [];

  constructor(private readonly page: Page) {}

  async press(key: string) {
    await this.page.keyboard.press(key);
    this.pressed.push(key);
  }

  async type(text: string) {
    // react-hook-form focuses the first fault once more from a timer, which nobody's fingers are quicker than.
    await this.page.evaluate(() => new Promise((resolve) => setTimeout(resolve)));
    await this.page.keyboard.type(text);
    this.pressed.push(`« ${text} »`);
  }

  /** Tab until something has the focus, with the focus always in sight on the way. */
  async tabTo(target: Locator, most = 60) {
    for (let step = 0; step < most; step++) {
      await this.press('Tab');
      await this.expectFocusSeen();
      if (await target.evaluate((element) => element === document.activeElement)) return;
    }
    throw new Error(`Not reached in ${most} steps: ${target}`);
  }

  /** What has the focus is drawn on the screen, below the header or in it, and has an outline; once scrolling ends. */
  private async expectFocusSeen() {
    const look = () =>
      this.page.evaluate(() => {
        const { activeElement: element } = document;
        // The browser's own bar, past the last element and before the first.
        if (!element || element === document.body) return 'outside';
        const { top, bottom, left, right } = element.getBoundingClientRect();
        const { bottom: bar = 0 } = document.querySelector('header')?.getBoundingClientRect() ?? {};
        const { outlineStyle, outlineWidth, position } = getComputedStyle(element);
        const isAbove = position === 'fixed' || element.closest('header, dialog, [role=dialog]');
        const covered = isAbove ? 0 : bar;
        const inSight =
          bottom > covered &&
          top < window.innerHeight &&
          right > 0 &&
          left < window.innerWidth &&
          bottom > top;
        if (!inSight) return `out of sight: ${element.outerHTML.slice(0, 120)}`;
        if (outlineStyle === 'none' || outlineWidth === '0px')
          return `no outline: ${element.outerHTML.slice(0, 120)}`;
        return 'seen';
      });
    await expect.poll(look).toMatch(/^(seen|outside)$/);
  }

  /** « Tab ×3, Enter, … » */
  record(): string {
    const runs: { key: string; times: number }[] = [];
    for (const key of this.pressed) {
      const last = runs.at(-1);
      if (last?.key === key) last.times++;
      else runs.push({ key, times: 1 });
    }
    return runs.map(({ key, times }) => (times > 1 ? `${key} ×${times}` : key)).join(', ');
  }
}

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
    { tag: width === '375' ? PROOF_TAG : [] },
    async ({ page }, info) => {
      const organization = `Ville du Clavier ${Date.now()}`;
      const email = `clavier-${width}-${Date.now()}@example.org`;
      await page.setViewportSize({ width: Number(width), height: 760 });
      await page.goto('/');
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const keys = new Keyboard(page);
      await way(page, keys);

      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Demande de Soumission');
      await expect(page.getByLabel("Nom de l'organisation")).toBeEditable();
      await keys.tabTo(page.getByLabel("Nom de l'organisation"));

      // Sent empty by mistake: the first fault takes the keyboard.
      await keys.press('Enter');
      await expect(page.getByText("Le nom de l'organisation est requis")).toBeVisible();
      await expect(page.getByLabel("Nom de l'organisation")).toBeFocused();
      await keys.type(organization);
      await keys.tabTo(page.getByLabel("Type d'organisation"));
      await keys.type('Ville');
      await keys.tabTo(page.getByLabel('Votre nom'));
      await keys.type('Noémie Clavier');
      await keys.tabTo(page.getByLabel('Adresse courriel'));
      await keys.type(email);
      await keys.tabTo(page.getByLabel('Téléphone'));
      await keys.type('418 555-0142');
      await keys.tabTo(page.getByLabel('Type de service'));
      await keys.type('Street');
      await keys.tabTo(page.getByLabel('Message'));
      await keys.type('Sans souris.');
      const consent = page.getByRole('checkbox', { name: /J’accepte de recevoir/ });
      await keys.tabTo(consent);
      await expect(consent).not.toBeChecked();
      await keys.press('Space');
      await expect(consent).toBeChecked();
      await keys.tabTo(page.getByRole('button', { name: 'Envoyer la demande' }));
      await keys.press('Enter');

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
