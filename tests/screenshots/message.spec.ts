import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { campaignMessage } from '../../supabase/functions/_shared/campaign/campaign-message.ts';
import { waitingSend } from '../../supabase/functions/_testing/email-data.ts';

// The pictures show a message with everything that the editor makes, as mail programs show it. They are looked
// at, and not kept.
const folder = process.env.MESSAGE_SHOTS ?? 'test-results/message';
const picture = readFileSync(
  new URL(
    '../../supabase/seed/panoramas/e0000000-0000-4000-8000-000000000001/f0000000-0000-4000-8000-000000000004/base.jpg',
    import.meta.url,
  ),
);
const body = [
  '[aperçu: Deux minutes dans le fjord, sans quitter votre bureau]',
  '',
  'Bonjour Marie-Ève,',
  '',
  'L’été dernier, nous avons numérisé le sentier du **Fjord-du-Saguenay** avec la municipalité voisine. Voici [ce que nous faisons](https://site.test/services) pour les municipalités :',
  '',
  '[![Le fjord du Saguenay en 360°, du quai de L’Anse-Saint-Jean au belvédère](https://site.test/images/tours/fjord.jpg)](https://site.test/realisations/fjord)',
  '',
  '1. On planifie la journée avec vous',
  '2. On capte, hors des heures d’affluence',
  '3. Vous publiez',
  '',
  '- sans logiciel à installer',
  '- hébergé au Québec',
  '',
  '![Le quai, un matin de juillet](https://site.test/images/tours/quai.jpg)',
  '',
  '[[Demander une soumission]](https://site.test/contact)',
  '',
  'Au plaisir,',
  'Camille Tremblay',
].join('\n');
const { html, text } = campaignMessage(waitingSend(1, { subject: 'Deux minutes dans le fjord', body }), {
  ...{ siteUrl: 'https://visites.example.ca', functionsUrl: 'https://projet.example/functions/v1' },
});

test.beforeAll(() => {
  const weight = new TextEncoder().encode(html).length;
  console.log(`HTML: ${weight} bytes\n\nText:\n${text}`);
  expect(weight).toBeLessThan(60_000);
});

for (const width of [375, 700]) {
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const images of ['shown', 'blocked'] as const) {
      test(`${width} px, ${colorScheme}, images ${images}`, async ({ browser }) => {
        const context = await browser.newContext({ viewport: { width, height: 900 }, colorScheme });
        const page = await context.newPage();
        await page.route('**/*', (route) => {
          if (route.request().isNavigationRequest())
            return route.fulfill({ body: html, contentType: 'text/html; charset=utf-8' });
          return images === 'shown'
            ? route.fulfill({ body: picture, contentType: 'image/jpeg' })
            : route.abort();
        });
        await page.goto('https://courriel.test/');
        const loaded = () => [...document.images].map(({ naturalWidth }) => naturalWidth > 0);
        const expected = images === 'shown' ? [true, true] : [false, false];
        await expect.poll(() => page.evaluate(loaded)).toEqual(expected);
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        );
        expect(overflow).toBe(0);
        await expect(page.getByRole('link', { name: 'Demander une soumission' })).toBeVisible();
        await page.screenshot({ path: `${folder}/${width}-${colorScheme}-${images}.png`, fullPage: true });
        await context.close();
      });
    }
  }
}
