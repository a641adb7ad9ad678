import { screen, within } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { studioProfile } from '@tests/studio-profile-rows';
import { expect, it } from 'vitest';
import type { StudioProfile } from '@/site/data/studio-profile';

const { AboutPage } = await import('./about-page');

const profileWith = (change: Partial<StudioProfile>) => {
  backend.answer = () => ({ body: studioProfile(change) });
};

it('the team is who was written, by line, and nobody otherwise', async () => {
  profileWith({ team: 'Ana Roy, photographe\n\nLéo Côté', about: 'Un.\nDeux.' });
  const view = renderAt('/a-propos', <AboutPage />);
  const team = within(await screen.findByRole('region', { name: 'L’équipe' }));
  expect(team.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Ana Royphotographe',
    'Léo Côté',
  ]);
  view.unmount();
  profileWith({});
  renderAt('/a-propos', <AboutPage />);
  expect(await screen.findByText(/produit des visites virtuelles à 360°/)).toBeVisible();
  expect(screen.queryByRole('region', { name: 'L’équipe' })).toBeNull();
});
