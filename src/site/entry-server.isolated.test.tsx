import { backend } from '@tests/fake-backend';
import { profile, testimonial } from '@tests/studio-profile-rows';
import { expect, it } from 'vitest';
import { fixedPages } from './prerendered-pages';

const { renderPage } = await import('./entry-server');

const metis = {
  town: 'Métis-sur-Mer',
  mrc: '08',
  mrc_name: 'La Mitis',
  region: 'Bas-Saint-Laurent',
  count: 1,
  latitude: 48.66,
  longitude: -68.03,
  tours: [{ slug: 'phare', title: 'Le phare' }],
};

/** The text of a page of the site as the build writes it. */
async function written(path: string): Promise<string> {
  const answers: Record<string, unknown> = {
    'rpc/public_profile': profile({
      testimonials: [testimonial('Ville de La Prairie', 'Livrée à la date prévue.')],
      quote_requests_months: 24,
    }),
    'rpc/tour_places': [metis],
  };
  backend.answer = ({ target }) => ({ body: answers[target] ?? [], count: 0 });
  const page = fixedPages.find((one) => one.path === path);
  if (!page) throw new Error(`${path} is not prerendered`);
  return (await renderPage(page)).body;
}

it('writes where the studio has worked and what its clients said into the home page', async () => {
  const home = await written('/');
  expect(home).toContain('Carte des réalisations');
  expect(home).toContain('Métis-sur-Mer');
  expect(home).toContain('Livrée à la date prévue.');
});

it('writes the number of months into the privacy policy', async () => {
  expect(await written('/confidentialite')).toContain('24\u00a0mois après leur réception');
});
