import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { toast } from 'sonner';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Generation, Prospect } from '../data/prospects';

const { ProspectsPage } = await import('./prospects-page');

const TRIP = 'b0000000-0000-4000-8000-000000000002';

const prospect = (change: Partial<Prospect> = {}): Prospect => ({
  id: 'p1',
  trip_plan_id: TRIP,
  name: null,
  company: 'Auberge des Caps',
  status: 'pending',
  city: 'La Malbaie',
  region: 'Capitale-Nationale',
  sector: 'hôtellerie',
  ai_reasoning: 'Vue sur le fleuve.',
  email: null,
  email_source_url: null,
  email_found_at: null,
  phone: '418 555-0150',
  phone_source_url: 'https://caps.test/contact',
  phone_found_at: '2026-11-02T15:00:00Z',
  website: 'https://caps.test/',
  website_source_url: null,
  website_found_at: null,
  origin: 'osm',
  external_id: 'osm:node/1',
  source_url: 'https://www.openstreetmap.org/node/1',
  latitude: 47.6,
  longitude: -70.1,
  distance_km: 12.4,
  road_km: null,
  road_minutes: null,
  crossing: null,
  score: 61,
  no_solicitation: false,
  contact_id: null,
  created_at: '2026-11-01T12:00:00Z',
  updated_at: '2026-11-01T12:00:00Z',
  ...change,
});

const generation = (change: Partial<Generation> = {}): Generation => ({
  id: 'g1',
  trip_plan_id: TRIP,
  status: 'finished',
  step: 'saving',
  found: 12,
  added: 2,
  message: 'Fini.',
  started_at: '2026-11-01T12:00:00Z',
  lease_expires_at: '2100-01-01T00:00:00Z',
  finished_at: null,
  ...change,
});

type Fixture = {
  prospects?: Prospect[];
  generation?: Generation | null;
  others?: Record<string, BackendAnswer>;
};

function serve({ prospects = [prospect()], generation: last = null, others = {} }: Fixture = {}) {
  backend.answer = ({ method, target }) => {
    const special = others[`${method} ${target}`];
    if (special) return special;
    if (target === 'trip_plans') {
      return { body: { id: TRIP, city: 'La Malbaie', region: 'Capitale-Nationale', radius_km: 50 } };
    }
    if (target === 'prospect_generations') return { body: last ? [last] : [] };
    if (method === 'GET') return { body: prospects };
    return { body: { id: 'p1' } };
  };
}

const open = () =>
  renderScreen(<ProspectsPage />, {
    path: '/admin/trip-plans/:id/prospects',
    at: `/admin/trip-plans/${TRIP}/prospects`,
  });
const press = async (name: RegExp | string) => userEvent.click(await screen.findByRole('button', { name }));
const failedAnswer: BackendAnswer = { status: 500, body: { message: 'panne' } };

beforeEach(() => {
  // Dismisses the notices of the previous test.
  toast.dismiss();
  backend.reset();
  signInAsAdmin();
});

/** Waits for a notice with a title and a text, since those of earlier tests may still be there. */
const expectNotice = (title: string, text: string) =>
  waitFor(() => {
    const notices = within(screen.getByRole('region', { name: 'Notifications' })).getAllByRole('listitem');
    expect(notices.map(({ textContent }) => textContent)).toContainEqual(`${title} ${text}`);
  });

/** Expects the log entry of a failure, as specified. */
const expectLogged = () => {
  expect(console.error).toHaveBeenCalled();
  vi.mocked(console.error).mockClear();
};

describe('a card', () => {
  it('says that the distance is approximate where the place stands at its MRC’s centre', async () => {
    const town = { company: 'Municipalité de Baie-Sainte-Catherine', origin: 'mamh' } as const;
    serve({
      prospects: [
        prospect({ ...town, id: 'p2', external_id: 'mamh:15058' }),
        prospect({ ...town, id: 'p3', external_id: 'mamh:15013', company: 'Ville de La Malbaie' }),
      ],
      others: {
        'GET municipalities': {
          body: [
            { code: '15058', approximate: true },
            { code: '15013', approximate: false },
          ],
        },
      },
    });
    open();
    expect(await screen.findByText(/à 12,4.km à vol d’oiseau \(approximatif\)/)).toBeVisible();
    expect(screen.getByRole('article', { name: 'Ville de La Malbaie' })).not.toHaveTextContent(
      'approximatif',
    );
  });

  it('says the way: by the road where it is known, else the barrier between', async () => {
    const crossing = 'autre rive\u00a0: par les ponts de Québec, environ 90\u00a0km';
    serve({
      prospects: [
        prospect({ id: 'p2', company: 'Par la route', road_km: 18.2, road_minutes: 65, crossing }),
        prospect({ id: 'p3', company: 'En face', crossing }),
      ],
    });
    open();
    const driven = await screen.findByRole('article', { name: 'Par la route' });
    expect(driven).toHaveTextContent('à 18,2 km par la route (1 h 05)');
    expect(driven).not.toHaveTextContent('Autre rive');
    const across = screen.getByRole('article', { name: 'En face' });
    expect(across).toHaveTextContent('à 12,4 km à vol d’oiseau');
    expect(across).toHaveTextContent('Autre rive : par les ponts de Québec, environ 90 km');
  });

  it('shows what is known, where each value was read, and the actions that make sense', async () => {
    serve();
    open();
    const card = await screen.findByRole('article', { name: 'Auberge des Caps' });
    for (const text of [
      'Hôtellerie',
      'La Malbaie, Capitale-Nationale · à 12,4\u00a0km à vol d’oiseau',
      'Vue sur le fleuve.',
    ]) {
      expect(card).toHaveTextContent(text.replace('\u00a0', ' '));
    }
    expect(within(card).getByRole('link', { name: '418 555-0150' })).toHaveAttribute(
      'href',
      'tel:4185550150',
    );
    const source = within(card).getByRole('link', { name: 'source du téléphone' });
    expect(source).toHaveAttribute('href', 'https://caps.test/contact');
    expect(source).toHaveAttribute('title', 'Relevé le 2 novembre 2026 à 10\u00a0h');
    expect(within(card).getByRole('link', { name: /^OpenStreetMap/ })).toHaveAttribute(
      'rel',
      'noopener noreferrer',
    );
    expect(
      within(card)
        .getAllByRole('button')
        .map((button) => button.textContent || button.title),
    ).toEqual([
      'Rechercher les coordonnées de Auberge des Caps',
      'Accepter Auberge des Caps',
      'Rejeter Auberge des Caps',
      'Supprimer Auberge des Caps',
    ]);
    // The decision buttons are above the long text, visible without scrolling.
    const accept = within(card).getByRole('button', { name: /^Accepter/ });
    expect(accept.compareDocumentPosition(within(card).getByText('Vue sur le fleuve.'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('offers no search when nothing is missing, and nothing once decided', async () => {
    serve({
      prospects: [
        prospect({ id: 'a', company: 'Complète', email: 'a@caps.test' }),
        prospect({ id: 'b', company: 'Prise', status: 'accepted', contact_id: 'c1' }),
        prospect({ id: 'c', company: 'Refusée', status: 'rejected' }),
      ],
    });
    open();
    const buttons = (name: string) => within(screen.getByRole('article', { name })).queryAllByRole('button');
    await screen.findByRole('article', { name: 'Complète' });
    expect(buttons('Complète')).toHaveLength(3);
    expect([buttons('Prise'), buttons('Refusée')]).toEqual([[], []]);
    // The link to the next screen appears once a prospect is accepted.
    expect(screen.getByRole('link', { name: 'Feuille de route' })).toHaveAttribute(
      'href',
      `/admin/trip-plans/${TRIP}/feuille`,
    );
    expect(screen.getByRole('link', { name: 'Voir le contact' })).toHaveAttribute(
      'href',
      '/admin/contacts/c1',
    );
    expect(screen.getByRole('button', { name: 'Accepter tout (1)' })).toBeVisible();
  });

  it('never turns a hostile address into a link', async () => {
    serve({
      prospects: [prospect({ website: 'javascript:alert(1)', source_url: 'data:text/html,x', phone: null })],
    });
    open();
    const card = await screen.findByRole('article');
    expect(within(card).queryAllByRole('link')).toEqual([]);
    expect(card).toHaveTextContent('Aucune coordonnée connue.');
  });
});

describe('what the server could not do', () => {
  it.each([
    ['Accepter Auberge des Caps', 'POST rpc/accept_prospect', "Impossible d'ajouter le contact"],
    ['Rejeter Auberge des Caps', 'PATCH suggested_prospects', 'Impossible de rejeter le prospect'],
  ])('%s: « %s » fails', async (button, request, message) => {
    serve({ others: { [request]: failedAnswer } });
    open();
    await press(button);
    expect(await screen.findByText(message)).toBeVisible();
    expectLogged();
  });

  it('deleting: « Impossible de supprimer le prospect », and the question closes', async () => {
    serve({ others: { 'DELETE suggested_prospects': failedAnswer } });
    open();
    await press('Supprimer Auberge des Caps');
    await press('Supprimer');
    expect(await screen.findByText('Impossible de supprimer le prospect')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expectLogged();
  });

  it.each([
    [
      'Générer des prospects',
      'generate-prospects',
      { error: 'Déplacement introuvable' },
      'Déplacement introuvable',
    ],
    ['Générer des prospects', 'generate-prospects', {}, 'Impossible de générer les prospects'],
    [
      /^Rechercher/,
      'search-prospect-info',
      { error: 'Le site est injoignable.' },
      'Le site est injoignable.',
    ],
    [/^Rechercher/, 'search-prospect-info', {}, 'Impossible de rechercher les coordonnées'],
  ])('%s, %s answers %j: « %s »', async (button, name, body, message) => {
    serve({ others: { [`POST /functions/v1/${name}`]: { status: 502, body } } });
    open();
    await press(button);
    expect(await screen.findByText(message)).toBeVisible();
    expectLogged();
  });

  it('the list: « Impossible de charger les données », with a way to try again', async () => {
    serve({ others: { 'GET suggested_prospects': { status: 403, body: { message: 'non' } } } });
    open();
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les données');
    expectLogged();
    serve();
    await press('Réessayer');
    expect(await screen.findByRole('article')).toBeVisible();
  });
});

describe('what worked, and what did not', () => {
  it.each([
    [{ message: '3 prospects ajoutés', state: 'finished', added: 3 }, 'Succès', '3 prospects ajoutés'],
    [{}, 'Succès', 'Prospects générés avec succès'],
    [
      { message: 'Aucun nouveau prospect.', state: 'finished', added: 0 },
      'Rien de nouveau',
      'Aucun nouveau prospect.',
    ],
    [
      {
        message: '3 prospects ajoutés. OpenStreetMap ne répond pas.',
        state: 'finished',
        added: 3,
        isPartial: true,
      },
      'Résultat incomplet',
      '3 prospects ajoutés. OpenStreetMap ne répond pas.',
    ],
    [
      { message: 'Une génération est déjà en cours.', state: 'running', added: 0 },
      'Déjà en cours',
      'Une génération est déjà en cours.',
    ],
  ])('a generation that answers %j says « %s »: « %s »', async (body, title, message) => {
    serve({ others: { 'POST /functions/v1/generate-prospects': { body } } });
    open();
    await press('Générer des prospects');
    await expectNotice(title, message);
    const [sent] = backend.sent('POST', '/functions/v1/generate-prospects');
    expect(sent?.body).toEqual({ tripPlanId: TRIP });
  });

  it('a search fills only what is missing, each value with its proof', async () => {
    const source = { url: 'https://caps.test/nous', foundAt: '2026-11-20T10:00:00.000Z' };
    const found = { email: 'info@caps.test', phone: '418 555-9999', website: 'https://autre.test/' };
    const sources = { email: source, phone: source };
    const body = { ...found, sources, notice: source, verified: null, note: null, isPartial: false };
    serve({ others: { 'POST /functions/v1/search-prospect-info': { body } } });
    open();
    await press(/^Rechercher/);
    expect(await screen.findByText('Coordonnées trouvées et mises à jour')).toBeVisible();
    expect(backend.sent('PATCH', 'suggested_prospects')[0]?.body).toEqual({
      email: 'info@caps.test',
      email_source_url: source.url,
      email_found_at: source.foundAt,
      no_solicitation: true,
    });
  });

  it.each([
    [false, 'Rien de nouveau'],
    [true, 'Recherche incomplète'],
  ])('a search without result says so, and why (incomplete: %s)', async (isPartial, title) => {
    const body = {
      email: null,
      phone: null,
      website: null,
      sources: {},
      verified: null,
      notice: null,
      note: 'Site illisible.',
      isPartial,
    };
    serve({ others: { 'POST /functions/v1/search-prospect-info': { body } } });
    open();
    await press(/^Rechercher/);
    await expectNotice(title, 'Aucune coordonnée supplémentaire trouvée');
    expect(await screen.findByText('Site illisible.')).toBeVisible();
    expect(backend.sent('PATCH', 'suggested_prospects')).toEqual([]);
  });

  it('accepting all when none waits any longer is no success', async () => {
    serve({ others: { 'POST rpc/accept_all_prospects': { body: 0 } } });
    open();
    await press('Accepter tout (1)');
    await userEvent.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Accepter tout' }),
    );
    await expectNotice('Rien de nouveau', 'Aucun prospect n’attendait plus.');
  });

  it.each([
    [1, 'Contact ajouté à votre liste', '1 prospect sera ajouté à vos contacts.'],
    [2, '2 contacts ajoutés à votre liste', '2 prospects seront ajoutés à vos contacts.'],
  ])('accepting all %i asks first, then says « %s »', async (count, message, question) => {
    const prospects = Array.from({ length: count }, (_, n) =>
      prospect({ id: `p${n}`, company: `Organisation ${n}` }),
    );
    serve({ prospects, others: { 'POST rpc/accept_all_prospects': { body: count } } });
    open();
    await press(`Accepter tout (${count})`);
    const dialog = await screen.findByRole('alertdialog', { name: 'Accepter tous les prospects' });
    expect(dialog).toHaveTextContent(question);
    expect(backend.sent('POST', 'rpc/accept_all_prospects')).toEqual([]);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accepter tout' }));
    expect(await screen.findByText(message)).toBeVisible();
    expect(backend.sent('POST', 'rpc/accept_all_prospects')[0]?.body).toEqual({
      trip_id: TRIP,
      prospect_ids: prospects.map(({ id }) => id),
    });
  });
});

describe('an address that stands in OpenStreetMap alone', () => {
  const source = { url: 'https://caps.test/contact', foundAt: '2026-11-20T10:00:00.000Z' };
  const answer = {
    email: 'info@caps.test',
    phone: null,
    website: 'https://caps.test/',
    sources: {},
    verified: null,
    notice: null,
    note: null,
    isPartial: false,
  };
  const onMap = prospect({
    email: 'info@caps.test',
    email_source_url: 'https://www.openstreetmap.org/node/1',
    email_found_at: '2026-11-01T12:00:00Z',
  });

  it.each([
    [
      'it stands there',
      { verified: source },
      'Succès',
      'L’adresse est publiée sur le site, sans mention qui refuse la sollicitation.',
      { email_source_url: source.url, email_found_at: source.foundAt },
    ],
    [
      'the page refuses solicitation',
      { verified: source, notice: source },
      'Envoi interdit',
      'Le site refuse la sollicitation\u00a0: aucun message n’ira à cette adresse.',
      { email_source_url: source.url, email_found_at: source.foundAt, no_solicitation: true },
    ],
    ['it does not stand there', { note: 'Page vide.' }, 'Toujours à vérifier', 'Page vide.', undefined],
  ])('is verified by one press: %s', async (_, change, title, text, written) => {
    serve({
      prospects: [onMap],
      others: { 'POST /functions/v1/search-prospect-info': { body: { ...answer, ...change } } },
    });
    open();
    const card = await screen.findByRole('article');
    expect(within(card).getByText('Courriel à vérifier')).toBeVisible();
    await press('Vérifier sur le site le courriel de Auberge des Caps');
    await expectNotice(title, text);
    expect(backend.sent('POST', '/functions/v1/search-prospect-info')[0]?.body).toMatchObject({
      company: 'Auberge des Caps',
      website: 'https://caps.test/',
      email: 'info@caps.test',
    });
    expect(backend.sent('PATCH', 'suggested_prospects').map(({ body }) => body)).toEqual(
      written ? [written] : [],
    );
    if (!written) expect(within(card).getByText('Page vide.')).toBeVisible();
  });

  it.each<[string, Partial<Prospect>]>([
    ['the page was read', { email_source_url: 'https://caps.test/contact' }],
    ['the page refuses', { no_solicitation: true }],
    ['it is decided', { status: 'accepted' }],
    ['there is none', { email: null }],
  ])('is not asked about when %s', async (_, change) => {
    serve({ prospects: [{ ...onMap, ...change }] });
    open();
    await screen.findByRole('article');
    expect(screen.queryByRole('button', { name: /^Vérifier/ })).toBeNull();
    expect(screen.queryByText('Courriel à vérifier')).toBeNull();
  });
});

describe('accepting what the filters show', () => {
  const hotel = prospect({ id: 'hotel', company: 'Hôtel' });
  const shop = prospect({ id: 'shop', company: 'Boutique', sector: 'commerce' });
  const cafe = prospect({ id: 'cafe', company: 'Café', sector: 'commerce' });
  const asked = () => backend.sent('POST', 'rpc/accept_all_prospects')[0]?.body;

  it('names and accepts those that are shown, and says what stays', async () => {
    serve({ prospects: [hotel, shop, cafe], others: { 'POST rpc/accept_all_prospects': { body: 1 } } });
    open();
    await userEvent.click(await screen.findByRole('button', { name: /^Filtrer/ }));
    await userEvent.selectOptions(await screen.findByLabelText('Secteur'), 'Hôtellerie');
    await press('Accepter tout (1)');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).toHaveTextContent(
      '1 prospect sera ajouté à vos contacts. Les 2 autres, que les filtres masquent, restent en attente.',
    );
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accepter tout' }));
    expect(await screen.findByText('Contact ajouté à votre liste')).toBeVisible();
    expect(asked()).toEqual({ trip_id: TRIP, prospect_ids: ['hotel'] });
  });

  it('says how many had been dealt with elsewhere', async () => {
    serve({ prospects: [hotel, shop, cafe], others: { 'POST rpc/accept_all_prospects': { body: 2 } } });
    open();
    await press('Accepter tout (3)');
    const dialog = await screen.findByRole('alertdialog');
    expect(dialog).not.toHaveTextContent('filtres');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Accepter tout' }));
    expect(
      await screen.findByText('2 contacts ajoutés à votre liste; un prospect avait déjà été traité'),
    ).toBeVisible();
  });
});

describe('what another tab did meanwhile', () => {
  const gone: BackendAnswer = { body: [] };
  it.each<[string, string, BackendAnswer, Prospect['status'], string]>([
    [
      ...(['Accepter Auberge des Caps', 'POST rpc/accept_prospect'] as const),
      { status: 409, body: { code: 'PT409', message: 'Ce prospect a été rejeté' } },
      ...(['rejected', 'Ce prospect a été rejeté'] as const),
    ],
    [
      ...(['Rejeter Auberge des Caps', 'PATCH suggested_prospects'] as const),
      gone,
      ...(['accepted', 'Ce prospect a déjà été accepté, rejeté ou supprimé ailleurs'] as const),
    ],
  ])('%s: says why, once, and shows what became of it', async (button, request, answer, status, reason) => {
    serve({ others: { [request]: answer } });
    open();
    const card = await screen.findByRole('article');
    serve({ prospects: [prospect({ status })], others: { [request]: answer } });
    await press(button);
    expect(await screen.findByText(reason)).toBeVisible();
    expect(screen.getAllByText('Erreur')).toHaveLength(1);
    await waitFor(() => expect(within(card).queryByRole('button', { name: button })).toBeNull());
    expectLogged();
  });
});

it('says once that nothing could be loaded', async () => {
  serve({ others: { 'GET trip_plans': failedAnswer, 'GET suggested_prospects': failedAnswer } });
  open();
  expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
  const region = screen.getByRole('region', { name: 'Notifications' });
  expect(await within(region).findAllByText('Impossible de charger les données')).toHaveLength(1);
  expectLogged();
});

describe('the state of a generation', () => {
  it.each<[string, Partial<Generation>, RegExp]>([
    [
      'under way',
      { status: 'running', step: 'ranking', found: 3 },
      /Génération en cours : classement.*3 organisations vues/,
    ],
    [
      'dead',
      { status: 'running', lease_expires_at: '2026-11-01T12:03:00Z' },
      /La génération a été interrompue/,
    ],
    [
      'failed',
      { status: 'failed', message: 'Le service ne répond pas.' },
      /Dernière génération.*Le service ne répond pas/,
    ],
    ['finished', { message: '2 prospects ajoutés' }, /Dernière génération.*2 prospects ajoutés/],
  ])('%s: is said on the page', async (_, change, text) => {
    serve({ generation: generation(change) });
    const { container } = open();
    await waitFor(() => expect(container.textContent?.replaceAll('\u00a0', ' ')).toMatch(text));
    const busy = change.status === 'running' && !change.lease_expires_at;
    const button = screen.getByRole('button', { name: 'Générer des prospects' });
    expect(button.getAttribute('aria-busy')).toBe(busy ? 'true' : null);
  });
});

it('a trip that is gone says so', async () => {
  serve({ others: { 'GET trip_plans': { body: [] } } });
  open();
  expect(await screen.findByText('Déplacement introuvable')).toBeVisible();
});
