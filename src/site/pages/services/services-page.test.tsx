import { screen, within } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { profile } from '@tests/studio-profile-rows';
import { expect, it } from 'vitest';
import type { StudioProfile } from '@/site/data/studio-profile';

const { ServicesPage } = await import('./services-page');

const profileWith = (change: Partial<StudioProfile>) => {
  backend.answer = ({ target }) =>
    target === 'rpc/public_profile' ? { body: profile(change) } : { status: 404, body: {} };
};
const prices = [{ service: 'nature', cents: 90_000, unit: 'jour' }];
const steps = { name: /Quatre étapes/ };

it('tells how long a step takes where the studio says it', async () => {
  profileWith({ planning_time: '1 semaine', processing_time: '3 semaines' });
  renderAt('/services', <ServicesPage />);
  const process = within(await screen.findByRole('region', steps));
  expect(process.getByText(/la soumission fixe celles du vôtre/)).toBeVisible();
  const [planning, capture, processing, publication] = process.getAllByRole('listitem');
  expect(planning).toHaveTextContent('Durée : 1 semaine');
  expect(processing).toHaveTextContent('Durée : 3 semaines');
  for (const step of [capture, publication]) expect(step).not.toHaveTextContent('Durée');
});

it('shows no steps while the studio gives no duration, and the lowest price of a service', async () => {
  profileWith({ prices });
  renderAt('/services', <ServicesPage />);
  const nature = within(await screen.findByRole('region', { name: 'Espaces naturels' }));
  expect(await nature.findByText(/^À partir de/)).toHaveTextContent(/900\s\$ \/ jour, avant taxes/);
  expect(screen.queryByRole('region', steps)).toBeNull();
});
