import { screen, within } from '@testing-library/react';
import { backend, renderAt } from '@tests/fake-backend';
import { studioProfile } from '@tests/studio-profile-rows';
import { tag, tour } from '@tests/tour-rows';
import { expect, it } from 'vitest';
import type { StudioProfile } from '@/site/data/studio-profile';
import { services } from '@/site/lib/services';

const { ServicesPage } = await import('./services-page');

const profileWith = (change: Partial<StudioProfile>) => {
  backend.answer = ({ target }) => {
    if (target === 'rpc/public_profile') return { body: studioProfile(change) };
    if (target === 'rpc/published_streets') return { body: [] };
    if (target === 'tags') return { body: [{ ...tag('t1'), slug: 'espaces-naturels' }] };
    return { body: [tour('Fjord', {}, ['t1'])] };
  };
};
const prices = [{ service: 'nature', cents: 90_000, unit: 'jour' }];
const steps = { name: /Quatre étapes/ };
const regionNamed = (name: string) => within(screen.getByRole('region', { name }));

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

it('tells each service once, with its price and an example where there is one', async () => {
  profileWith({ prices });
  renderAt('/services', <ServicesPage />);
  expect(await regionNamed('Espaces naturels').findByText(/^À partir de/)).toHaveTextContent(
    /900\s\$ \/ jour, avant taxes/,
  );
  const enter = await regionNamed('Espaces naturels').findByRole('link', {
    name: /Entrer dans la visite\s: Fjord/,
  });
  expect(enter).toHaveAttribute('href', '/realisations/fjord');
  for (const { title } of services) {
    expect(screen.getAllByRole('heading', { name: title })).toHaveLength(1);
    if (title !== 'Espaces naturels')
      expect(regionNamed(title).queryByText(/^À partir de|^Entrer/)).toBeNull();
  }
  expect(screen.queryByRole('region', steps)).toBeNull();
});
