import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { studioProfile, testimonial } from '@tests/studio-profile-rows';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StudioProfile } from '@/site/data/studio-profile';

const { MunicipalitiesPage } = await import('./municipalities-page');

beforeEach(() => {
  backend.reset();
  vi.setSystemTime('2027-12-31T12:00:00Z');
});
afterEach(() => vi.useRealTimers());

const profileWith = (change: Partial<StudioProfile>) => {
  backend.answer = ({ target }) =>
    target === 'rpc/public_profile' ? { body: studioProfile(change) } : { status: 404, body: {} };
};
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('leaves out what nobody wrote: no insurance, no commitment, and no amount that has ended', async () => {
  vi.setSystemTime('2028-01-01T12:00:00Z');
  profileWith({});
  renderAt('/municipalites', <MunicipalitiesPage />);
  await screen.findByText('Au-delà du seuil de l’appel d’offres public');
  expect(headings()).toEqual([
    'Fiche du fournisseur',
    'Où vont les fichiers',
    'Comment nous confier un mandat',
    'Il vous manque un document?',
  ]);
  for (const absent of [
    /Assurance responsabilité/,
    /hébergés au Québec/,
    /^Renseignements de démonstration/,
    /139.000/,
  ])
    expect(screen.queryByText(absent)).toBeNull();
});

it('prints what was saved, the thresholds in force and the clients', async () => {
  profileWith({
    insurance: { insurer: 'Assureur A', number: 'P-12', amount_cents: 200_000_000, until: '2027-08-01' },
    picture_rights: 'Tout est à vous.',
    privacy_practice: 'Nous floutons.',
    delivery_formats: 'JPEG\nDossier de fichiers',
    hosted_in_quebec: true,
    is_demo: true,
    testimonials: [testimonial('Ville A', 'Très bien.', { is_demo: true }), testimonial('MRC B')],
  });
  renderAt('/municipalites', <MunicipalitiesPage />);
  expect(await screen.findByText(/Assureur A, 2.000.000.\$/)).toBeVisible();
  expect(screen.getByText(/Police P-12, valide jusqu’au 1er.août 2027/)).toBeVisible();
  expect(screen.getByText(/Moins de 25.000.\$/)).toBeVisible();
  expect(screen.getByText(/De 25.000.\$ à moins de 139.000.\$ \(à confirmer\)/)).toBeVisible();
  expect(screen.getByText(/le plus récent depuis le 1er.janvier 2026/)).toBeVisible();
  expect(screen.getByText(/hébergés au Québec/)).toBeVisible();
  expect(screen.getByText('Dossier de fichiers').tagName).toBe('LI');
  const section = within(screen.getByRole('region', { name: 'Ils nous ont confié leur territoire' }));
  expect(section.getByText(/Très bien\./).closest('figure')).toHaveTextContent('Ville Adémonstration');
  expect(section.getByText('MRC B')).not.toHaveTextContent('démonstration');
});

it('keeps what it knows by itself when the rest cannot be read, and tries again', async () => {
  backend.answer = () => ({ status: 400, body: { message: 'panne' } });
  renderAt('/municipalites', <MunicipalitiesPage />);
  expect(await screen.findByText('Impossible de charger nos assurances et nos engagements')).toBeVisible();
  expect(screen.getByRole('heading', { name: 'Comment nous confier un mandat' })).toBeVisible();
  profileWith({ picture_rights: 'Tout est à vous.' });
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
  expect(await screen.findByText('Tout est à vous.')).toBeVisible();
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Réessayer' })).toBeNull());
});
