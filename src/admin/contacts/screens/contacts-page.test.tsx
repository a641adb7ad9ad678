import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import {
  type BackendAnswer,
  type BackendRequest,
  backend,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Consent } from '../data/consents';
import type { Contact } from '../data/contact-list';

const { ContactsPage } = await import('./contacts-page');

/** Answers reads from these rows, like the data API, and accepts every function call. */
function serve(
  rows: Contact[],
  consents: Record<string, Consent> = {},
  otherwise: (request: BackendRequest) => BackendAnswer = () => ({ body: 1 }),
) {
  backend.answer = (request) => {
    const { target, query } = request;
    if (target === 'rpc/contact_consents') return { body: consents };
    if (request.method === 'GET' && target === 'contacts') {
      const from = Number(query.get('offset') ?? 0);
      return { body: rows.slice(from, from + Number(query.get('limit') ?? 1000)), count: rows.length };
    }
    return otherwise(request);
  };
}

const render = (at = '/admin/contacts') => renderScreen(<ContactsPage />, { path: '/admin/contacts', at });
const severalContacts = [
  contact({ id: '1' }),
  contact({ id: '2', name: 'Éric Roy', company: 'Hôtel du Cap', sector: 'hôtellerie', status: 'partenaire' }),
  contact({
    id: '3',
    name: 'Anne Zola',
    company: 'MRC du Fjord',
    email: null,
    phone: null,
    status: 'intéressé',
  }),
];

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('the list of contacts', () => {
  it('says above how many may be one person, and where they are compared', async () => {
    serve([...severalContacts, contact({ id: '4', name: 'Genevieve Cote' })]);
    render();
    expect(await screen.findByText(/^1.doublon possible parmi vos contacts/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'Comparer les fiches' })).toHaveAttribute(
      'href',
      '/admin/contacts/doublons',
    );
  });

  it('shows who, where, sector, status, how to reach them, and whether they may be written to', async () => {
    serve(severalContacts, {
      1: { state: 'allowed', basis: 'inquiry', expires_at: '2027-03-05T17:00:00Z' },
      2: { state: 'unsubscribed', suppression: 'unsubscribed' },
    });
    render();
    const row = (name: string) => screen.getByRole('link', { name }).closest('tr') as HTMLElement;
    await screen.findByText('Éric Roy');
    const first = within(row('Geneviève Côté'));
    for (const text of ['Ville de Percé', 'Percé', 'Municipalité', 'Nouveau'])
      expect(first.getByText(text)).toBeVisible();
    expect(first.getByRole('link', { name: 'genevieve@perce.example' })).toHaveAttribute(
      'href',
      'mailto:genevieve@perce.example',
    );
    expect(first.getByRole('link', { name: '418 555-0101' })).toHaveAttribute('href', 'tel:4185550101');
    const sign = await first.findByRole('button', {
      name: /^Envoi permis jusqu’au 05 mars 2027 — demande reçue/,
    });
    expect(sign).toHaveTextContent('Permis');
    expect(sign).toHaveAttribute('title', 'Envoi permis jusqu’au 05 mars 2027 — demande reçue');
    // Pressing shows the reason, so it works on a touch screen too.
    await userEvent.click(sign);
    expect(await screen.findByText('Demande de renseignements (6 mois).')).toBeVisible();
    // A row that may not be written to shows the reason.
    expect(within(row('Éric Roy')).getByText('Désabonné')).toBeVisible();
    expect(within(row('Anne Zola')).getByText('Sans courriel')).toBeVisible();
  });
  it('counts in its tiles', async () => {
    serve(severalContacts);
    render();
    await screen.findByText('Éric Roy');
    const tiles = within(screen.getByRole('list', { name: 'Contacts par statut' }))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent);
    expect(tiles).toEqual(['Total 3', 'Nouveaux 1', 'Intéressés 1', 'Partenaires 1']);
  });
  it('reads past the cut of the data API, and counts only once everything is there', async () => {
    serve(Array.from({ length: 2345 }, (_, index) => contact({ id: String(index), name: `Nom ${index}` })));
    render();
    expect(await screen.findByRole('link', { name: /^Total 2\s345$/ })).toBeVisible();
    await waitFor(() => expect(screen.getAllByRole('listitem')[1]?.textContent).toMatch(/2.345/));
    const ranges = backend
      .sent('GET', 'contacts')
      .map(({ query }) => [query.get('offset'), query.get('limit')]);
    expect(ranges).toEqual([
      ['0', '40'],
      ['40', '1000'],
      ['1040', '1000'],
      ['2040', '1000'],
    ]);
    expect(backend.sent('GET', 'contacts')[0]?.query.get('order')).toBe('created_at.desc,id.asc');
  });
  it('says when only its beginning could be read', async () => {
    serve(Array.from({ length: 300 }, (_, index) => contact({ id: String(index) })));
    const whole = backend.answer;
    backend.answer = (request) =>
      request.target === 'contacts' && request.query.get('offset') === '40'
        ? { status: 403, body: {} }
        : whole(request);
    render();
    expect(await screen.findByText(/Seuls les 40 contacts les plus récents/)).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
  it('offers to add the first one when there is none', async () => {
    serve([]);
    render();
    expect(await screen.findByText('Aucun contact pour le moment')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Ajouter un contact' })).toHaveAttribute(
      'href',
      '/admin/contacts/new',
    );
  });
  it('shows the contacts of a segment, how many may be written to, and asks for nothing without one', async () => {
    const segment = 'f0000000-0000-4000-8000-000000000001';
    const found = { matching: 2, reachable: 1, reasons: { Désabonné: 1 }, ids: ['2', '3'], towns: {} };
    serve(severalContacts, {}, ({ target }) => ({
      body: target === 'rpc/contacts_of_segment' ? { name: 'Petites villes', ...found } : [],
    }));
    const { go } = render(`/admin/contacts?segment=${segment}`);
    expect(await screen.findByText(/^2\scorrespondent, 1\sjoignable$/)).toBeVisible();
    expect(screen.getByText('Éric Roy')).toBeVisible();
    expect(screen.queryByText('Geneviève Côté')).toBeNull();
    expect(screen.getByRole('link', { name: 'Ses conditions' })).toHaveAttribute(
      'href',
      `/admin/contacts/segments/${segment}`,
    );
    // The chip names the filter and removes it.
    await userEvent.click(screen.getByRole('button', { name: /Petites villes/ }));
    expect(await screen.findByText('Geneviève Côté')).toBeVisible();
    const asked = () => backend.requests.filter(({ target }) => /segment/.test(target)).length;
    const before = asked();
    await go('/admin/contacts?statut=partenaire');
    expect(await screen.findByRole('link', { name: 'En faire un segment' })).toHaveAttribute(
      'href',
      '/admin/contacts/segments/new?statut=partenaire',
    );
    expect(asked()).toBe(before);
  });
  it('says that nothing answers to the search, and clears it', async () => {
    serve(severalContacts);
    const { address } = render('/admin/contacts?q=introuvable&statut=nouveau&tri=-lieu');
    expect(await screen.findByText('Aucun contact ne correspond à votre recherche')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Effacer les filtres' }));
    expect(screen.getByText('Éric Roy')).toBeVisible();
    await waitFor(() => expect(address()).toBe('/admin/contacts?tri=-lieu'));
  });
  it('filters as one types and chooses, and keeps it in the address', async () => {
    serve(severalContacts);
    const { address } = render();
    await userEvent.type(await screen.findByRole('searchbox', { name: 'Rechercher un contact' }), 'hotel');
    expect(screen.getByText('1 résultat')).toBeVisible();
    expect(screen.queryByText('Anne Zola')).toBeNull();
    // Both filters are visible without opening a panel.
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Secteur' }), 'Hôtellerie');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Statut' }), 'Partenaire');
    await waitFor(() =>
      expect(address()).toBe('/admin/contacts?q=hotel&secteur=h%C3%B4tellerie&statut=partenaire'),
    );
  });
  it('says that it could not be loaded, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    render();
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
    expect(screen.getAllByText('Impossible de charger les contacts').length).toBeGreaterThan(0);
    vi.mocked(console.error).mockClear();
    serve(severalContacts);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByText('Éric Roy')).toBeVisible();
  });
});

describe('deleting contacts', () => {
  it('asks, moves one to the trash without reading the list again, and brings it back', async () => {
    serve(severalContacts, {}, () => ({ body: { restored: 1, refused: [] } }));
    render();
    expect(await removeByButton('Supprimer Éric Roy')).toMatch(
      /Le contact «\sÉric Roy\s» ira à la corbeille/,
    );
    const toast = (await screen.findByText('Contact supprimé')).closest('li') as HTMLElement;
    expect(backend.sent('POST', 'rpc/move_to_trash').map(({ body }) => body)).toEqual([
      { kind: 'contacts', ids: ['2'] },
    ]);
    await waitFor(() => expect(screen.queryByText('Éric Roy')).toBeNull());
    expect(backend.sent('GET', 'contacts')).toHaveLength(1);
    await userEvent.click(within(toast).getByRole('button', { name: 'Annuler' }));
    expect(await screen.findByText('Suppression annulée')).toBeVisible();
    expect(backend.sent('POST', 'rpc/restore_from_trash')[0]?.body).toEqual({ ids: ['2'] });
    expect(await screen.findByText('Éric Roy')).toBeVisible();
  });
  it('says so when it failed, and keeps the contact', async () => {
    serve(severalContacts, {}, () => ({ status: 403, body: { message: 'non' } }));
    render();
    await removeByButton('Supprimer Éric Roy');
    expect(await screen.findByText('Impossible de supprimer le contact')).toBeVisible();
    expect(screen.getByText('Éric Roy')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
  it('says how many of the selection went', async () => {
    serve(severalContacts);
    render();
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Sélectionner Éric Roy' }));
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Anne Zola' }));
    expect(screen.getByText('2 contacts sélectionnés')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Supprimer' }));
    expect(await screen.findByText(/^2\scontacts supprimés$/)).toBeVisible();
    expect(backend.sent('POST', 'rpc/move_to_trash')[0]?.body).toEqual({ kind: 'contacts', ids: ['2', '3'] });
    await waitFor(() => expect(screen.queryByText('Anne Zola')).toBeNull());
  });
});

it('gives the selection one status', async () => {
  serve(severalContacts);
  render();
  await userEvent.click(
    (await screen.findAllByRole('checkbox', { name: 'Tout sélectionner' }))[0] as HTMLElement,
  );
  const choice = screen.getByRole('combobox', { name: 'Changer le statut de la sélection' });
  for (const status of ['Contacté', 'Refusé']) await userEvent.selectOptions(choice, status);
  expect(backend.sent('POST', 'rpc/set_contact_status')).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
  await waitFor(() => expect(within(screen.getByRole('table')).getAllByText('Refusé')).toHaveLength(3));
  expect(backend.sent('POST', 'rpc/set_contact_status')[0]?.body).toEqual({
    contact_ids: ['1', '2', '3'],
    status: 'refusé',
  });
  const toasts = await screen.findAllByText('Statut mis à jour');
  await userEvent.click(
    within(toasts.at(-1)?.closest('li') as HTMLElement).getByRole('button', { name: 'Annuler' }),
  );
  await waitFor(() =>
    expect(backend.sent('POST', 'rpc/undo_status')[0]?.body).toEqual({
      kind: 'contacts',
      given: 'refusé',
      before: severalContacts
        .map(({ id, status }) => ({ id, status }))
        .filter(({ status }) => status !== 'refusé'),
    }),
  );
});

it('asks before more than ten contacts are changed, with their number', async () => {
  serve(
    Array.from({ length: 11 }, (_, index) => contact({ id: `${index}`, email: `c${index}@exemple.test` })),
  );
  render();
  await userEvent.click(
    (await screen.findAllByRole('checkbox', { name: 'Tout sélectionner' }))[0] as HTMLElement,
  );
  await userEvent.selectOptions(
    screen.getByRole('combobox', { name: 'Changer le statut de la sélection' }),
    'Refusé',
  );
  await userEvent.click(screen.getByRole('button', { name: 'Appliquer' }));
  const question = await screen.findByRole('alertdialog', {
    name: /Donner le statut «\sRefusé\s» à 11 contacts\?/,
  });
  expect(backend.sent('POST', 'rpc/set_contact_status')).toEqual([]);
  await userEvent.click(within(question).getByRole('button', { name: 'Annuler' }));
  expect(backend.sent('POST', 'rpc/set_contact_status')).toEqual([]);
});
