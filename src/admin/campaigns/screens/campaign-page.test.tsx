import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { CAMPAIGN_ID, campaign, campaignStep, sendRow } from '@tests/campaign-rows';
import {
  type BackendAnswer,
  type BackendRequest,
  backend,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Tables } from '@/shared/database.types';
import type { SendCounts } from '../data/campaign-labels';

const { CampaignPage } = await import('./campaign-page');
const { sendsToCsv } = await import('./campaign-csv');

type Fixture = { row: Tables<'campaigns'> | null; counts: SendCounts; sends: ReturnType<typeof sendRow>[] };

/** Answers reads from a fixture that a test may change, and other requests with `act`. */
function serve(fixture: Fixture, act: (request: BackendRequest) => BackendAnswer = () => ({ body: null })) {
  backend.answer = (request) => {
    const { method, target, query, headers } = request;
    if (target === 'rpc/campaign_counts') return { body: { [CAMPAIGN_ID]: fixture.counts } };
    if (target === 'email_events' || target === 'email_templates') return { body: [] };
    if (target === 'rpc/sending_state') {
      return { body: { sent_today: 3, daily_cap: 150, quiet_now: false, ready: true } };
    }
    if (method === 'GET' && target === 'campaigns') return { body: fixture.row ? [fixture.row] : [] };
    if (method === 'GET' && target === 'email_sends') {
      if (headers.get('accept')?.includes('vnd.pgrst.object')) return act(request);
      const from = Number(query.get('offset') ?? 0);
      const kept = query.get('status')
        ? fixture.sends.filter(({ status }) => status === 'programmé')
        : fixture.sends;
      return { body: kept.slice(from, from + 1000) };
    }
    return act(request);
  };
}

const render = (at = `/admin/campaigns/${CAMPAIGN_ID}`) =>
  renderScreen(<CampaignPage />, { path: '/admin/campaigns/:id', at });
const row = (name: string) => screen.getByText(name).closest('tr') as HTMLElement;

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('what a campaign says of itself', () => {
  it('all sent: « Tous les emails ont été envoyés »', async () => {
    serve({
      row: campaign({ status: 'terminé', finished_at: '2026-11-01T12:10:00Z' }),
      counts: { envoyé: 2 },
      sends: [
        sendRow(1, { status: 'envoyé', finished_at: '2026-11-01T12:05:00Z' }),
        sendRow(2, { status: 'envoyé' }),
      ],
    });
    render();
    const status = within(await screen.findByRole('region', { name: 'Progression' })).getByRole('status');
    expect(status).toHaveTextContent('Envoi terminé');
    expect(status).toHaveTextContent('Tous les emails ont été envoyés');
    // A finished campaign needs no progress bar.
    expect(screen.queryByRole('progressbar')).toBeNull();
    await screen.findByText('Personne 1');
    expect(row('Personne 1')).toHaveTextContent(
      /p1@exemple.test.*Envoyé.*1er novembre 2026 à 7\sh\s05.*Ville 1/,
    );
    expect(screen.queryByRole('button', { name: /pause|Annuler/ })).toBeNull();
  });
  it('not all sent: the figures, the reasons, and never « Tous »', async () => {
    serve({
      row: campaign({ status: 'terminé' }),
      counts: { envoyé: 47, échec: 3 },
      sends: [sendRow(1, { status: 'échec', last_error: 'Adresse inconnue', attempts: 2 })],
    });
    render();
    expect(await screen.findByText('47 envoyés, 3 en échec')).toBeVisible();
    expect(screen.getByText('Envoi terminé, à vérifier')).toBeVisible();
    expect(screen.queryByText(/Tous les emails/)).toBeNull();
    expect(
      await screen.findByText('Essai 2 : Adresse inconnue', { normalizer: (t) => t.replace(/\s/g, ' ') }),
    ).toBeVisible();
  });
  it('held for more than a day: why, and what may be done', async () => {
    const pause_reason =
      "L'heure prévue est passée depuis plus de 24 heures. Envoyez maintenant, changez la date ou annulez.";
    serve({
      row: campaign({
        status: 'programmé',
        send_now: false,
        send_date: '2026-01-01T12:00:00Z',
        paused_at: '2026-01-03T12:00:00Z',
        pause_reason,
      }),
      counts: { brouillon: 1 },
      sends: [sendRow(1, { status: 'brouillon' })],
    });
    render();
    expect(await screen.findByText(pause_reason)).toBeVisible();
    for (const name of ['Envoyer maintenant', 'Changer la date', 'Annuler la campagne']) {
      expect(screen.getByRole('button', { name })).toBeVisible();
    }
  });
  it('scheduled: when, and in how long', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-30T19:00:00Z'), toFake: ['Date'] });
    signInAsAdmin();
    serve({
      row: campaign({ status: 'programmé', send_now: false, send_date: '2026-12-02T19:30:00Z' }),
      counts: { brouillon: 1 },
      sends: [sendRow(1, { status: 'brouillon' })],
    });
    render();
    expect(await screen.findByText('Envoi prévu: 02 décembre 2026 à 14:30')).toBeVisible();
    expect(
      screen.getByText(
        /^Départ dans 2 jours \(heure du Québec\).*Le texte peut être modifié jusqu’au départ\.$/,
      ),
    ).toBeVisible();
    vi.useRealTimers();
  });
  it.each([
    [{ quiet_now: true, quiet_until: '2026-11-25T12:00:00Z' }, /En attente jusqu’à 7.h/],
    [
      {
        outage: { since: '2026-11-24T19:02:00Z', attempts: 2, next_at: '2026-11-24T19:09:00Z', reason: null },
      },
      /Serveur de courriel injoignable depuis 14.h.02, 3e.tentative à 14.h.09/,
    ],
    [{ sent_today: 150 }, 'Limite quotidienne atteinte'],
    [{ ready: false }, 'Envoi suspendu'],
    [{ stop: 'La clé a changé.' }, 'Envois arrêtés'],
    [{}, 'Envoi en cours'],
  ])('sending with %j: « %s »', async (change, title) => {
    // « Envoyer maintenant » ignores the quiet hours; a scheduled sending waits.
    const send_now = !('quiet_until' in change);
    serve({ row: campaign({ send_now }), counts: { programmé: 1 }, sends: [sendRow(1)] });
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/sending_state'
        ? { body: { sent_today: 3, daily_cap: 150, quiet_now: true, ready: true, ...change } }
        : whole(request);
    render();
    expect(await screen.findByText(title)).toBeVisible();
  });
  it('finished, its follow-ups held after a restore: why, and how to go on', async () => {
    const held = { paused_at: '2026-11-20T12:00:00Z', pause_reason: 'Cette campagne n’a pas avancé' };
    serve(
      {
        row: campaign({ status: 'terminé', steps: [campaignStep(1)], ...held }),
        counts: { envoyé: 1 },
        sends: [sendRow(1, { status: 'envoyé' })],
      },
      ({ target }) => ({ body: target === 'rpc/resume_campaign' ? false : [] }),
    );
    render();
    expect(await screen.findByText('Relances retenues')).toBeVisible();
    expect(screen.getByText('Cette campagne n’a pas avancé')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Reprendre' }));
    // Somebody else resumed the campaign first, so no success is announced.
    expect(await screen.findByText('Cette campagne n’était pas en pause')).toBeVisible();
    expect(screen.getByText('À noter')).toBeVisible();
  });
  it.each(['nope', CAMPAIGN_ID])('%s: a campaign that is not there', async (id) => {
    serve({ row: null, counts: {}, sends: [] });
    render(`/admin/campaigns/${id}`);
    expect(await screen.findByText('Cette campagne n’existe pas, ou n’existe plus')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Retour aux campagnes' })).toHaveAttribute(
      'href',
      '/admin/campaigns',
    );
  });
  it('says that it could not be loaded', async () => {
    backend.answer = () => ({ status: 403, body: {} });
    render();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger la campagne');
    vi.mocked(console.error).mockClear();
  });
});

describe('what may be done', () => {
  const fixture = (change: Partial<Fixture> = {}): Fixture => ({
    row: campaign(),
    counts: { programmé: 1 },
    sends: [sendRow(1)],
    ...change,
  });
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

  it('pause, in the server’s own words when it refuses', async () => {
    serve(fixture(), () => ({
      status: 400,
      body: { code: 'P0001', message: 'Cette campagne est terminée' },
    }));
    render();
    await press('Mettre en pause');
    expect(await screen.findByText('Cette campagne est terminée')).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve(fixture(), () => ({ body: true }));
    await press('Mettre en pause');
    expect(await screen.findByText('Campagne mise en pause')).toBeVisible();
    expect(backend.sent('POST', 'rpc/pause_campaign').at(-1)?.body).toEqual({ campaign: CAMPAIGN_ID });
  });
  it('resume sends from here, one after the other, each once, and tells the truth at the end', async () => {
    const paused = { paused_at: '2026-11-01T12:00:00Z', pause_reason: 'Mise en pause par l’équipe' };
    const here = fixture({
      row: campaign(paused),
      counts: { programmé: 3 },
      sends: [sendRow(1), sendRow(2), sendRow(3)],
    });
    const asked: string[] = [];
    serve(here, ({ target, body }) => {
      if (target === 'rpc/resume_campaign') here.row = campaign();
      if (!target.endsWith('/send-campaign-email')) return { body: null };
      const { emailSendId, fromEmail } = body as { emailSendId: string; fromEmail: string };
      asked.push(`${emailSendId} ${fromEmail}`);
      if (emailSendId === 'e2') return { status: 500, body: { error: 'Panne' } };
      here.counts = { envoyé: 2, échec: 1 };
      return { body: { status: 'envoyé', reason: null } };
    });
    render();
    await press('Reprendre');
    expect(
      await screen.findByText('Envoi de 3 emails...', { normalizer: (t) => t.replace(/\s/g, ' ') }),
    ).toBeVisible();
    expect(await screen.findByText('Envoi incomplet')).toBeVisible();
    expect(asked).toEqual(['e1 studio@exemple.test', 'e2 studio@exemple.test', 'e3 studio@exemple.test']);
    // A failure of one message is logged only.
    expect(vi.mocked(console.error).mock.calls.map(([text]) => text)).toEqual(['L’envoi e2 a échoué']);
    vi.mocked(console.error).mockClear();
    expect((await screen.findAllByText('2 envoyés, 1 en échec')).length).toBeGreaterThan(0);
    expect(screen.queryByText('Envoi terminé')).toBeNull();
  });
  it('stops at a refusal of the campaign, and leaves the rest to the server when it is told to wait', async () => {
    const here = fixture({
      row: campaign({ paused_at: '2026-11-01T12:00:00Z', pause_reason: 'x' }),
      counts: { programmé: 9 },
      sends: Array.from({ length: 9 }, (_, index) => sendRow(index)),
    });
    serve(here, () => ({ body: { status: 'programmé', reason: 'Limite quotidienne' } }));
    render();
    await press('Reprendre');
    expect(await screen.findByText(/9\sà envoyer\. Le serveur s’occupe du reste\./)).toBeVisible();
    expect(backend.requests.filter(({ target }) => target.endsWith('send-campaign-email'))).toHaveLength(5);
    backend.requests = [];
    serve(here, ({ target }) =>
      target.endsWith('send-campaign-email')
        ? { status: 409, body: { error: 'Reprenez la campagne' } }
        : { body: null },
    );
    await press('Reprendre');
    expect(await screen.findByText('Reprenez la campagne')).toBeVisible();
    expect(backend.requests.filter(({ target }) => target.endsWith('send-campaign-email'))).toHaveLength(1);
    vi.mocked(console.error).mockClear();
  });
  it('resume asks while every campaign is held for the sender’s reputation', async () => {
    const why = '9 adresses en erreur sur 100 messages en 30 jours';
    const here = fixture({ row: campaign({ paused_at: '2026-11-01T12:00:00Z', pause_reason: why }) });
    serve(here, ({ target }) => ({
      body: target.endsWith('/send-campaign-email') ? { status: 'envoyé', reason: null } : true,
    }));
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'rpc/sending_state'
        ? { body: { sent_today: 0, daily_cap: 150, ready: true, reputation_stop: why } }
        : whole(request);
    render();
    await screen.findByText('Envoi en pause');
    await waitFor(() => expect(backend.sent('POST', 'rpc/sending_state')).not.toEqual([]));
    await press('Reprendre');
    const dialog = await screen.findByRole('alertdialog', { name: 'Reprendre malgré tout?' });
    expect(dialog).toHaveTextContent(why);
    expect(backend.sent('POST', 'rpc/resume_campaign')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Reprendre' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/resume_campaign')).toHaveLength(1));
    expect(backend.sent('POST', 'rpc/resume_campaign')[0]?.body).toEqual({
      campaign: CAMPAIGN_ID,
      despite_reputation: true,
    });
  });
  it('changes the text of what has not left, approved anew', async () => {
    const row = campaign({
      status: 'programmé',
      send_now: false,
      send_date: '2031-12-02T19:30:00Z',
      message_subject: 'Pour {ville}',
      message_body: 'Bonjour',
    });
    serve(fixture({ row, counts: { brouillon: 1 } }));
    render();
    await userEvent.click(await screen.findByRole('button', { name: 'Modifier le texte' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le texte' }));
    const body = dialog.getByLabelText(/^Message/);
    expect(body).toHaveValue('Bonjour');
    await userEvent.clear(body);
    await userEvent.click(body);
    await userEvent.paste('Bonjour {prenom}');
    await userEvent.click(dialog.getByRole('button', { name: 'Approuver ce texte' }));
    expect(await dialog.findByText(/Variable inconnue.: \{prenom\}/)).toBeVisible();
    await userEvent.clear(body);
    await userEvent.click(body);
    await userEvent.paste('Bonjour {nom | vous}');
    await userEvent.click(dialog.getByRole('button', { name: 'Approuver ce texte' }));
    expect(await screen.findByText('Texte approuvé de nouveau')).toBeVisible();
    expect(backend.sent('POST', 'rpc/rewrite_campaign')[0]?.body).toEqual({
      campaign: CAMPAIGN_ID,
      subject: 'Pour {ville}',
      body: 'Bonjour {nom | vous}',
      steps: [],
    });
  });
  it('says what is wrong with the follow-up’s text as with the first one’s, and shows both', async () => {
    const row = campaign({
      status: 'programmé',
      send_now: false,
      send_date: '2031-12-02T19:30:00Z',
      message_subject: 'Pour {ville}',
      message_body: 'Bonjour',
      steps: [campaignStep(1)],
    });
    serve(fixture({ row, counts: { brouillon: 1 } }));
    render();
    expect(
      within(await screen.findByRole('region', { name: /^1re relance/ })).getByText(/^Rebonjour/),
    ).toBeInTheDocument();
    await userEvent.click(await screen.findByRole('button', { name: 'Modifier le texte' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Modifier le texte' }));
    expect(dialog.queryByText(/sans chiffrement/)).toBeNull();
    await userEvent.click(dialog.getByRole('button', { name: /texte de la 1re relance/ }));
    await userEvent.click(
      within(dialog.getByRole('listitem', { name: '1re relance' })).getByLabelText(/^Message/),
    );
    await userEvent.paste('[voici](http://a.test)');
    expect(dialog.getByText(/sans chiffrement/)).toBeVisible();
  });
  it('takes one person out before the message leaves, and back in', async () => {
    serve(
      fixture({
        row: campaign({ status: 'programmé', send_now: false, send_date: '2031-12-02T19:30:00Z' }),
        counts: { brouillon: 1, envoyé: 1 },
        sends: [sendRow(1, { status: 'brouillon' }), sendRow(2, { status: 'envoyé' })],
      }),
    );
    render();
    await userEvent.click(await screen.findByRole('button', { name: 'Retirer Personne 1 de la campagne' }));
    const toast = (await screen.findByText('Personne 1 ne recevra pas cette campagne')).closest('li');
    await userEvent.click(within(toast as HTMLElement).getByRole('button', { name: 'Annuler' }));
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/remove_campaign_recipient').map(({ body }) => body)).toEqual([
        { send: 'e1', removed: true },
        { send: 'e1', removed: false },
      ]),
    );
    expect(screen.queryByRole('button', { name: /^Retirer Personne 2/ })).toBeNull();
  });
  it('cancel, once confirmed', async () => {
    serve(fixture());
    render();
    await press('Annuler la campagne');
    const dialog = await screen.findByRole('alertdialog', { name: 'Annuler la campagne?' });
    expect(dialog).toHaveTextContent('1 courriel ne partira pas.');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Garder la campagne' }));
    expect(backend.sent('POST', 'rpc/cancel_campaign')).toEqual([]);
    await press('Annuler la campagne');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Annuler la campagne' }),
    );
    expect(await screen.findByText('Campagne annulée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/cancel_campaign')).toHaveLength(1);
  });
  it('retries the failures', async () => {
    serve(
      fixture({ row: campaign({ status: 'terminé' }), counts: { échec: 2 }, sends: [] }),
      ({ target }) => ({
        body: target === 'rpc/retry_failed_sends' ? 2 : null,
      }),
    );
    render();
    await press('Renvoyer les échecs');
    expect(await screen.findByRole('alertdialog')).toHaveTextContent('2 courriels en échec repartiront.');
    await press('Renvoyer');
    expect(
      await screen.findByText('2 courriels repartent', { normalizer: (t) => t.replace(/\s/g, ' ') }),
    ).toBeVisible();
  });
  it('settles by hand what is uncertain', async () => {
    serve(
      fixture({
        row: campaign({ status: 'terminé' }),
        counts: { incertain: 1 },
        sends: [sendRow(1, { status: 'incertain' })],
      }),
    );
    render();
    await press('Trancher l’envoi à Personne 1');
    const dialog = await screen.findByRole('dialog', { name: 'Ce message est-il arrivé?' });
    expect(within(dialog).getByRole('button', { name: 'Il n’est pas arrivé, renvoyer' })).toBeVisible();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Il est arrivé' }));
    expect(await screen.findByText('Envoi tranché')).toBeVisible();
    expect(backend.sent('POST', 'rpc/resolve_uncertain_send')[0]?.body).toEqual({
      send: 'e1',
      arrived: true,
    });
  });
  it('changes the date of what has not left', async () => {
    vi.useFakeTimers({ now: new Date('2026-11-30T19:00:00Z'), toFake: ['Date'] });
    signInAsAdmin();
    serve(
      fixture({
        row: campaign({ status: 'programmé', send_now: false, send_date: '2026-12-02T19:30:00Z' }),
        counts: { brouillon: 1 },
      }),
    );
    render();
    await press('Changer la date');
    const dialog = within(await screen.findByRole('dialog', { name: 'Changer la date d’envoi' }));
    expect(dialog.getByRole('textbox', { name: /Date d’envoi/ })).toHaveValue('02 déc. 2026');
    const time = dialog.getByLabelText(/Heure d’envoi/);
    expect(time).toHaveValue('14:30');
    await userEvent.clear(dialog.getByRole('textbox', { name: /Date d’envoi/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Date d’envoi/ }), '2026-11-29');
    await userEvent.click(dialog.getByRole('button', { name: 'Changer la date' }));
    expect(await dialog.findByText('La date d’envoi doit être dans le futur')).toBeVisible();
    await userEvent.clear(dialog.getByRole('textbox', { name: /Date d’envoi/ }));
    await userEvent.type(dialog.getByRole('textbox', { name: /Date d’envoi/ }), '2026-12-24');
    await userEvent.click(dialog.getByRole('button', { name: 'Changer la date' }));
    expect(await screen.findByText('Date d’envoi changée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/reschedule_campaign')[0]?.body).toEqual({
      campaign: CAMPAIGN_ID,
      new_date: '2026-12-24T19:30:00.000Z',
    });
    vi.useRealTimers();
  });
});

describe('the recipients', () => {
  const many = Array.from({ length: 2000 }, (_, index) =>
    sendRow(index, { status: index < 3 ? 'échec' : 'envoyé' }),
  );

  it('are all read past the cut of the data API, searched, and filtered in the address', {
    tags: ['proof'],
  }, async () => {
    serve({ row: campaign({ status: 'terminé' }), counts: { envoyé: 1997, échec: 3 }, sends: many });
    const { address } = render(`/admin/campaigns/${CAMPAIGN_ID}?etat=échec`);
    expect(
      await screen.findByText('3 résultats', { normalizer: (t) => t.replace(/\s/g, ' ') }),
    ).toBeVisible();
    // Delivery events are a separate query.
    const asked = backend.sent('GET', 'email_sends').filter(({ query }) => !query.has('or'));
    expect(asked.map(({ query }) => query.get('offset'))).toEqual(['0', '1000', '2000']);
    expect(screen.getAllByRole('row')).toHaveLength(4);
    await userEvent.type(screen.getByRole('searchbox', { name: 'Rechercher un destinataire' }), 'ville 2');
    await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
    await waitFor(() => expect(decodeURIComponent(address())).toContain('q=ville+2'));
    await userEvent.type(screen.getByRole('searchbox'), 'introuvable');
    expect(await screen.findByText('Aucun destinataire ne correspond à votre recherche')).toBeVisible();
  });
  it('leave as a file, formulas made harmless', () => {
    const send = {
      id: '1',
      step: 1,
      status: 'échec',
      name: '=cmd|calc',
      company: 'Ville',
      email: 'a@b.ca',
    } as const;
    const csv = sendsToCsv(
      [
        {
          ...send,
          attempts: 2,
          next_attempt_at: '',
          last_error: 'Adresse inconnue',
          finished_at: '2026-11-01T12:05:00Z',
          contact_id: null,
          lobbying_ground: null,
          lobbying_reference: null,
        },
      ],
      {
        1: {
          id: '1',
          delivered_at: '2026-11-01T13:00:00Z',
          opened_at: null,
          clicked_at: null,
          replied_at: null,
          bounced_at: null,
          bounce_reason: null,
          complained_at: null,
          troubles: [{ kind: 'failed', detail: 'quota' }],
        },
      },
    );
    expect(csv.replace(/\u00a0/g, ' ')).toBe(
      `\uFEFF${[
        'Nom',
        'Entreprise',
        'Courriel',
        'Message',
        'État',
        'Envoyé le',
        'Raison',
        'Essais',
        'Livré le',
        'Ouvert le (estimé)',
        'Clic le (estimé)',
        'Réponse le',
        'Rebond le',
        'Plainte le',
        'Autres suites',
      ]
        .map((header) => `"${header}"`)
        .join(
          ';',
        )}\r\n"'=cmd|calc";"Ville";"a@b.ca";"1re relance";"Échec";"2026-11-01 07:05";"Adresse inconnue";"2";"2026-11-01 08:00";"";"";"";"";"";"Abandonné par le fournisseur : quota"\r\n`,
    );
  });
  it('say when they are tried again, and nothing of the sort while the first attempt is under way', async () => {
    const next = { attempts: 1, next_attempt_at: '2026-11-01T12:05:00Z' };
    serve({
      row: campaign(),
      counts: { programmé: 2 },
      sends: [sendRow(1, next), sendRow(2, { ...next, last_error: 'Serveur occupé' })],
    });
    render();
    await screen.findByText('Personne 1');
    expect(row('Personne 1')).not.toHaveTextContent('Nouvel essai');
    expect(row('Personne 2')).toHaveTextContent(
      /Nouvel essai\s: 1er novembre 2026 à 7\sh\s05.*Serveur occupé/,
    );
  });
  it('come to their end on screen too when the server finishes, after the campaign itself has', {
    tags: ['proof'],
    timeout: 30_000,
  }, async () => {
    const here: Fixture = { row: campaign(), counts: { programmé: 1 }, sends: [sendRow(1)] };
    serve(here);
    render();
    await screen.findByText('Personne 1');
    expect(row('Personne 1')).toHaveTextContent('Programmé');
    // The campaign is read as finished before its messages are read again.
    here.row = campaign({ status: 'terminé' });
    here.counts = { envoyé: 1 };
    expect(await screen.findByText('Tous les emails ont été envoyés', {}, { timeout: 10_000 })).toBeVisible();
    here.sends = [sendRow(1, { status: 'envoyé' })];
    await waitFor(() => expect(row('Personne 1')).toHaveTextContent('Envoyé'));
  });
  it('each show the message as it was sent', async () => {
    serve(
      {
        row: campaign({ status: 'terminé' }),
        counts: { envoyé: 1 },
        sends: [sendRow(1, { status: 'envoyé' })],
      },
      ({ target }) =>
        target === 'email_sends'
          ? {
              body: {
                id: 'e1',
                subject: 'Une visite',
                body: 'Bonjour **Ève**',
                status: 'envoyé',
                from_email: 'studio@exemple.test',
                finished_at: '2026-11-01T12:05:00Z',
                identity: {
                  sender_name: 'Studio',
                  legal_name: 'Studio inc.',
                  postal_address: '1, rue',
                  contact_email: 'b@c.ca',
                  contact_phone: '',
                },
              },
            }
          : { body: null },
    );
    render();
    await userEvent.click(await screen.findByRole('button', { name: 'Voir le message à Personne 1' }));
    const message = within(await screen.findByRole('region', { name: 'Tel qu’envoyé' }));
    expect(message.getByText('Une visite')).toBeVisible();
    expect(message.getByText('Ève').tagName).toBe('STRONG');
    expect(message.getByText('Studio inc.')).toBeVisible();
    expect(message.getByText(/^Studio inc\. vous écrit à p1@exemple\.test parce que/)).toBeVisible();
  });
});
