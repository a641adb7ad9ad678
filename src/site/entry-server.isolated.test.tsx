import { backend } from '@tests/fake-backend';
import { studioProfile, testimonial } from '@tests/studio-profile-rows';
import { describe, expect, it } from 'vitest';
import { fixedPages } from './prerendered-pages';

const { listPages, renderPage } = await import('./entry-server');

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

/** Returns the text of a page of the site as the build prerenders it. */
async function renderedText(path: string): Promise<string> {
  const answers: Record<string, unknown> = {
    'rpc/public_profile': studioProfile({
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
  const home = await renderedText('/');
  expect(home).toContain('Carte des réalisations');
  expect(home).toContain('Métis-sur-Mer');
  expect(home).toContain('Livrée à la date prévue.');
});

it('writes the number of months into the privacy policy', async () => {
  expect(await renderedText('/confidentialite')).toContain('24\u00a0mois après leur réception');
});

describe('a street at two dates', () => {
  const picture = (path: string, day: string) => ({ path, day, lat: 48.4, lon: -68.5, heading: 320 });
  const street = {
    ...{ name: 'Rue des Érables', city: 'Rimouski', captured_on: '2026-04-20', compared_on: '2025-10-28' },
    pairs: ['a', 'b'].map((letter, index) => ({
      ...{ id: `${letter.repeat(8)}-0000-4000-8000-000000000000`, turn: 0, sequence: 1, number: index + 1 },
      before: picture(`s/${letter}-1.jpg`, '2025-10-28'),
      after: picture(`t/${letter}-1.jpg`, '2026-04-20'),
    })),
  };
  const serve = (found: object | null) => {
    const answers: Record<string, unknown> = {
      'rpc/published_streets': [{ slug: 'erables', name: street.name }],
      'rpc/published_street': found,
      'rpc/gone_tours': {},
    };
    backend.answer = ({ target }) => ({ body: target in answers ? answers[target] : [], count: 0 });
  };

  it('has a page, and one for each place that a link leads to, with both dates as its picture', async () => {
    serve(street);
    const pages = (await listPages()).pages.filter(({ path }) => path.startsWith('/street-view/'));
    expect(pages.map(({ path, noIndex }) => [path, noIndex])).toEqual([
      ['/street-view/erables', undefined],
      ['/street-view/erables/aaaaaaaa', true],
      ['/street-view/erables/bbbbbbbb', true],
    ]);
    expect(pages[2]?.share).toMatchObject({
      file: 'images/share/street-view/erables/bbbbbbbb.jpg',
      place: 'Rimouski · 28\u00a0octobre 2025 · 20\u00a0avril 2026',
      twoDates: { before: { src: expect.stringMatching(/survey-public\/s\/b-1\.jpg$/) } },
    });
  });

  it('is there without script: both pictures under their dates, and the list of places', async () => {
    serve(street);
    const [page] = (await listPages()).pages.filter(({ path }) => path.endsWith('/bbbbbbbb'));
    if (!page) throw new Error('no page');
    const { body, head } = await renderPage(page);
    expect(body).toContain('survey-public/s/b-1.jpg');
    expect(body).toContain('survey-public/t/b-1.jpg');
    expect(body).toContain('Avant · 28\u00a0octobre 2025');
    expect(body).toContain('/street-view/erables/aaaaaaaa');
    expect(head).toContain('lieu 2');
    expect(head).toContain('/images/share/street-view/erables/bbbbbbbb.jpg');
  });

  it('is left out once it was withdrawn while the build was reading', async () => {
    serve(null);
    expect((await listPages()).pages.some(({ path }) => path.startsWith('/street-view/'))).toBe(false);
  });
});
