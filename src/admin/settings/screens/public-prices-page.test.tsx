import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { PublicPricesPage } = await import('./settings-page');

let stored: Record<string, unknown>;
let service: Record<string, unknown>;
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  stored = {
    ...{ id: 1, is_public: false, weeks_low: 3, weeks_high: 6, scenes_per_day: null, km_per_day: null },
    ...{ city: '', region: '', farthest_km: 800, updated_at: '2026-01-01T00:00:00Z' },
  };
  service = {
    ...{ id: 's1', name: 'Point de vue', description: '', unit: 'point', unit_price_cents: 6500 },
    ...{ site_service: null, estimate_basis: null, estimate_kinds: [], estimate_margin: 0 },
  };
  backend.answer = ({ method, target, body }) => {
    if (target === 'estimate_settings')
      return { body: method === 'GET' ? stored : [{ ...stored, ...(body as object) }] };
    if (target === 'quote_services') {
      if (method === 'PATCH') service = { ...service, ...(body as object) };
      return { body: [service] };
    }
    if (target === 'rpc/estimate_preview')
      return {
        body: service.estimate_basis && {
          ...{ tax_status: 'registered', weeks_low: 3, weeks_high: 6, scenes_per_day: null },
          ...{ km_per_day: null, farthest_km: 800, places: [] },
          prices: [
            {
              ...{ name: 'Point de vue', basis: 'scene', kinds: service.estimate_kinds },
              ...{ low_cents: 6500, high_cents: 7800 },
            },
          ],
        },
      };
    return { body: [] };
  };
});

it('a price that counts is seen as the public will see it, before it is public', async () => {
  renderScreen(<PublicPricesPage />, { path: '/admin/parametres/prix' });
  expect(await screen.findByText(/Aucun prix ne compte encore/)).toBeVisible();
  await userEvent.click(await screen.findByRole('button', { name: 'Modifier Point de vue' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Point de vue' }));
  await userEvent.selectOptions(dialog.getByLabelText(/^Comment le compter/), 'Par scène');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  expect(await dialog.findByText('Choisissez au moins un genre de projet')).toBeVisible();
  await userEvent.click(dialog.getByRole('checkbox', { name: 'Visite virtuelle' }));
  await userEvent.clear(dialog.getByLabelText(/^Marge/));
  await userEvent.type(dialog.getByLabelText(/^Marge/), '20');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(backend.sent('PATCH', 'quote_services').map(({ body }) => body)).toEqual([
    { estimate_basis: 'scene', estimate_kinds: ['visite-virtuelle'], estimate_margin: 20 },
  ]);
  expect(await screen.findByText(/Par scène, jusqu’à 20.% de plus · Visite virtuelle/)).toBeVisible();
  expect(await screen.findByText(/^de 650.\$ à 780.\$$/)).toBeVisible();
  expect(screen.getByText(/Rien de ceci n’est public/)).toBeVisible();
});

it('refuses half a delay, and saves what is public', async () => {
  renderScreen(<PublicPricesPage />, { path: '/admin/parametres/prix' });
  const form = within(await screen.findByRole('form', { name: 'Prix et estimation' }));
  await userEvent.clear(form.getByLabelText(/^Au plus/));
  await userEvent.click(form.getByRole('checkbox', { name: /^Montrer mes prix/ }));
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  expect(await form.findByText(/Un délai a deux bornes/)).toBeVisible();
  await userEvent.type(form.getByLabelText(/^Au plus/), '5');
  await userEvent.click(form.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(backend.sent('PATCH', 'estimate_settings')).toHaveLength(1));
  expect(backend.sent('PATCH', 'estimate_settings')[0]?.body).toMatchObject({
    ...{ is_public: true, weeks_low: 3, weeks_high: 5, scenes_per_day: null },
  });
});
