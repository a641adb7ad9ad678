import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { isSettings, settingsRow } from '@tests/campaign-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';

const { Deliverability } = await import('./deliverability');

const dnsFinding = (state: string, advice: string | null = null) => ({ state, found: 'v=…', advice });
const check = {
  domain: 'exemple.test',
  spf: dnsFinding('ok'),
  dkim: dnsFinding('missing', 'Aucune clé'),
  dmarc: dnsFinding('weak', 'p=none'),
  provider: { state: 'pending', trouble: null },
  records: [{ type: 'TXT', name: 'resend._domainkey', value: 'p=MIIB', priority: null, state: 'pending' }],
};
let answer: { status?: number; body: unknown };
const reputation = {
  messages: 1000,
  bounces: 50,
  complaints: 0,
  bounce_limit: 0.04,
  complaint_limit: 0.0008,
  warmup: { step: 1, limit: 250, steps: [150, 250, 400, 700, 1000] },
};

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  answer = { body: check };
  backend.answer = ({ target }) => {
    if (isSettings(target)) return { body: settingsRow() };
    if (target === 'rpc/sender_reputation') return { body: reputation };
    if (target === 'rpc/sending_state') return { body: { transport: 'smtp' } };
    return target === '/functions/v1/check-sender-domains' ? answer : { body: null };
  };
});

const open = () => renderScreen(<Deliverability />, { path: '/admin/parametres/courriels' });
const pressCheck = async () => userEvent.click(await screen.findByRole('button', { name: /Vérifier/ }));

it('says how messages were received beside the limits, and where the warm-up stands', async () => {
  open();
  expect(await screen.findByText('5 %')).toHaveClass('text-sumac-deep');
  expect(screen.getByText(/50 sur 1.000; limite 4/)).toBeVisible();
  expect(screen.getByText(/Palier 2 sur 5; ensuite 400/)).toBeVisible();
  expect(backend.sent('POST', '/functions/v1/check-sender-domains')).toEqual([]);
});

it('looks a domain up when asked: three findings, the provider’s state, the records to copy', async () => {
  const user = userEvent.setup();
  open();
  await pressCheck();
  expect(await screen.findByText('En règle')).toBeVisible();
  expect(screen.getByText('Absent')).toBeVisible();
  expect(screen.getByText('À corriger')).toBeVisible();
  expect(screen.getByText('Vérification en cours')).toBeVisible();
  const row = screen.getByText('p=MIIB').closest('li') as HTMLElement;
  await user.click(within(row).getByRole('button', { name: 'Copier la valeur de TXT resend._domainkey' }));
  expect(await navigator.clipboard.readText()).toBe('p=MIIB');
  expect(backend.sent('POST', '/functions/v1/check-sender-domains')[0]?.body).toEqual({
    domain: 'exemple.test',
  });
});

it('says why a domain could not be looked up', async () => {
  answer = { status: 502, body: { error: 'Le service de noms de domaine ne répond pas.' } };
  open();
  await pressCheck();
  expect(await screen.findByRole('alert')).toHaveTextContent('ne répond pas');
});

it('an ordinary mail server reports no complaint · they are not measured, as on a campaign', async () => {
  open();
  expect(await screen.findByText('Non mesuré')).toBeVisible();
});
