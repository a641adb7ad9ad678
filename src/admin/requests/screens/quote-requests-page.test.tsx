import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import {
  ADMIN_ID,
  type BackendRequest,
  backend,
  offline,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { inboundMessage } from '@tests/inbound-message-rows';
import { quote } from '@tests/quote-request-rows';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { QuoteRequest } from '../data/quote-requests';

const { QuoteRequestsPage } = await import('./quote-requests-page');

const emptyReply = 'Bonjour Ève Côté,\n\nMerci pour votre demande du 16 novembre 2026.\n\n\n\nStudio Nord';
const PATH = '/admin/soumissions';
const secondRequest = quote({
  id: 'd0000000-0000-4000-8000-000000000002',
  organization_name: 'MRC du Val-Boisé',
  organization_type: 'mrc',
  status: 'répondu',
  message: 'Trente rues',
});
const email: Row = {
  attempts: 0,
  last_error: null,
  finished_at: '2026-11-16T15:05:00Z',
  subject: null,
  body: null,
  attachments: [],
  lease_token: null,
  may_have_arrived: false,
  created_at: '2026-11-16T15:00:00Z',
};
const templates = [
  { id: 't1', name: 'Offre', subject: 'Offre pour {entreprise}', body: 'Bonjour {nom} de {ville},' },
];
const identity = {
  sender_name: 'Studio Nord',
  legal_name: 'Studio Nord inc.',
  postal_address: '8, rue du Phare, Gaspé',
  contact_email: 'nord@exemple.test',
};
const member = { role: 'admin', since: '2026-01-05T15:00:00Z', last_sign_in_at: null };
const members = [
  { ...member, user_id: 'u1', email: 'collegue@exemple.test' },
  { ...member, user_id: ADMIN_ID, email: 'moi@exemple.test' },
];
const perce = {
  code: '02005',
  name: 'Percé',
  designation: 'Ville',
  region: 'Gaspésie–Îles-de-la-Madeleine',
  mrc_name: null,
  population: 3000,
  latitude: 48,
  search_key: 'perce',
};
let rows: QuoteRequest[];
let emails: Row[];
let notes: Row[];
let events: Row[];
let places: object[];
let messages: object[];
/** The contact of the person who sent the request. */
const requester = { id: 'c0000000-0000-4000-8000-000000000009', status: 'nouveau' } as const;

type Row = Record<string, unknown>;

/** Answers reads page by page from the rows, and writes as the test sets them. */
/** True while the e-mail that is sent again counts as failed. */
let isStillFailed = true;

function serve({ method, target, query, body }: BackendRequest) {
  if (target === 'notifications') return { body: emails };
  if (target === 'inbound_messages') return { body: messages };
  if (target === 'contacts' && query.get('id')) return { body: [contact({ ...requester })] };
  if (target === 'next_actions') return { body: [] };
  if (target === 'request_notes' && method === 'GET') return { body: notes };
  if (target === 'request_notes') {
    notes.push({ ...(body as Row), id: `n${notes.length}`, created_at: '2026-11-17T15:00:00Z' });
    return { status: 201 };
  }
  if (target === 'request_events') return { body: events };
  if (target === 'rpc/team_members') return { body: members };
  if (target === 'email_templates') return { body: templates };
  if (target === 'municipalities') return { body: places };
  if (target === 'studio' || target === 'sending_settings') return { body: identity };
  if (method === 'HEAD') return { count: rows.filter(({ status }) => status === 'nouveau').length };
  if (method === 'GET') {
    const id = query.get('id');
    if (target === 'quote_requests' && id) return { body: rows.filter((row) => id.includes(row.id)) };
    const from = Number(query.get('offset') ?? 0);
    return { body: rows.slice(from, from + Number(query.get('limit') ?? 1000)) };
  }
  if (method === 'PATCH') {
    const ids = query.get('id') ?? '';
    const readAt = query.get('updated_at');
    const isStale = ({ id, updated_at }: QuoteRequest) => ids.includes(id) && `eq.${updated_at}` !== readAt;
    if (readAt && rows.some(isStale)) return { body: null };
    rows = rows.map((row) => (ids.includes(row.id) ? { ...row, ...(body as object) } : row));
    return readAt ? { body: rows.find(({ id }) => ids.includes(id)) } : { status: 204 };
  }
  const reply = body as { reply?: string; reply_subject?: string; reply_body?: string };
  if (target === 'rpc/save_reply_draft' || target === 'rpc/send_reply') {
    const state = target === 'rpc/send_reply' ? 'en_attente' : 'brouillon';
    const written = { id: reply.reply, subject: reply.reply_subject, body: reply.reply_body };
    emails = emails.filter((email) => email.state !== 'brouillon');
    emails.push({ ...email, ...written, kind: 'reply', state, finished_at: null });
    return { body: state === 'brouillon' ? true : '2026-11-17T15:00:10Z' };
  }
  if (target === 'rpc/take_back_reply') {
    emails = emails.map((one) => (one.id === reply.reply ? { ...one, state: 'brouillon' } : one));
    return { body: true };
  }
  if (target === 'rpc/retry_notification') return { body: isStillFailed };
  const { ids = [] } = body as { ids?: string[] };
  if (target === 'rpc/move_to_trash') rows = rows.filter(({ id }) => !ids.includes(id));
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
  rows = [quote(), secondRequest];
  emails = [];
  notes = [];
  events = [];
  places = [];
  messages = [];
  isStillFailed = true;
  backend.answer = serve;
});

const open = (query = '') => renderScreen(<QuoteRequestsPage />, { path: PATH, at: PATH + query });
const detail = (name: string | RegExp = 'Ville de Percé') => screen.findByRole('region', { name });
const inList = (name: string | RegExp) => screen.findByRole('link', { name });
/** Returns the reply template with a text on its blank line. */
const withText = (text: string) => emptyReply.replace('\n\n\n\n', `\n\n${text}\n\n`);
const composer = async () => within(await screen.findByRole('form', { name: 'Répondre' }));
const applyButton = () => screen.getByRole('button', { name: 'Appliquer' });

describe('the states of the list', () => {
  it('loads, then shows the open requests with what they ask, where they stand and how long there is', async () => {
    open();
    expect(screen.getByRole('status')).toHaveTextContent('Chargement…');
    const link = await inList('Ville de Percé');
    expect(screen.getByText(/^2 demandes reçues, dont 1 nouvelle et 0 en cours$/)).toBeVisible();
    const row = within(link.closest('li') as HTMLElement);
    for (const text of ['Visite virtuelle', 'Nouveau', /en retard de|reste/]) {
      expect(row.getByText(text)).toBeVisible();
    }
    expect(screen.queryByRole('link', { name: 'MRC du Val-Boisé' })).toBeNull();
    await waitFor(() => expect(document.title).toMatch(/^\(1\) Soumissions/));
  });

  it('says that nothing came yet', async () => {
    rows = [];
    open();
    expect(await screen.findByText('Aucune demande de soumission pour le moment')).toBeVisible();
  });

  it('says that all are answered', async () => {
    rows = [secondRequest];
    open();
    expect(await screen.findByText('Tout est répondu.')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Toutes' }));
    expect(await inList('MRC du Val-Boisé')).toBeVisible();
  });

  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les demandes');
    vi.mocked(console.error).mockClear();
    backend.answer = serve;
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await inList('Ville de Percé')).toBeVisible();
  });

  it('says that nothing answers to the search, and clears it', async () => {
    open('?q=introuvable&statut=nouveau');
    expect(await screen.findByText('Aucune demande ne correspond à votre recherche')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(await inList('Ville de Percé')).toBeVisible();
  });

  it('reads past the thousand rows of one answer, and shows them by two hundred', {
    tags: ['proof'],
  }, async () => {
    rows = Array.from({ length: 1_203 }, (_, index) => quote({ id: `d${index}`, status: 'répondu' }));
    open('?statut=toutes');
    expect(await screen.findByText(/^1\s203 demandes reçues/)).toBeVisible();
    expect(document.querySelectorAll('[data-request]')).toHaveLength(200);
    await userEvent.click(screen.getByText(/^Afficher 200 demandes de plus/));
    expect(document.querySelectorAll('[data-request]')).toHaveLength(400);
  });

  it('the number of new ones in the title and the list come from one answer', async () => {
    const { client } = open();
    await inList('Ville de Percé');
    rows = [quote({ id: 'd3', organization_name: 'Ville de Matane' }), ...rows];
    await client.refetchQueries({ queryKey: ['quote-requests', 'unread'] });
    expect(await inList('Ville de Matane')).toBeVisible();
    await waitFor(() => expect(document.title).toMatch(/^\(2\)/));
    expect(backend.sent('HEAD', 'quote_requests')).toEqual([]);
  });
});

describe('search and filters', () => {
  it('stay when a request is opened before the address has followed', async () => {
    const { address } = open('?statut=toutes');
    await userEvent.click(await screen.findByLabelText('Rechercher une demande'));
    await userEvent.paste('val boise');
    await userEvent.click(await inList('MRC du Val-Boisé'));
    expect(await detail('MRC du Val-Boisé')).toBeVisible();
    expect(address()).toMatch(/q=val\+boise.*demande=/);
    expect(screen.getByLabelText('Rechercher une demande')).toHaveValue('val boise');
  });

  it('live in the address, beside the open request', { tags: ['proof'] }, async () => {
    const { address } = open('?statut=toutes');
    await userEvent.type(await screen.findByLabelText('Rechercher une demande'), 'val boise');
    await userEvent.click(screen.getByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByLabelText('Type d’organisation'), 'MRC');
    await waitFor(() => expect(address()).toMatch(/q=val\+boise.*organisme=mrc/));
    expect(screen.queryByRole('link', { name: 'Ville de Percé' })).toBeNull();
    await userEvent.click(await inList('MRC du Val-Boisé'));
    expect(await detail('MRC du Val-Boisé')).toBeVisible();
    expect(address()).toMatch(/q=val\+boise.*demande=/);
    await userEvent.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('region', { name: 'MRC du Val-Boisé' })).toBeNull());
    expect(address()).toMatch(/q=val\+boise/);
    expect(address()).not.toMatch(/demande=/);
  });
});

describe('keys', () => {
  const third = quote({ id: 'd0000000-0000-4000-8000-000000000003', organization_name: 'Ville de Matane' });
  const opened = () => document.querySelector('a[aria-current=true]')?.textContent;
  beforeEach(() => {
    rows = [quote(), { ...third, created_at: '2026-11-17T15:00:00Z' }, secondRequest];
  });

  it('J and K go through the requests, and stop at the ends', async () => {
    open();
    await inList('Ville de Percé');
    for (const [key, name] of [
      ['j', 'Ville de Percé'],
      ['j', 'Ville de Matane'],
      ['j', 'Ville de Matane'],
      ['k', 'Ville de Percé'],
      ['k', 'Ville de Percé'],
    ]) {
      await userEvent.keyboard(key as string);
      await waitFor(() => expect(opened()).toBe(name));
    }
  });

  it('R goes to the text of the reply; letters are text there', async () => {
    open(`?demande=${quote().id}`);
    const text = (await composer()).getByLabelText('Texte');
    await userEvent.keyboard('r');
    expect(text).toHaveFocus();
    await userEvent.keyboard('jeu');
    // The sentence goes to the blank line of the letter, and not before « Bonjour ».
    expect(text).toHaveValue(withText('jeu'));
    expect(opened()).toBe('Ville de Percé');
    expect(backend.sent('PATCH', 'quote_requests')).toEqual([]);
  });

  it('E archives and goes on to the next one, U takes it back', async () => {
    const before = quote({
      id: 'd4',
      organization_name: 'Ville de Gaspé',
      created_at: '2026-11-13T15:00:00Z',
    });
    rows = [...rows, before];
    open(`?demande=${quote().id}`);
    await composer();
    await userEvent.keyboard('e');
    await waitFor(() => expect(rows[0]?.status).toBe('archivé'));
    // The next one, and not the one before.
    await waitFor(() => expect(opened()).toBe('Ville de Matane'));
    await userEvent.keyboard('u');
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/undo_status')[0]?.body).toEqual({
        kind: 'quote_requests',
        given: 'archivé',
        before: [{ id: quote().id, status: 'nouveau' }],
      }),
    );
    await userEvent.keyboard('u');
    expect(backend.sent('POST', 'rpc/undo_status')).toHaveLength(1);
  });

  it('nothing under a question, nor with Ctrl', { tags: ['proof'] }, async () => {
    open(`?demande=${quote().id}`);
    await userEvent.keyboard('{Control>}e{/Control}');
    await userEvent.click(within(await detail()).getByRole('button', { name: 'Anonymiser' }));
    await screen.findByRole('alertdialog');
    await userEvent.keyboard('e');
    expect(backend.sent('PATCH', 'quote_requests')).toEqual([]);
  });
});

describe('a reply', () => {
  const write = async (text: string) => {
    const form = await composer();
    await userEvent.type(form.getByLabelText('Texte'), text);
    return form;
  };
  const send = async (form: Awaited<ReturnType<typeof composer>>) =>
    userEvent.click(form.getByRole('button', { name: 'Envoyer' }));

  it('begins as a letter, and does not leave before something is written', async () => {
    open(`?demande=${quote().id}`);
    const form = await composer();
    await waitFor(() => expect(form.getByLabelText('Texte')).toHaveValue(emptyReply));
    expect(form.getByText(/Studio Nord inc\. · 8, rue du Phare, Gaspé · nord@exemple\.test/)).toBeVisible();
    await send(form);
    expect(form.getByLabelText('Texte')).toHaveAccessibleDescription('Écrivez votre réponse.');
    expect(backend.sent('POST', 'rpc/send_reply')).toEqual([]);
  });

  it('is kept while it is written, sent once, and may be taken back', async () => {
    open(`?demande=${quote().id}`);
    const form = await write(' Oui.');
    await waitFor(() => expect(form.getByText('Brouillon enregistré')).toBeVisible());
    const [saved] = backend.sent('POST', 'rpc/save_reply_draft');
    expect(saved?.body).toMatchObject({ quote: quote().id, reply_body: withText(' Oui.') });
    await send(form);
    await waitFor(() => expect(backend.sent('POST', 'rpc/send_reply')).toHaveLength(1));
    const { reply: id } = (saved?.body ?? {}) as Row;
    expect(backend.sent('POST', 'rpc/send_reply')[0]?.body).toMatchObject({ reply: id });
    expect(await screen.findByText(/^Part dans/)).toBeVisible();
    expect(screen.queryByRole('form', { name: 'Répondre' })).toBeNull();
    // The request is not marked as answered before the reply left, which the server decides.
    expect(rows[0]?.status).toBe('nouveau');
    await userEvent.click(within(await detail()).getByRole('button', { name: 'Annuler' }));
    await waitFor(async () =>
      expect((await composer()).getByLabelText('Texte')).toHaveValue(withText(' Oui.')),
    );
    expect(backend.sent('POST', 'rpc/take_back_reply')[0]?.body).toEqual({ reply: id });
  });

  it('keeps its text when it could not be sent, and says what the server said', async () => {
    backend.answer = (request) =>
      request.target === 'rpc/send_reply'
        ? { status: 400, body: { code: 'P0001', message: 'Cette adresse est en erreur permanente.' } }
        : serve(request);
    open(`?demande=${quote().id}`);
    const form = await write(' Oui.');
    await send(form);
    expect(await screen.findByText('Cette adresse est en erreur permanente.')).toBeVisible();
    expect(form.getByLabelText('Texte')).toHaveValue(withText(' Oui.'));
    vi.mocked(console.error).mockClear();
  });

  it('is there again after another request was looked at, even when the network is gone', {
    tags: ['proof'],
  }, async () => {
    backend.answer = (request) => (request.target === 'rpc/save_reply_draft' ? offline() : serve(request));
    open(`?demande=${quote().id}`);
    await write(' Pas perdu.');
    await userEvent.click(screen.getByRole('button', { name: 'Toutes' }));
    await userEvent.click(await inList('MRC du Val-Boisé'));
    await detail('MRC du Val-Boisé');
    await userEvent.click(await inList('Ville de Percé'));
    expect((await composer()).getByLabelText('Texte')).toHaveValue(withText(' Pas perdu.'));
    backend.answer = serve;
    await waitFor(() => expect(backend.sent('POST', 'rpc/save_reply_draft').length).toBeGreaterThan(1), {
      timeout: 4_000,
    });
    await waitFor(() => expect(emails).toHaveLength(1));
  });

  it('takes the text of a template, filled in from the request and the register', async () => {
    places = [perce];
    open(`?demande=${quote().id}`);
    const form = await composer();
    await form.findByRole('option', { name: 'Offre' });
    await userEvent.selectOptions(form.getByLabelText('Modèle de courriel'), 'Offre');
    await userEvent.click(form.getByRole('button', { name: 'Insérer' }));
    expect(form.getByLabelText('Sujet')).toHaveValue('Offre pour Ville de Percé');
    expect(form.getByLabelText('Texte')).toHaveValue('Bonjour Ève Côté de Percé,');
  });

  it('refuses what may not be attached', async () => {
    open(`?demande=${quote().id}`);
    const form = await composer();
    const chooser = form.getByLabelText('Pièces jointes');
    await userEvent.upload(chooser, new File(['x'], 'a.html', { type: 'text/html' }), { applyAccept: false });
    expect(await form.findByRole('alert')).toHaveTextContent('« a.html » n’est ni un PDF');
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
    const pane = await detail();
    await waitFor(() => expect(within(pane).getAllByText('<b>Ève</b>')).toHaveLength(2));
    expect(within(pane).getByText('418 555-0123, poste 4')).toBeVisible();
    // The request is in its usual place, and also visible beside the reply.
    expect(within(pane).getAllByText(/Bonjour,\s+trois rues/)).toHaveLength(2);
    expect(within(pane).getByText(/Acceptés \(texte du 21 nov\. 2026\)/)).toHaveTextContent(
      'J’accepte de recevoir',
    );
    expect(within(pane).getByRole('link', { name: 'Appeler' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^tel:/),
    );
    expect(backend.requests.filter(({ method }) => !['GET', 'HEAD'].includes(method))).toEqual([]);
  });

  it('says when it is no longer there', async () => {
    open('?demande=inconnue');
    expect(await detail('Demande introuvable')).toHaveTextContent('Cette demande n’existe plus.');
  });

  it('saves nothing while a status is being chosen, as by the arrow keys', { tags: ['proof'] }, async () => {
    open(`?demande=${quote().id}`);
    const status = within(await detail()).getByLabelText('Statut');
    for (const choice of ['En cours', 'Répondu', 'Archivé']) await userEvent.selectOptions(status, choice);
    expect(backend.sent('PATCH', 'quote_requests')).toEqual([]);
    expect(status).toHaveValue('archivé');
    await userEvent.click(applyButton());
    await waitFor(() => expect(rows[0]?.status).toBe('archivé'));
    expect(backend.sent('PATCH', 'quote_requests')).toHaveLength(1);
    const toasts = await screen.findAllByText('Statut mis à jour');
    await userEvent.click(
      within(toasts.at(-1)?.closest('li') as HTMLElement).getByText('Annuler', { selector: 'button' }),
    );
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/undo_status')[0]?.body).toEqual({
        kind: 'quote_requests',
        given: 'archivé',
        before: [{ id: quote().id, status: 'nouveau' }],
      }),
    );
    expect(await detail()).toBeVisible();
  });

  it('shows the status applied at once, and takes it back when the network is gone', async () => {
    open(`?demande=${quote().id}`);
    const status = within(await detail()).getByLabelText('Statut');
    await userEvent.selectOptions(status, 'En cours');
    await userEvent.click(applyButton());
    await waitFor(() => expect(rows[0]?.status).toBe('en_cours'));
    expect((await screen.findAllByText('Statut mis à jour')).length).toBeGreaterThan(0);

    let refuse = () => {};
    backend.answer = (request) =>
      request.method === 'PATCH'
        ? new Promise<never>((_, reject) => (refuse = () => reject(new TypeError('réseau'))))
        : serve(request);
    await userEvent.selectOptions(status, 'Archivé');
    await userEvent.click(applyButton());
    await waitFor(() => expect(status).toHaveValue('archivé'));
    refuse();
    expect(await screen.findByText('Impossible de changer le statut')).toBeVisible();
    await waitFor(() => expect(status).toHaveValue('en_cours'));
    vi.mocked(console.error).mockClear();
  });

  it('becomes a contact in one press where the register knows the town, also before the register came', async () => {
    places = [perce];
    let arrive = () => {};
    const register = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    backend.answer = async (request) => {
      if (request.target === 'municipalities') await register;
      return serve(request);
    };
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Convertir en contact' }));
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')).toEqual([]);
    arrive();
    await within(await detail()).findByRole('link', { name: 'Ouvrir la fiche du contact' });
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')[0]?.body).toMatchObject({
      contact_city: 'Percé',
      contact_region: 'Gaspésie–Îles-de-la-Madeleine',
    });
  });

  it('is of somebody interested, in one press once they wrote back, whether or not they are a contact', async () => {
    places = [perce];
    messages = [inboundMessage({ quote_request_id: quote().id })];
    open(`?demande=${quote().id}`);
    await userEvent.click(await screen.findByRole('button', { name: /Marquer/ }));
    await waitFor(() =>
      expect(backend.sent('POST', 'rpc/set_contact_status')[0]?.body).toEqual({
        contact_ids: [requester.id],
        status: 'intéressé',
      }),
    );
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')).toHaveLength(1);
    // The two records were merged.
    await userEvent.click(await screen.findByRole('button', { name: /Marquer/ }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/set_contact_status')).toHaveLength(2));
    expect(backend.sent('POST', 'rpc/convert_quote_to_contact')).toHaveLength(1);
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
    await userEvent.type(within(dialog).getByLabelText(/Région/), 'gasp');
    await userEvent.click(within(dialog).getByRole('option', { name: 'Gaspésie–Îles-de-la-Madeleine' }));
    await userEvent.click(within(dialog).getByRole('button', { name: 'Créer le contact' }));
    const link = await within(dialog).findByRole('link', { name: 'Ouvrir la fiche du contact' });
    expect(link).toHaveAttribute('href', '/admin/contacts/c0000000-0000-4000-8000-000000000009');
    expect((await screen.findAllByText('Contact ajouté à votre liste')).length).toBeGreaterThan(0);
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

  it('does not become a contact without a network: says so, and keeps the form', async () => {
    backend.answer = (request) =>
      request.target === 'rpc/convert_quote_to_contact' ? offline() : serve(request);
    open(`?demande=${quote().id}`);
    const dialog = await detail();
    await userEvent.click(within(dialog).getByRole('button', { name: 'Convertir en contact' }));
    await userEvent.type(within(dialog).getByLabelText(/Région/), 'Estrie');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Créer le contact' }));
    expect(await screen.findByText("Impossible d'ajouter le contact")).toBeInTheDocument();
    expect(within(dialog).getByLabelText(/Ville/)).toHaveValue('Percé');
    expect(within(dialog).getByLabelText(/Région/)).toHaveValue('Estrie');
    expect(rows[0]?.contact_id).toBeNull();
    // The toast of an earlier test may still be there.
    await waitFor(() => expect(console.error).toHaveBeenCalledOnce());
    vi.mocked(console.error).mockClear();
  });

  it('shows what was written about it in the order of time, and sends a failed one again', async () => {
    const failed = { ...email, attempts: 3, last_error: 'Serveur de courriel : 550' };
    emails = [
      { ...failed, id: 'n1', kind: 'acknowledgement', state: 'échec' },
      { ...email, id: 'n2', kind: 'admin_notice', state: 'envoyé', finished_at: '2026-11-16T15:01:00Z' },
      {
        ...email,
        id: 'n3',
        kind: 'reply',
        state: 'envoyé',
        subject: 'Offre',
        body: 'Voici',
        finished_at: '2026-11-18T15:00:00Z',
      },
    ];
    notes = [{ id: 'm1', kind: 'received', body: 'Elle dit oui', created_at: '2026-11-17T15:00:00Z' }];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Échanges' });
    expect(region).toHaveTextContent(
      /Ève Côté.*Avis à l’équipe.*Accusé de réception.*Échec.*Essai 3.*550.*Réponse reçue.*Elle dit oui.*Offre.*Voici/,
    );
    await userEvent.click(within(region).getByRole('button', { name: 'Renvoyer' }));
    expect(await screen.findByText('Le courriel repartira dans un instant')).toBeVisible();
    expect(backend.sent('POST', 'rpc/retry_notification')[0]?.body).toEqual({ notification_id: 'n1' });
    isStillFailed = false;
    await userEvent.click(within(region).getByRole('button', { name: 'Renvoyer' }));
    expect(await screen.findByText('Quelqu’un l’a déjà renvoyé.')).toBeVisible();
    expect(screen.getAllByText('Le courriel repartira dans un instant')).toHaveLength(1);
  });

  it('shows how its status and its outcome moved, who did it and when, among what was written', async () => {
    const change = { kind: 'status', reason: null, amount_cents: null, recorded_by: 'u1' };
    events = [
      {
        ...change,
        id: 'e1',
        old_value: 'nouveau',
        new_value: 'en_cours',
        created_at: '2026-11-16T16:00:00Z',
      },
      {
        ...change,
        id: 'e2',
        old_value: 'en_cours',
        new_value: 'répondu',
        recorded_by: null,
        created_at: '2026-11-18T15:00:00Z',
      },
      {
        ...change,
        id: 'e3',
        kind: 'outcome',
        old_value: null,
        new_value: 'perdue',
        reason: 'prix',
        amount_cents: 1_250_000,
        recorded_by: ADMIN_ID,
        created_at: '2026-11-19T15:00:00Z',
      },
      {
        ...change,
        id: 'e4',
        kind: 'outcome',
        old_value: 'perdue',
        new_value: null,
        recorded_by: 'parti',
        created_at: '2026-11-20T15:00:00Z',
      },
    ];
    notes = [{ id: 'm1', kind: 'note', body: 'Rappeler', created_at: '2026-11-17T15:00:00Z' }];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Échanges' });
    await waitFor(() =>
      expect(region.textContent?.replace(/\s/g, ' ')).toMatch(
        new RegExp(
          [
            'Statut : Nouveau devient En cours, par collegue@exemple.test16 novembre 2026 à 11 h',
            'Rappeler',
            'En cours devient Répondu, automatiquement',
            'Issue : Perdue \\(prix, 12 500 \\$\\), par vous',
            'Issue retirée, par un ancien membre',
          ].join('.*'),
        ),
      ),
    );
  });

  it('a reply that failed gives its text back; one that may have arrived does not', async () => {
    emails = [
      { ...email, id: 'n1', kind: 'reply', state: 'échec', subject: 'Offre', body: 'Voici' },
      {
        ...email,
        id: 'n2',
        kind: 'reply',
        state: 'incertain',
        subject: 'Deux',
        body: 'Autre',
        may_have_arrived: true,
      },
    ];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Échanges' });
    expect(region).toHaveTextContent('peut-être arrivée');
    await userEvent.click(within(region).getByRole('button', { name: 'Reprendre le texte' }));
    await waitFor(async () => expect((await composer()).getByLabelText('Texte')).toHaveValue('Voici'));
  });

  it('says why an acknowledgement was held back, and offers no second try', async () => {
    const reason = 'Limite de 60 accusés de réception par heure atteinte.';
    emails = [{ ...email, last_error: reason, id: 'n1', kind: 'acknowledgement', state: 'retenu' }];
    open(`?demande=${quote().id}`);
    const region = await screen.findByRole('region', { name: 'Échanges' });
    expect(region).toHaveTextContent(`Accusé de réceptionNon envoyé${reason}`);
    expect(within(region).queryByRole('button')).toBeNull();
  });

  it('gets a note for the team', async () => {
    open(`?demande=${quote().id}`);
    await userEvent.click(await screen.findByRole('button', { name: 'Note interne' }));
    await writeInto(screen.getByLabelText('Note interne'), 'Rappeler Marie');
    await userEvent.click(screen.getByRole('button', { name: 'Ajouter' }));
    expect(await screen.findByText('Rappeler Marie', { selector: 'p' })).toBeVisible();
    expect(backend.sent('POST', 'request_notes')[0]?.body).toMatchObject({
      quote_request_id: quote().id,
      kind: 'note',
      body: 'Rappeler Marie',
    });
  });

  it('is worth an amount, is won or lost for a reason, and once won leads to its trip', async () => {
    places = [perce];
    open(`?demande=${quote().id}`);
    const part = within(await screen.findByRole('region', { name: 'Suite donnée' }));
    await userEvent.type(part.getByLabelText(/^Montant prévu/), 'cher');
    await userEvent.click(part.getByRole('button', { name: 'Enregistrer' }));
    expect(part.getByLabelText(/^Montant prévu/)).toHaveAccessibleDescription(/Montant invalide/);
    await userEvent.clear(part.getByLabelText(/^Montant prévu/));
    await userEvent.type(part.getByLabelText(/^Montant prévu/), '12 500');
    await userEvent.selectOptions(part.getByLabelText(/^Issue/), 'Perdue');
    await userEvent.selectOptions(part.getByLabelText(/^Raison/), 'Prix');
    await userEvent.click(part.getByRole('button', { name: 'Enregistrer' }));
    await waitFor(() => expect(rows[0]).toMatchObject({ outcome: 'perdue', outcome_reason: 'prix' }));
    await userEvent.selectOptions(part.getByLabelText(/^Issue/), 'Gagnée');
    await userEvent.click(part.getByRole('button', { name: 'Enregistrer' }));
    expect(await part.findByRole('link', { name: 'Créer le déplacement' })).toHaveAttribute(
      'href',
      expect.stringMatching(/^\/admin\/trip-plans\/new\?client=Ville\+de\+Perc.*lieu=02005$/),
    );
    expect(rows[0]).toMatchObject({
      outcome: 'gagnée',
      outcome_reason: null,
      expected_amount_cents: 1_250_000,
    });
  });

  it('keeps, of what follows from it, what another person said meanwhile', async () => {
    open(`?demande=${quote().id}`);
    const part = within(await screen.findByRole('region', { name: 'Suite donnée' }));
    await userEvent.type(part.getByLabelText(/^Montant prévu/), '12 500');
    rows = rows.map((row) => ({ ...row, outcome: 'gagnée', updated_at: '2026-11-18T15:00:00Z' }));
    await userEvent.click(part.getByRole('button', { name: 'Enregistrer' }));
    expect(await screen.findByText(/Gardé aussi de l’autre version.*Issue/)).toBeVisible();
    await waitFor(() =>
      expect(rows[0]).toMatchObject({ outcome: 'gagnée', expected_amount_cents: 1_250_000 }),
    );
    expect(backend.sent('PATCH', 'quote_requests').at(-1)?.body).toMatchObject({ outcome: 'gagnée' });
  });

  it('once anonymised, offers no answer, no contact and no second anonymisation', async () => {
    rows = [quote({ anonymised_at: '2026-11-20T15:00:00Z', status: 'archivé' })];
    open(`?demande=${quote().id}`);
    const pane = await detail();
    expect(within(pane).getByText('novembre 2026')).toBeVisible();
    await within(pane).findByText('Aucun message');
    for (const name of ['Répondre', 'Convertir en contact', 'Anonymiser', 'Envoyer']) {
      expect(within(pane).queryByRole('button', { name })).toBeNull();
    }
  });
});

describe('deleting and anonymising', () => {
  const ask = async () => userEvent.click(within(await detail()).getByRole('button', { name: 'Supprimer' }));

  it('deletes at once, to the trash', async () => {
    open(`?demande=${quote().id}`);
    await ask();
    const toast = (await screen.findAllByText('Demande supprimée')).at(-1)?.closest('li') as HTMLElement;
    expect(within(toast).getByRole('button', { name: 'Annuler' })).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('link', { name: 'Ville de Percé' })).toBeNull());
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('work on many, with a status for all of them', async () => {
    open('?statut=toutes');
    await userEvent.click(await screen.findByLabelText('Sélectionner la demande de Ville de Percé'));
    await userEvent.click(screen.getByLabelText('Sélectionner la demande de MRC du Val-Boisé'));
    const bar = screen.getByRole('region', { name: 'Actions sur la sélection' });
    expect(bar).toHaveTextContent('2 demandes sélectionnées');
    const choice = within(bar).getByLabelText('Changer le statut de la sélection');
    for (const status of ['Nouveau', 'Archivé']) await userEvent.selectOptions(choice, status);
    expect(rows.map(({ status }) => status)).toEqual(['nouveau', 'répondu']);
    await userEvent.click(applyButton());
    await waitFor(() => expect(rows.map(({ status }) => status)).toEqual(['archivé', 'archivé']));
    await userEvent.click(within(bar).getByRole('button', { name: 'Anonymiser' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Effacer les renseignements personnels' });
    expect(dialog).toHaveTextContent('2 demandes');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Anonymiser 2 demandes' }));
    expect(await screen.findByText('Renseignements personnels effacés')).toBeVisible();
    expect(backend.sent('POST', 'rpc/anonymise_quote_requests')[0]?.body).toEqual({
      ids: [quote().id, secondRequest.id],
    });
  });

  it('stay on the screen and say so when the network is gone', { tags: ['proof'] }, async () => {
    open(`?demande=${quote().id}`);
    await detail();
    backend.answer = offline;
    await ask();
    expect(await screen.findByText('Impossible de supprimer la demande')).toBeVisible();
    expect(await inList('Ville de Percé')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    vi.mocked(console.error).mockClear();
  });
});
