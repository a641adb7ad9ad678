import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { expect, it } from 'vitest';
import { quebecDay } from '@/admin/kit/lib/dates';
import { Handover } from './handover';

it('notes the day of the handover, and says it from then on', async () => {
  backend.reset();
  signInAsAdmin();
  let delivered_on: string | null = null;
  backend.answer = ({ method, body }) => {
    if (method === 'PATCH') ({ delivered_on } = body as { delivered_on: string });
    return { body: method === 'PATCH' ? null : { id: 's', client_name: 'Ville de Rimouski', delivered_on } };
  };
  renderScreen(<Handover surveyId="s" />);
  await userEvent.click(await screen.findByRole('button', { name: 'Noter la remise d’aujourd’hui' }));
  expect(await screen.findByText(/^Remis à Ville de Rimouski le /)).toBeVisible();
  expect(delivered_on).toBe(quebecDay());
});
