import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderAt } from '@tests/fake-backend';
import { profile, testimonial } from '@tests/studio-profile-rows';
import { beforeEach, expect, it } from 'vitest';
import type { StudioProfile } from '@/site/data/studio-profile';

const { MunicipalitiesPage } = await import('./municipalities-page');

beforeEach(() => backend.reset());

const profileWith = (change: Partial<StudioProfile>) => {
  backend.answer = ({ target }) =>
    target === 'rpc/public_profile' ? { body: profile(change) } : { status: 404, body: {} };
};
const threshold = (kind: string, amount_cents: number, applies_from: string) => ({
  ...{ kind, amount_cents, applies_from },
  ...{ shown_until: '2099-12-31', source: `Avis de ${kind}` },
});
const headings = () => screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);

it('leaves out what nobody wrote: no insurance, no commitment, no amount', async () => {
  profileWith({});
  renderAt('/municipalites', <MunicipalitiesPage />);
  await screen.findByText('Sous le seuil des invitations');
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
    /Seuils en vigueur/,
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
    thresholds: [
      threshold('invitation', 2_500_000, '2018-01-01'),
      threshold('appel_public', 12_120_000, '2022-10-07'),
    ],
    testimonials: [testimonial('Ville A', 'Très bien.', { is_demo: true }), testimonial('MRC B')],
  });
  renderAt('/municipalites', <MunicipalitiesPage />);
  expect(await screen.findByText(/Assureur A, 2.000.000.\$/)).toBeVisible();
  expect(screen.getByText(/Police P-12, valide jusqu’au 1er.août 2027/)).toBeVisible();
  expect(screen.getByText(/Moins de 25.000.\$/)).toBeVisible();
  expect(screen.getByText(/De 25.000.\$ à moins de 121.200.\$/)).toBeVisible();
  expect(screen.getByText(/le plus récent depuis le 7.octobre 2022/)).toBeVisible();
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
