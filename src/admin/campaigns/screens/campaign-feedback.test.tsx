import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CAMPAIGN_ID, campaign, campaignStep, sendRow } from '@tests/campaign-rows';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Followup } from '../data/campaign-followups';
import { deliveryEventsOf } from './send-columns';

const { CampaignPage } = await import('./campaign-page');

const EVENT_TIME = '2026-11-02T19:30:00Z';
const noSignals = {
  delivered_at: null,
  bounced_at: null,
  bounce_reason: null,
  complained_at: null,
  opened_at: null,
  clicked_at: null,
  replied_at: null,
};
const sentRow = (index: number) => sendRow(index, { status: 'envoyé', finished_at: '2026-11-01T12:05:00Z' });

const sendingState = { sent_today: 0, daily_cap: 150, quiet_now: false, quiet_until: null, ready: true };

type Fixture = {
  row?: Parameters<typeof campaign>[0];
  sends?: ReturnType<typeof sendRow>[];
  signals?: object[];
  feedback?: object;
  followups?: Followup[];
  troubles?: object[];
  sending?: object;
  act?: () => BackendAnswer;
};

/** Answers reads from a fixture, and writes by `act`. */
function serve({
  row,
  sends = [sentRow(1), sentRow(2)],
  signals = [],
  feedback = {},
  followups = [],
  troubles = [],
  sending = {},
  act,
}: Fixture) {
  backend.answer = ({ method, target, query }) => {
    if (target === 'rpc/campaign_counts') return { body: { [CAMPAIGN_ID]: { envoyé: sends.length } } };
    if (target === 'rpc/campaign_feedback') return { body: { [CAMPAIGN_ID]: feedback } };
    if (target === 'rpc/campaign_followups') return { body: followups };
    if (target === 'rpc/sending_state') return { body: { ...sendingState, ...sending } };
    if (target === 'email_events') return { body: troubles };
    if (method === 'GET' && target === 'campaigns')
      return { body: [campaign({ status: 'terminé', ...row })] };
    if (method === 'GET' && target === 'email_sends') return { body: query.has('or') ? signals : sends };
    return act?.() ?? { body: null };
  };
}

const render = () =>
  renderScreen(<CampaignPage />, {
    path: '/admin/campaigns/:id',
    at: `/admin/campaigns/${CAMPAIGN_ID}`,
  });
const press = async (name: string | RegExp) =>
  userEvent.click(
    await screen.findByRole('button', { name: typeof name === 'string' ? namePattern(name) : name }),
  );
/** Matches a name whose no-break spaces are written as spaces. */
const namePattern = (name: string) => new RegExp(`^${name.replace(/ /g, '\\s')}$`);
const postedBodies = (target: string) => backend.sent('POST', target).map(({ body }) => body);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('what came back of a campaign', () => {
  it('is counted, and opens and clicks are called estimates', async () => {
    serve({
      feedback: { delivered: 2, bounced: 1, complained: 0, opened: 1, clicked: 0, replied: 1, people: 2 },
    });
    render();
    const tiles = within(await screen.findByRole('region', { name: 'Retours' })).getAllByRole('listitem');
    expect(tiles.map(({ textContent }) => textContent)).toEqual([
      'Livrés 2 (100\u00a0%)',
      'Rebonds 1 (50\u00a0%)',
      'Plaintes 0 (0\u00a0%)',
      'Ouverts ≈ 1 (50\u00a0%)',
      'Clics ≈ 0 (0\u00a0%)',
      'Réponses 1 (50\u00a0%)',
    ]);
    expect(postedBodies('rpc/campaign_feedback')).toEqual([{ only_campaign: CAMPAIGN_ID }]);
  });
  it('by SMTP, what nobody measured is not told as zero', async () => {
    serve({ feedback: { bounced: 1, replied: 2, failed: 1, people: 2 }, sending: { transport: 'smtp' } });
    render();
    const region = within(await screen.findByRole('region', { name: 'Retours' }));
    await waitFor(() =>
      expect(region.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
        'Livrés non mesuré',
        'Rebonds 1 (50\u00a0%)',
        'Plaintes non mesuré',
        'Ouverts ≈ non mesuré',
        'Clics ≈ non mesuré',
        'Réponses 2 (100\u00a0%)',
        'Abandonnés 1 (50\u00a0%)',
      ]),
    );
  });
  it('shows what the provider gave up, what is late and what came back for now', async () => {
    serve({
      troubles: [
        { id: '1', email_send_id: 'e1', kind: 'delayed', detail: null },
        { id: '2', email_send_id: 'e1', kind: 'soft_bounced', detail: 'boîte pleine' },
        { id: '3', email_send_id: 'e2', kind: 'failed', detail: 'quota' },
      ],
    });
    render();
    expect(await screen.findByText(/En retard, Revenu pour l’instant.: boîte pleine/)).toBeVisible();
    expect(screen.getByText(/Abandonné par le fournisseur.: quota/)).toBeVisible();
  });
  it('says which half could not be read, shows the other, and reads again when asked', async () => {
    const fixture = { signals: [{ id: 'e1', ...noSignals, replied_at: EVENT_TIME }] };
    serve(fixture);
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'email_events' ? { status: 403, body: { message: 'non' } } : whole(request);
    render();
    const notice = await screen.findByText(/Une partie des retours n’a pas pu être chargée/);
    expect(notice).toHaveRole('alert');
    expect(screen.getByText('A répondu')).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve({ ...fixture, troubles: [{ id: '1', email_send_id: 'e2', kind: 'failed', detail: 'quota' }] });
    await userEvent.click(within(notice).getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText(/Abandonné par le fournisseur.: quota/)).toBeVisible();
    expect(screen.queryByText(/Une partie des retours/)).toBeNull();
  });
  it('says that the figures could not be read', async () => {
    serve({});
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/campaign_feedback' ? { status: 403, body: { message: 'non' } } : whole(request);
    render();
    expect(await screen.findByText(/Les retours n’ont pas pu être comptés/)).toHaveRole('alert');
    vi.mocked(console.error).mockClear();
  });
  it('each figure shows its messages', async () => {
    serve({ feedback: { replied: 1 }, signals: [{ id: 'e1', ...noSignals, replied_at: EVENT_TIME }] });
    render();
    await userEvent.click(await screen.findByRole('link', { name: /^Réponses 1/ }));
    await waitFor(() => expect(screen.queryByText('Personne 2')).toBeNull());
    expect(screen.getByText('Personne 1')).toBeVisible();
    await userEvent.click(screen.getByRole('link', { name: 'Envoyés 2' }));
    expect(await screen.findByText('Personne 2')).toBeVisible();
  });
  it('is not shown before a message left', async () => {
    serve({ sends: [] });
    render();
    expect(await screen.findByRole('region', { name: 'Progression' })).toBeVisible();
    expect(screen.queryByRole('region', { name: 'Retours' })).toBeNull();
  });
  it('shows beside each message', async () => {
    serve({ signals: [{ id: 'e1', ...noSignals, bounced_at: EVENT_TIME, bounce_reason: 'Boîte inconnue' }] });
    render();
    expect(await screen.findByText(/Rebond.: Boîte inconnue/)).toBeVisible();
    // The provider reported this bounce already.
    expect(screen.queryByRole('button', { name: /Noter un rebond.: Personne 1/ })).toBeNull();
    expect(screen.getByRole('button', { name: /Noter un rebond.: Personne 2/ })).toBeVisible();
  });
  it('in the order that matters, a delivery last', () => {
    expect(deliveryEventsOf({ id: '1', ...noSignals })).toEqual([]);
    expect(deliveryEventsOf({ id: '1', ...noSignals, delivered_at: EVENT_TIME })).toEqual(['Livré']);
    expect(
      deliveryEventsOf({ id: '1', ...noSignals, delivered_at: EVENT_TIME, opened_at: EVENT_TIME }),
    ).toEqual(['Ouvert (estimé)']);
    expect(
      deliveryEventsOf({
        id: '1',
        ...noSignals,
        complained_at: EVENT_TIME,
        replied_at: EVENT_TIME,
        opened_at: EVENT_TIME,
        clicked_at: EVENT_TIME,
      }),
    ).toEqual(['Plainte', 'A répondu', 'Clic (estimé)']);
  });
});

describe('what a person knows of a message', () => {
  it('its answer', async () => {
    serve({});
    render();
    await press('A répondu : Personne 1');
    await waitFor(() => expect(postedBodies('rpc/mark_replied')).toEqual([{ send: 'e1', replied: true }]));
  });
  it('its answer, taken back', async () => {
    serve({ signals: [{ id: 'e1', ...noSignals, replied_at: EVENT_TIME }] });
    render();
    await screen.findByText('A répondu');
    const button = screen.getByRole('button', { name: namePattern('A répondu : Personne 1') });
    expect(button).toHaveAttribute('aria-pressed', 'true');
    await userEvent.click(button);
    await waitFor(() => expect(postedBodies('rpc/mark_replied')).toEqual([{ send: 'e1', replied: false }]));
  });
  it('its bounce, with what the server said; a refusal keeps it', async () => {
    serve({
      act: () => ({ status: 400, body: { code: 'P0001', message: "Ce message n'a pas été envoyé" } }),
    });
    render();
    await press('Noter un rebond : Personne 1');
    const dialog = within(screen.getByRole('dialog', { name: 'Noter un rebond' }));
    await writeInto(dialog.getByRole('textbox'), '550 inconnue');
    await userEvent.click(dialog.getByRole('button', { name: 'Noter le rebond' }));
    expect(await dialog.findByRole('alert')).toHaveTextContent("Ce message n'a pas été envoyé");
    expect(dialog.getByRole('textbox')).toHaveValue('550 inconnue');
    vi.mocked(console.error).mockClear();
    serve({});
    await userEvent.click(dialog.getByRole('button', { name: 'Noter le rebond' }));
    expect(await screen.findByText('Rebond noté, adresse retirée des envois')).toBeVisible();
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(postedBodies('rpc/record_bounce').at(-1)).toEqual({ send: 'e1', detail: '550 inconnue' });
  });
});

describe('follow-ups', () => {
  const row = { steps: [campaignStep(1), campaignStep(2, { delay_days: 10 })] };
  const due_at = '2026-11-09T17:00:00Z';
  const next = (email_send_id: string, change: Partial<Followup>): Followup => ({
    ...{ email_send_id, due_at, contact_id: null, step: 1, absent_until: null, reason: null },
    ...change,
  });
  const followups: Followup[] = [
    next('e1', { step: 2 }),
    next('e2', { reason: 'Désabonné' }),
    next('e3', { reason: 'Relances arrêtées par l’équipe' }),
    next('e4', { absent_until: '2026-11-09' }),
  ];
  const sends = [sentRow(1), sentRow(2), sentRow(3), sentRow(4)];

  it('are nowhere in a campaign without', async () => {
    serve({});
    render();
    await screen.findByText('Personne 1');
    expect(screen.queryByText('Relances')).toBeNull();
    expect(postedBodies('rpc/campaign_followups')).toEqual([]);
  });
  it('say who, when, or why not; one is stopped, another started again', async () => {
    serve({ row, sends, followups });
    render();
    await screen.findByText(/Arrêtées.: Désabonné/);
    const line = (name: string) =>
      screen
        .getAllByText(name)
        .map((found) => found.closest('tr') as HTMLElement)
        .at(-1);
    expect(line('Personne 1')).toHaveTextContent(/2e relance le 9 novembre 2026 à 12.h/);
    expect(line('Personne 3')).toHaveTextContent(/Arrêtées.: Relances arrêtées par l’équipe/);
    expect(line('Personne 4')).toHaveTextContent(/en absence jusqu’au 9 novembre 2026/);
    expect(
      screen.getByText(
        /^7, puis 10 jours ouvrables après l’envoi précédent.*2.personnes en attendent une, sur 4\./,
      ),
    ).toBeVisible();
    // The campaign is not over: it says how many are to be written to, and when.
    const state = within(screen.getByRole('region', { name: 'Progression' }));
    expect(state.getAllByText('Relances à venir')[0]).toBeVisible();
    expect(state.queryByText(/Tous les emails|Terminé/)).toBeNull();
    expect(state.getByText(/2.personnes attendent une relance/)).toHaveTextContent(
      'la prochaine le 9 novembre 2026 à 12',
    );
    await press('Arrêter les relances de Personne 1');
    await press('Reprendre les relances de Personne 3');
    expect(screen.queryByRole('button', { name: /relances de Personne 2/ })).toBeNull();
    await waitFor(() =>
      expect(postedBodies('rpc/stop_followups')).toEqual([
        { campaign: CAMPAIGN_ID, send: 'e1', stopped: true },
        { campaign: CAMPAIGN_ID, send: 'e3', stopped: false },
      ]),
    );
  });
  it('are stopped for all once confirmed', async () => {
    serve({ row, sends, followups });
    render();
    await press('Arrêter les relances');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('celles qui attendent leur envoi');
    expect(postedBodies('rpc/stop_followups')).toEqual([]);
    await press('Arrêter les relances');
    await waitFor(() =>
      expect(postedBodies('rpc/stop_followups')).toEqual([{ campaign: CAMPAIGN_ID, stopped: true }]),
    );
  });
  it('start again for all', async () => {
    serve({ row: { ...row, followups_stopped_at: EVENT_TIME }, sends, followups: [] });
    render();
    expect(await screen.findByText(/^Arrêtées le 2 novembre 2026/)).toBeVisible();
    await press('Reprendre les relances');
    await waitFor(() =>
      expect(postedBodies('rpc/stop_followups')).toEqual([{ campaign: CAMPAIGN_ID, stopped: false }]),
    );
  });
  it('say when they could not be read, and try again when asked', async () => {
    serve({ row, sends, followups });
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/campaign_followups'
        ? { status: 403, body: { message: 'non' } }
        : whole(request);
    render();
    const retry = await screen.findByRole('button', { name: 'Réessayer' });
    expect(screen.getAllByText('Impossible de charger les relances')[0]).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve({ row, sends, followups });
    await userEvent.click(retry);
    expect(await screen.findByText(/Arrêtées.: Désabonné/)).toBeVisible();
  });
});
