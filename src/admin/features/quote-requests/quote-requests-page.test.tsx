import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendRequest, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { quote } from '@tests/quote-request-rows';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '@/admin/data/quote-requests/quote-requests';

const { QuoteRequestsPage } = await import('./quote-requests-page');

const PATH = '/admin/soumissions';
const second = quote({
  id: 'd0000000-0000-4000-8000-000000000002',
  organization_name: 'MRC du Val-Boisé',
  organization_type: 'mrc',
  status: 'répondu',
  message: 'Trente rues',
});
let rows: QuoteRequest[];
let emails: object[];

/** Answers reads from the rows, page by page, and does what it is told. */
function serve({ method, target, query, body }: BackendRequest) {
  if (target === 'notifications') return { body: emails };
  if (method === 'GET') {
    const from = Number(query.get('offset') ?? 0);
    return { body: rows.slice(from, from + Number(query.get('limit') ?? 1000)) };
  }
  if (method === 'PATCH') {
    const ids = query.get('id') ?? '';
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...(body as object) } : row));
    return { status: 204 };
  }
  const { ids = [] } = body as { ids?: string[] };
  if (target === 'rpc/delete_quote_requests') rows = rows.filter(({ id }) => !ids.includes(id));
  if (target === 'rpc/convert_quote_to_contact') {
    rows = rows.map((row) => ({ ...row, contact_id: 'c0000000-0000-4000-8000-000000000009' }));
    return { body: 'c0000000-0000-4000-8000-000000000009' };
  }
  return { body: ids.length };
}

// Whole journeys, one click after the other: a busy machine needs more than the usual five seconds.
vi.setConfig({ testTimeout: 20_000 });

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  rows = [quote(), second];
  emails = [];
  backend.answer = serve;
});

const open = (query = '') => renderScreen(<QuoteRequestsPage />, { path: PATH, at: PATH + query });
const detail = () => screen.findByRole('dialog');
const apply = () => screen.getByRole('button', { name: 'Appliquer' });

describe('the states of the list', () => {
  it('loads, then shows each request with what it asks, where it stands and when', async () => {
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Chargement…');
    const row = await screen.findByRole('row', { name: /Ville de Percé/ });
    expect(screen.getByText('2 demandes reçues, dont 1 à traiter')).toBeVisible();
    for (const text of ['Ville · Ève Côté', 'Visite virtuelle', 'Nouveau', /en retard de|reste/]) {
      expect(within(row).getByText(text)).toBeVisible();
    }
  });

  it('says that nothing came yet', async () => {
    rows = [];
    open();
    expect(await screen.findByText('Aucune demande de soumission pour le moment')).toBeVisible();
  });

  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les soumissions');
    vi.mocked(console.error).mockClear();
    backend.answer = serve;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('row', { name: /Ville de Percé/ })).toBeVisible();
  });

  it('says that nothing answers to the search, and clears it', async () => {
    open('?q=introuvable&statut=nouveau');
    expect(await screen.findByText('Aucune demande ne correspond à votre recherche')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(await screen.findByRole('row', { name: /Val-Boisé/ })).toBeVisible();
  });

  it('reads past the thousand rows of one answer', async () => {
    rows = Array.from({ length: 1_203 }, (_, index) => quote({ id: `d${index}`, status: 'répondu' }));
    open();
    expect(await screen.findByText(/^1\s203 demandes reçues$/)).toBeVisible();
    expect(await screen.findByRole('table')).toHaveAttribute('aria-rowcount', '1204');
  });
});

describe('search, filters and sort', () => {
  it('live in the address, beside the open request', async () => {
    const { address } = open();
    await userEvent.type(await screen.findByLabelText('Rechercher une demande'), 'val boise');
    await userEvent.click(screen.getByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByLabelText('Statut'), 'Répondu');
    await userEvent.selectOptions(screen.getByLabelText('Type d’organisation'), 'MRC');
    await userEvent.selectOptions(screen.getByLabelText('Service'), 'Visite virtuelle');
    expect(screen.queryByRole('row', { name: /Ville de Percé/ })).toBeNull();
    await waitFor(() =>
      expect(address()).toMatch(/q=val\+boise.*statut=.*organisme=mrc.*service=visite-virtuelle/),
    );
    await userEvent.click(screen.getByRole('link', { name: 'MRC du Val-Boisé' }));
    expect(address()).toMatch(/q=val\+boise.*demande=/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(address()).toMatch(/q=val\+boise/);
    expect(address()).not.toMatch(/demande=/);
  });
});

describe('one request', () => {
  it('opens by its address, in full, and opening changes nothing', async () => {
    rows = [
      quote({
        phone: '418 555-0123 poste 4',
        message: 'Bonjour,\ntrois rues',
        contact_name: '<b>Ève</b>',
        marketing_consent_version: '2026-11-21',
      }),
    ];
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    expect(dialog).toHaveAccessibleName('Ville de Percé');
    for (const text of [
      '<b>Ève</b>',
      'eve.cote@perce.example',
      '418 555-0123 poste 4',
      /Bonjour,\s+trois rues/,
    ]) {
      expect(within(dialog).getByText(text)).toBeVisible();
    }
    expect(within(dialog).getByText(/Acceptés \(texte du 2026-11-21\)/)).toHaveTextContent(
      'J’accepte de recevoir',
    );
    expect(within(dialog).getByText('16 novembre 2026 à 10 h')).toBeVisible();
    expect(backend.requests.filter(({ method }) => method !== 'GET')).toEqual([]);
  });

  it('says when it is no longer there', async () => {
    open('?demande=inconnue');
    expect(await detail()).toHaveTextContent('Cette demande n’existe plus.');
  });

  it('saves nothing while a status is being chosen, as by the arrow keys', async () => {
    open(`?demande=${quote().id}`);
    const status = within(await detail()).getByLabelText('Statut');
    for (const choice of ['En cours', 'Répondu', 'Archivé']) await userEvent.selectOptions(status, choice);
    expect(backend.sent('PATCH', 'quote_requests')).toEqual([]);
    expect(status).toHaveValue('archivé');
    await userEvent.click(apply());
    await waitFor(() => expect(rows[0]?.status).toBe('archivé'));
    expect(backend.sent('PATCH', 'quote_requests')).toHaveLength(1);
    const toasts = await screen.findAllByText('Statut mis à jour');
    await userEvent.click(
      within(toasts.at(-1)?.closest('li') as HTMLElement).getByText('Annuler', { selector: 'button' }),
    );
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/undo_status')[0]?.body).toEqual({
        ...{ kind: 'quote_requests', given: 'archivé' },
        before: [{ id: quote().id, status: 'nouveau' }],
      }),
    );
    expect(screen.getByRole('dialog')).toBeVisible();
  });

  it('shows the status applied at once, and takes it back when the network is gone', async () => {
    open(`?demande=${quote().id}`);
    const status = within(await detail()).getByLabelText('Statut');
    await userEvent.selectOptions(status, 'En cours');
    await userEvent.click(apply());
    await waitFor(() => expect(rows[0]?.status).toBe('en_cours'));
    expect((await screen.findAllByText('Statut mis à jour')).length).toBeGreaterThan(0);

    let refuse = () => {};
    backend.answer = (request) =>
      request.method === 'PATCH'
        ? new Promise<never>((_, reject) => (refuse = () => reject(new TypeError('réseau'))))
        : serve(request);
    await userEvent.selectOptions(status, 'Archivé');
    await userEvent.click(apply());
    await waitFor(() => expect(status).toHaveValue('archivé'));
    refuse();
    expect(await screen.findByText('Impossible de changer le statut')).toBeVisible();
    await waitFor(() => expect(status).toHaveValue('en_cours'));
    vi.mocked(console.error).mockClear();
  });

  it('offers to mark it « répondu » after the answer was begun', async () => {
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    const reply = within(dialog).getByRole('link', { name: 'Répondre' });
    expect(reply).toHaveAttribute(
      'href',
      expect.stringMatching(/^mailto:eve\.cote@perce\.example\?subject=Votre/),
    );
    expect(screen.queryByRole('button', { name: 'Marquer « répondu »' })).toBeNull();
    reply.addEventListener('click', (event) => event.preventDefault());
    await userEvent.click(reply);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Marquer « répondu »' }));
    await waitFor(() => expect(rows[0]?.status).toBe('répondu'));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Marquer « répondu »' })).toBeNull());
  });

  it('becomes a contact, with the city guessed and the region asked for', async () => {
    rows = [quote({ marketing_consent_version: '2026-11-21' })];
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Convertir en contact' }));
    const city = within(dialog).getByLabelText(/Ville/);
    expect(city).toHaveValue('Percé');
    await userEvent.clear(city);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Créer le contact' }));
    expect(await within(dialog).findByText('La région est requise')).toBeVisible();
    expect(city).toHaveAccessibleDescription('La ville est requise');
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')).toEqual([]);
    await userEvent.type(city, 'Percé');
    await userEvent.selectOptions(within(dialog).getByLabelText(/Région/), 'Gaspésie–Îles-de-la-Madeleine');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Créer le contact' }));
    const link = await within(dialog).findByRole('link', { name: 'Ouvrir la fiche du contact' });
    expect(link).toHaveAttribute('href', '/admin/contacts/c0000000-0000-4000-8000-000000000009');
    expect(await screen.findByText('Contact ajouté à votre liste')).toBeInTheDocument();
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')).toMatchObject([
      {
        body: {
          quote_id: quote().id,
          contact_city: 'Percé',
          contact_region: 'Gaspésie–Îles-de-la-Madeleine',
          consent_wording: expect.stringMatching(/^J’accepte de recevoir.*désabonnement/s),
        },
      },
    ]);
  });

  it.each([
    ['the database refuses', () => ({ status: 400, body: { message: 'refus' } })],
    ['there is no network', offline],
  ])('does not become a contact when %s: says so, and keeps the form', async (_case, fail) => {
    backend.answer = (request) =>
      request.target === 'rpc/convert_quote_to_contact' ? fail() : serve(request);
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Convertir en contact' }));
    await userEvent.selectOptions(within(dialog).getByLabelText(/Région/), 'Estrie');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Créer le contact' }));
    expect(await screen.findByText("Impossible d'ajouter le contact")).toBeInTheDocument();
    expect(within(dialog).getByLabelText(/Ville/)).toHaveValue('Percé');
    expect(within(dialog).getByLabelText(/Région/)).toHaveValue('Estrie');
    expect(rows[0]?.contact_id).toBeNull();
    // The toast of an earlier test may still be there.
    await waitFor(() => expect(console.error).toHaveBeenCalledOnce());
    vi.mocked(console.error).mockClear();
  });

  it('shows what became of its e-mails, and sends a failed one again', async () => {
    const email = {
      attempts: 3,
      last_error: 'Serveur de courriel : 550',
      finished_at: '2026-11-16T15:05:00Z',
    };
    emails = [
      { ...email, id: 'n1', kind: 'acknowledgement', state: 'échec' },
      { ...email, id: 'n2', kind: 'admin_notice', state: 'envoyé', last_error: null },
    ];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Courriels' });
    expect(region).toHaveTextContent(
      /Accusé de réception.*Échec.*Essai 3.*550.*Avis à l’équipe.*Envoyé.*le 16 novembre/,
    );
    await userEvent.click(within(region).getByRole('button', { name: 'Renvoyer' }));
    expect(await screen.findByText('Le courriel repartira dans un instant')).toBeVisible();
    expect(backend.sent('POST', 'rpc/retry_notification')[0]?.body).toEqual({ notification_id: 'n1' });
  });

  it('says why an acknowledgement was held back, and offers no second try', async () => {
    const reason = 'Limite de 60 accusés de réception par heure atteinte.';
    const email = { attempts: 0, last_error: reason, finished_at: '2026-11-16T15:05:00Z' };
    emails = [{ ...email, id: 'n1', kind: 'acknowledgement', state: 'retenu' }];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Courriels' });
    expect(region).toHaveTextContent(`Accusé de réceptionNon envoyé${reason}`);
    expect(within(region).queryByRole('button')).toBeNull();
  });

  it('once anonymised, offers no answer, no contact and no second anonymisation', async () => {
    rows = [quote({ anonymised_at: '2026-11-20T15:00:00Z', status: 'archivé' })];
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    expect(within(dialog).getByText('novembre 2026')).toBeVisible();
    for (const name of ['Répondre', 'Convertir en contact', 'Anonymiser']) {
      expect(within(dialog).queryByRole(name === 'Répondre' ? 'link' : 'button', { name })).toBeNull();
    }
  });
});

describe('deleting and anonymising', () => {
  it('ask once, and name what is lost', async () => {
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Supprimer la demande de Ville de Percé' }),
    );
    const dialog = await screen.findByRole('alertdialog', { name: 'Confirmer la suppression' });
    expect(dialog).toHaveTextContent('« Ville de Percé »');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
    expect(backend.sent('POST', 'rpc/delete_quote_requests')).toEqual([]);

    await userEvent.click(screen.getByRole('button', { name: 'Supprimer la demande de Ville de Percé' }));
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('Demande supprimée')).toBeVisible();
    expect(screen.queryByRole('row', { name: /Ville de Percé/ })).toBeNull();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('work on many, with a status for all of them', async () => {
    open();
    await userEvent.click(await screen.findByLabelText('Sélectionner la demande de Ville de Percé'));
    await userEvent.click(screen.getByLabelText('Sélectionner la demande de MRC du Val-Boisé'));
    const bar = screen.getByRole('region', { name: 'Actions sur la sélection' });
    expect(bar).toHaveTextContent('2 demandes sélectionnées');
    const choice = within(bar).getByLabelText('Changer le statut de la sélection');
    for (const status of ['Nouveau', 'Archivé']) await userEvent.selectOptions(choice, status);
    expect(rows.map(({ status }) => status)).toEqual(['nouveau', 'répondu']);
    await userEvent.click(apply());
    await waitFor(() => expect(rows.map(({ status }) => status)).toEqual(['archivé', 'archivé']));
    await userEvent.click(within(bar).getByRole('button', { name: 'Anonymiser' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Effacer les renseignements personnels' });
    expect(dialog).toHaveTextContent('2 demandes');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anonymiser 2 demandes' }));
    expect(await screen.findByText('Renseignements personnels effacés')).toBeVisible();
    expect(backend.sent('POST', 'rpc/anonymise_quote_requests')[0]?.body).toEqual({
      ids: [quote().id, second.id],
    });
  });

  it('stay on the screen and say so when the network is gone', async () => {
    open();
    await userEvent.click(
      await screen.findByRole('button', { name: 'Supprimer la demande de Ville de Percé' }),
    );
    backend.answer = offline;
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText('Impossible de supprimer la demande')).toBeVisible();
    expect(screen.getByRole('row', { name: /Ville de Percé/ })).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    vi.mocked(console.error).mockClear();
  });
});
