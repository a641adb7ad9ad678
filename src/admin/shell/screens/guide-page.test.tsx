import { readdirSync, readFileSync, statSync } from 'node:fs';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderScreen } from '@tests/fake-backend';
import { expect, it } from 'vitest';
import { subjects } from '@/admin/subjects';
import * as guide from './guide-pages';

const { GuidePage } = await import('./guide-page');

const path = '/admin/aide/:page';
const guidePages = guide.guidePages(subjects);

it('shows a page, its headings once, and leads to the pages that it names', async () => {
  const { address } = renderScreen(<GuidePage />, { path, at: '/admin/aide/importer-des-contacts' });
  const article = await screen.findByRole('article');
  expect(screen.getAllByRole('heading', { level: 1 })).toHaveLength(1);
  expect(within(article).getAllByRole('listitem')).toHaveLength(5);
  await userEvent.click(within(article).getByRole('link', { name: 'Le consentement' }));
  expect(address()).toBe('/admin/aide/consentement');
  expect(await screen.findByRole('heading', { level: 1, name: 'Le consentement' })).toBeVisible();
});

it('lists every page, and says when one does not exist', () => {
  renderScreen(<GuidePage />, { path, at: '/admin/aide/nulle-part' });
  expect(screen.getByText('Cette page de l’aide n’existe pas.')).toBeVisible();
  expect(screen.getAllByRole('link')).toHaveLength(guidePages.length);
});

it('has a file for each page, with its title, and links that lead somewhere', () => {
  const files = readdirSync('docs/guide').flatMap((name) => (name.endsWith('.md') ? name.slice(0, -3) : []));
  expect(files.sort()).toEqual(guidePages.map(({ page }) => page).sort());
  for (const { page, title } of guidePages) {
    const text = readFileSync(`docs/guide/${page}.md`, 'utf8');
    expect(text.split('\n')[0]).toBe(`# ${title}`);
    for (const [, target] of text.matchAll(/\]\(([^)]+)\.md\)/g)) expect(files).toContain(target);
  }
});

it('shows each page in a picture that is light, described, and loaded when it comes near', async () => {
  let total = 0;
  const shown = guidePages.flatMap(({ page }) =>
    [...readFileSync(`docs/guide/${page}.md`, 'utf8').matchAll(/!\[([^\]]*)\]\(([^)]+)\)/g)].map(
      ([, alt = '', file]) => ({ page, alt, file: `docs/guide/${file}` }),
    ),
  );
  // The register of incidents is kept outside the product, so it has no screen.
  const withoutScreen = guidePages.filter(({ page }) => shown.every((picture) => picture.page !== page));
  expect(withoutScreen.map(({ page }) => page)).toEqual(['tenir-le-registre-des-incidents']);
  for (const { alt, file } of shown) {
    expect(alt.length).toBeGreaterThan(15);
    const { size } = statSync(file);
    expect(size, file).toBeLessThanOrEqual(60_000);
    total += size;
  }
  expect(total).toBeLessThan(1_000_000);
  expect(readdirSync('docs/guide/pictures')).toHaveLength(shown.length);
  renderScreen(<GuidePage />, { path, at: '/admin/aide/repondre-a-une-demande' });
  const picture = await screen.findByRole('img', { name: /^Les soumissions/ });
  expect(picture).toHaveAttribute('loading', 'lazy');
  expect(picture).toHaveAttribute('src', expect.stringContaining('repondre-a-une-demande.jpg'));
  expect(picture).toHaveAttribute('width', '940');
});

it('gives the templates of the register of incidents whole, each with what the regulation asks for', async () => {
  renderScreen(<GuidePage />, { path, at: '/admin/aide/tenir-le-registre-des-incidents' });
  const entry = await screen.findByRole('textbox', { name: 'INCIDENT DE CONFIDENTIALITÉ' });
  const parts = (entry as HTMLTextAreaElement).value.match(/^\d\. /gm);
  expect(parts).toHaveLength(8);
  const notice = screen.getByRole('textbox', { name: 'AVIS AUX PERSONNES CONCERNÉES' });
  expect((notice as HTMLTextAreaElement).value).toMatch(/Ce que nous vous suggérons de faire/);
});

it.each([
  ['/admin/soumissions', '/admin/aide/repondre-a-une-demande'],
  ['/admin/contacts', '/admin/aide/consentement'],
  ['/admin/contacts/import', '/admin/aide/importer-des-contacts'],
  ['/admin/trip-plans/x', '/admin/aide/preparer-un-deplacement'],
  ['/admin/releves/x', '/admin/aide/faire-un-releve'],
  ['/admin/releves/x/paires/y', '/admin/aide/comparer-deux-dates'],
  ['/admin/trip-plans/x/prospects', '/admin/aide/trouver-des-prospects'],
  ['/admin/parametres/donnees', '/admin/aide/donnees-personnelles'],
  ['/admin', '/admin/aide'],
])('« Aide » of %s leads to %s', (from, to) => expect(guide.guideHref(subjects, from)).toBe(to));
