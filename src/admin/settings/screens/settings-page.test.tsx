import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settingsRow } from '@tests/campaign-rows';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ReadOnlyContext } from '@/shared/lib/read-only';
import { FROM_SETUP } from '../parts/setup-return';

const { runSummary } = await import('./sending-status');
const { EmailSettingsPage, SettingsPage } = await import('./settings-page');

const dispatcherState = (change: object = {}) => ({
  id: 1,
  last_run_at: new Date().toISOString(),
  last_summary: {},
  transport: 'smtp',
  last_error: null,
  ...change,
});

function serve(settings: ReturnType<typeof settingsRow>, dispatcher: object | null = dispatcherState()) {
  backend.answer = ({ method, target, body }) => {
    if (target === 'rpc/sending_state') {
      return { body: { sent_today: 12, daily_cap: 150, quiet_now: false, ready: true } };
    }
    if (target === 'dispatcher_state') return { body: dispatcher ? [dispatcher] : [] };
    return { body: method === 'GET' ? settings : [{ ...settings, ...(body as object) }] };
  };
}

const open = async () => {
  const view = renderScreen(<SettingsPage />, { path: '/admin/parametres' });
  await screen.findByRole('form', { name: 'Réglages' });
  return view;
};
const openEmails = async () => {
  const view = renderScreen(<EmailSettingsPage />, { path: '/admin/parametres/courriels' });
  await screen.findByRole('form', { name: 'Courriels' });
  return view;
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

it('leads back to the setup list that opened it, once saved; the address that people write to is proposed as sender', async () => {
  serve(settingsRow({ verified_senders: [] }));
  const at = '/admin/parametres/courriels';
  const { address } = renderScreen(<EmailSettingsPage />, { path: at, state: FROM_SETUP });
  expect(await screen.findByLabelText('Nouvelle adresse')).toHaveValue('bonjour@exemple.test');
  await press('Enregistrer');
  await waitFor(() => expect(address()).toBe('/admin/demarrage'));
  expect(backend.sent('PATCH', 'sending_settings')[0]?.body).toMatchObject({
    verified_senders: ['bonjour@exemple.test'],
  });
});

describe('the identity of the studio', () => {
  it('is saved whole, its numbers as the government writes them, and shown as it is typed', async () => {
    serve(settingsRow());
    await open();
    await userEvent.clear(screen.getByLabelText(/Nom légal/));
    await writeInto(screen.getByLabelText(/Nom légal/), 'Studio inc.');
    await writeInto(screen.getByLabelText(/^NEQ/), '117 000 0001');
    expect(screen.queryByLabelText(/Numéro de TPS/)).toBeNull();
    await userEvent.selectOptions(screen.getByLabelText(/^TPS et TVQ/), 'Inscrit');
    await writeInto(screen.getByLabelText(/Numéro de TPS/), '123456789rt0001');
    await writeInto(screen.getByLabelText(/Numéro de TVQ/), '1234567890 tq 0001');
    await writeInto(
      screen.getByLabelText(/Coordonnées de virement/),
      'Institution 815, transit 30200, compte 123456-7',
    );
    const previews = within(screen.getByRole('region', { name: 'Aperçus' }));
    expect(previews.getAllByText(/Studio inc\./).length).toBeGreaterThan(2);
    expect(backend.sent('PATCH', 'studio')).toEqual([]);
    await press('Enregistrer');
    expect(await screen.findByText('Réglages enregistrés')).toBeVisible();
    expect(backend.sent('PATCH', 'studio')[0]?.body).toEqual({
      sender_name: 'Territoire 360',
      legal_name: 'Studio inc.',
      postal_address: '100, rue du Quai',
      contact_email: 'bonjour@exemple.test',
      contact_phone: '',
      neq: '1170000001',
      tax_registered: true,
      tps_number: '123456789 RT0001',
      tvq_number: '1234567890 TQ0001',
      bank_details: 'Institution 815, transit 30200, compte 123456-7',
      logo_path: null,
    });
  });
  it('forgets the tax numbers of who is not registered, and refuses a wrong one', async () => {
    serve(
      settingsRow({ tax_registered: true, tps_number: '123456789 RT0001', tvq_number: '1234567890 TQ0001' }),
    );
    await open();
    await userEvent.clear(screen.getByLabelText(/Numéro de TPS/));
    await userEvent.type(screen.getByLabelText(/Numéro de TPS/), '12345');
    await press('Enregistrer');
    expect(await screen.findByText(/Neuf chiffres, puis RT/)).toBeVisible();
    expect(backend.sent('PATCH', 'studio')).toEqual([]);
    await userEvent.clear(screen.getByLabelText(/Numéro de TPS/));
    await userEvent.selectOptions(screen.getByLabelText(/^TPS et TVQ/), 'Non inscrit (petit fournisseur)');
    await press('Enregistrer');
    expect(await screen.findByText('Réglages enregistrés')).toBeVisible();
    expect(backend.sent('PATCH', 'studio')[0]?.body).toMatchObject({
      tax_registered: false,
      tps_number: '',
      tvq_number: '',
    });
  });
  it('takes no drawing as a logo, nor a large file', async () => {
    serve(settingsRow());
    await open();
    const choose = (file: File) =>
      userEvent.upload(screen.getByLabelText('Fichier du logo'), file, { applyAccept: false });
    await choose(new File(['<svg onload="x"/>'], 'logo.svg', { type: 'image/svg+xml' }));
    expect(await screen.findByText('Choisissez une image PNG, JPEG ou WebP.')).toBeVisible();
    await choose(new File([new Uint8Array(1024 * 1024 + 1)], 'logo.png', { type: 'image/png' }));
    expect(await screen.findByText(/Le logo ne peut pas dépasser/)).toBeVisible();
    expect(backend.requests.filter(({ target }) => target.includes('storage'))).toEqual([]);
  });
  it('may only be read by a reader', async () => {
    serve(settingsRow());
    renderScreen(
      <ReadOnlyContext value={true}>
        <SettingsPage />
      </ReadOnlyContext>,
    );
    await screen.findByRole('form', { name: 'Réglages' });
    expect(screen.getByLabelText(/Nom légal/)).toBeDisabled();
    expect(screen.queryByRole('button', { name: 'Enregistrer' })).toBeNull();
  });
});

describe('the settings of sending', () => {
  it('are saved whole, the verified senders with them', async () => {
    serve(settingsRow());
    await openEmails();
    await writeInto(screen.getByLabelText('Nouvelle adresse'), 'PROJETS@exemple.test');
    await userEvent.keyboard('{Enter}');
    await press('Retirer studio@exemple.test');
    await userEvent.type(screen.getByLabelText(/Heures calmes, début/), '21:00');
    await userEvent.type(screen.getByLabelText(/Heures calmes, fin/), '08:00');
    expect(backend.sent('PATCH', 'sending_settings')).toEqual([]);
    await press('Enregistrer');
    expect(await screen.findByText('Réglages enregistrés')).toBeVisible();
    expect(backend.sent('PATCH', 'sending_settings')[0]?.body).toEqual({
      verified_senders: ['projets@exemple.test'],
      daily_cap: 150,
      quiet_start: '21:00',
      quiet_end: '08:00',
      campaign_gap_days: 14,
      warms_up: false,
      inbound_domain: '',
      mandate_number: '',
      mandate_from: null,
      mandate_until: null,
    });
  });
  it('take along an address that was typed and not added', async () => {
    serve(settingsRow());
    await openEmails();
    await writeInto(screen.getByLabelText('Nouvelle adresse'), ' PROJETS@exemple.test');
    await press('Enregistrer');
    expect(await screen.findByText('Réglages enregistrés')).toBeVisible();
    expect(backend.sent('PATCH', 'sending_settings')[0]?.body).toMatchObject({
      verified_senders: ['studio@exemple.test', 'projets@exemple.test'],
    });
    expect(screen.getByLabelText('Nouvelle adresse')).toHaveValue('');
  });
  it('refuse an address typed wrongly and not added, and keep it', { tags: ['proof'] }, async () => {
    serve(settingsRow());
    const { go } = await openEmails();
    await writeInto(screen.getByLabelText('Nouvelle adresse'), 'projets@');
    await press('Enregistrer');
    expect(await screen.findByText('Email invalide')).toBeVisible();
    expect(screen.getByLabelText('Nouvelle adresse')).toHaveValue('projets@');
    expect(backend.sent('PATCH', 'sending_settings')).toEqual([]);
    await go('/ailleurs');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
  });
  it('name what is wrong', async () => {
    serve(settingsRow());
    await openEmails();
    await userEvent.type(screen.getByLabelText('Nouvelle adresse'), 'studio');
    await press('Ajouter');
    expect(screen.getByText('Email invalide')).toBeVisible();
    await userEvent.clear(screen.getByLabelText('Nouvelle adresse'));
    await writeInto(screen.getByLabelText('Nouvelle adresse'), 'studio@exemple.test');
    await press('Ajouter');
    expect(screen.getByText('Cette adresse est déjà dans la liste')).toBeVisible();
    await userEvent.clear(screen.getByLabelText(/Limite quotidienne/));
    await userEvent.type(screen.getByLabelText(/Limite quotidienne/), '0');
    await userEvent.type(screen.getByLabelText(/Heures calmes, début/), '21:00');
    await press('Enregistrer');
    expect(await screen.findByText('La limite quotidienne doit être au moins 1')).toBeVisible();
    expect(screen.getByText('L’heure de fin est requise')).toBeVisible();
    expect(backend.sent('PATCH', 'sending_settings')).toEqual([]);
  });
  it('name a contact e-mail that is wrong, in French', async () => {
    serve(settingsRow());
    await open();
    await userEvent.type(screen.getByLabelText(/Courriel de contact/), ' x');
    await press('Enregistrer');
    expect(await screen.findByText('Email invalide')).toBeVisible();
  });
  it('say that nothing is sent while they are empty', async () => {
    serve(settingsRow({ postal_address: '', legal_name: ' ' }));
    await open();
    expect(screen.getByRole('alert')).toHaveTextContent(
      /L’envoi est refusé tant que ces réglages sont vides\s: nom légal, adresse postale\./,
    );
  });
  it('give each sender its signature, those of the others kept', async () => {
    serve(settingsRow({ sender_signatures: { 'autre@exemple.test': 'Léo' } }));
    await openEmails();
    await press('Signature de studio@exemple.test');
    const dialog = within(await screen.findByRole('dialog', { name: 'Signature' }));
    await userEvent.click(dialog.getByRole('textbox'));
    await userEvent.paste('Zoé Roy');
    await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer la signature' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    // The surrounding form was not submitted.
    expect(backend.sent('PATCH', 'sending_settings').map(({ body }) => body)).toEqual([
      { sender_signatures: { 'autre@exemple.test': 'Léo', 'studio@exemple.test': 'Zoé Roy' } },
    ]);
  });
  it('say that no campaign may leave without a sender', async () => {
    serve(settingsRow({ verified_senders: [] }));
    await openEmails();
    expect(screen.getByText(/aucune campagne ne peut partir/)).toBeVisible();
  });
  it('keep what was typed when saving fails, and ask before it is lost', async () => {
    serve(settingsRow());
    const { go } = await open();
    await writeInto(screen.getByLabelText(/Téléphone/), '418 555-0136');
    const whole = backend.answer;
    backend.answer = (request) => (request.method === 'PATCH' ? offline() : whole(request));
    await press('Enregistrer');
    expect(await screen.findByText('Impossible d’enregistrer les réglages')).toBeVisible();
    vi.mocked(console.error).mockClear();
    expect(screen.getByLabelText(/Téléphone/)).toHaveValue('418 555-0136');
    await go('/ailleurs');
    expect(await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' })).toBeVisible();
  });
  it('say that they could not be loaded', async () => {
    backend.answer = () => ({ status: 403, body: {} });
    renderScreen(<SettingsPage />);
    expect(await screen.findByText('Impossible de charger les réglages')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
});

describe('the state of sending', () => {
  it.each([
    [null, 'N’a jamais tourné'],
    [dispatcherState({ last_run_at: '2026-01-01T12:00:00Z' }), 'Arrêté'],
    [dispatcherState({ last_error: 'Clé refusée' }), 'En erreur'],
    [dispatcherState(), 'En marche'],
  ])('%j: « %s »', async (dispatcher, label) => {
    serve(settingsRow(), dispatcher);
    await openEmails();
    const state = within(screen.getByRole('region', { name: 'État de l’envoi' }));
    expect(await state.findByText(label)).toBeVisible();
    expect(await state.findByText(/12\scourriels envoyés sur 150/)).toBeVisible();
  });
  it('names the provider and the last error', async () => {
    serve(settingsRow(), dispatcherState({ transport: 'resend', last_error: 'Clé refusée' }));
    await openEmails();
    expect(await screen.findByText('Resend')).toBeVisible();
    expect(screen.getByText('Clé refusée')).toBeVisible();
  });
  it('is asked for again after a failure', async () => {
    serve(settingsRow());
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'dispatcher_state' ? { status: 403, body: {} } : whole(request);
    await openEmails();
    await screen.findByText('Impossible de charger l’état de l’envoi.');
    vi.mocked(console.error).mockClear();
    backend.answer = whole;
    await press('Réessayer');
    await waitFor(() => expect(screen.getByText('En marche')).toBeVisible());
  });
  it('sums up a run in words', () => {
    const plain = (summary: unknown) => runSummary(summary).replace(/\s/g, ' ');
    expect(plain(null)).toBe('Rien à envoyer');
    expect(plain({ campaigns: { accepted: 3, retry: 1 }, notifications: { accepted: 1, rejected: 1 } })).toBe(
      '3 courriels de campagne envoyés, 1 avis envoyé, 2 difficultés',
    );
  });
});

describe('what a studio seldom needs', () => {
  const sections = () => within(screen.getByRole('navigation', { name: 'Sections des réglages' }));

  it('is folded, and every screen of the settings is a link', async () => {
    serve(settingsRow());
    await open();
    expect(
      sections()
        .getAllByRole('link', { hidden: true })
        .map(({ textContent }) => textContent)
        // The links of other subjects come after these.
        .slice(0, 13),
    ).toEqual([
      'Studio',
      'Profil public',
      'Prix et estimation',
      'Partage',
      'Preuve',
      'Courriels',
      'Copies',
      'Équipe',
      'Données personnelles',
      'Répertoire',
      'Sécurité du compte',
      'Assistant',
      'Registre des lobbyistes et réchauffement',
    ]);
    expect(sections().getByText('Avancé').closest('details')).not.toHaveAttribute('open');
  });

  it('opens where the address leads to it', async () => {
    serve(settingsRow());
    renderScreen(<EmailSettingsPage />, {
      path: '/admin/parametres/courriels',
      at: '/admin/parametres/courriels#avance',
    });
    const mandate = await screen.findByLabelText(/^Numéro du mandat/);
    expect(mandate.closest('details')).toHaveAttribute('open');
    expect(sections().getByText('Avancé').closest('details')).toHaveAttribute('open');
  });
});
