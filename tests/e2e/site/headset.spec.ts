import { fileURLToPath } from 'node:url';
import type { XRDevice } from 'iwer';
import { plannedTour } from '../../host/demo-tour.ts';
import { publishOwnTour } from '../../host/own-tour.ts';
import { expectAccessible } from '../../support/axe.ts';
import { expect, PROOF_TAG, stack, test } from '../../support/fixtures.ts';

/** The WebXR emulator that Meta's developers test with, in place of a headset. */
type Emulator = {
  XRDevice: new (model: unknown) => XRDevice;
  metaQuest3: unknown;
};
declare global {
  var IWER: Emulator;
  var headset: XRDevice;
}
const emulator = fileURLToPath(new URL('../../node_modules/iwer/build/iwer.min.js', import.meta.url));

test('a tour is walked in a headset: ahead is ahead, a look and the trigger lead on, the page comes back', {
  tag: PROOF_TAG,
}, async ({ page }) => {
  await publishOwnTour(page, stack, { slug: 'baie-eternite', scenes: plannedTour });
  await page.addInitScript({ path: emulator });
  await page.addInitScript(() => {
    globalThis.headset = new IWER.XRDevice(IWER.metaQuest3);
    globalThis.headset.installRuntime({ forceInstall: true });
  });
  await page.goto('/visite/baie-eternite#scene=quai&vue=40,0,45');
  const putOn = page.getByRole('button', { name: 'Entrer en réalité virtuelle' });
  await expect(putOn).toBeVisible();
  await expectAccessible(page);
  await putOn.click();
  await expect.poll(() => page.evaluate(() => globalThis.headset.activeSession !== undefined)).toBe(true);
  await expect(putOn).toBeHidden();

  const turnHead = (degrees: number) =>
    page.evaluate((angle) => {
      const half = (-angle * Math.PI) / 360;
      globalThis.headset.quaternion.set(0, Math.sin(half), 0, Math.cos(half));
    }, degrees);
  const pull = async () => {
    for (const value of [1, 0]) {
      await page.evaluate((pressed) => {
        globalThis.headset.controllers.right?.updateButtonValue('trigger', pressed);
      }, value);
      await page.waitForFunction(() => new Promise((drawn) => requestAnimationFrame(() => drawn(true))));
    }
  };
  // The viewer starts at forty degrees, the direction of the page; looking away from every sign leads
  // nowhere.
  await turnHead(20);
  await expect(page).toHaveURL(/vue=60,0,\d+$/);
  await pull();
  await turnHead(-20);
  await expect(page).toHaveURL(/vue=20,0,\d+$/);
  await pull();
  // North does not move, nor does the direction of the head.
  await expect(page).toHaveURL(/\/place#vue=-70,0,\d+$/);

  await page.evaluate(() => globalThis.headset.activeSession?.end());
  await expect(putOn).toBeVisible();
  await page.getByRole('application').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('region', { name: /^Visite à 360°/ })).not.toHaveAttribute('aria-busy');
});
