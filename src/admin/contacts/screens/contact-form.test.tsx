import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import {
  ADMIN_ID,
  type BackendAnswer,
  backend,
  offline,
  renderScreen,
  signInAsAdmin,
} from '@tests/fake-backend';
import { writeInto } from '@tests/write-into';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { signInAgain } from '@/admin/kit/lib/sign-in-again';
import type { Contact } from '../data/contact-list';

const { ContactPage, NewContactPage } = await import('./contact-page');

const renderNew = () => renderScreen(<NewContactPage />, { path: '/admin/contacts/new' });
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label}( \\*| \\(facultatif\\))?$`));
const pressSave = () => userEvent.click(screen.getByRole('button', { name: 'Enregistrer' }));

async function fillIn(values: Record<string, string>) {
  for (const [label, text] of Object.entries(values)) {
    await userEvent.clear(field(label));
    await userEvent.click(field(label));
    await userEvent.paste(text);
  }
}

const requiredFields = {
  Nom: ' Anne Zola ',
  Entreprise: 'MRC du Fjord',
  Courriel: 'anne@fjord.example',
  Ville: 'Alma',
  Région: 'Estrie',
};

const rimouski = {
  code: '10043',
  name: 'Rimouski',
  designation: 'V',
  mrc_name: 'Rimouski-Neigette',
  region: 'Bas-Saint-Laurent',
  population: 51_000,
  latitude: 48.45,
  approximate: false,
  search_key: 'rimouski',
};

/** Organisations that the fake search returns. */
let found: object[] = [];

/** Answers reads of one contact and of the rest of the page; `write` answers writes. */
function serve(one: Contact | null, write: () => BackendAnswer = () => ({ status: 201, body: contact() })) {
  backend.answer = ({ method, target }) => {
    if (target === 'rpc/contact_consents') return { body: {} };
    if (target === 'municipalities') return { body: [rimouski] };
    if (target === 'rpc/may_email') return { body: 'Aucun consentement consigné' };
    if (target === 'rpc/organisation_page') return { body: null };
    if (target === 'organisations' && method === 'GET') return { body: found };
    const lists = [
      'rpc/contact_timeline',
      'consent_events',
      'next_actions',
      'inbound_messages',
      'email_sends',
      'personal_requests',
    ];
    if ([...lists, 'notifications'].includes(target)) return { body: [] };
    return method === 'GET' ? { body: one ? [one] : [] } : write();
  };
}

async function renderExisting(one: Contact, write?: () => BackendAnswer) {
  serve(one, write);
  const view = renderScreen(<ContactPage />, {
    path: '/admin/contacts/:id',
    at: `/admin/contacts/${one.id}`,
  });
  await screen.findByLabelText(/^Nom/);
  return view;
}

beforeEach(() => {
  found = [];
  backend.reset();
  signInAsAdmin();
});

describe('a new contact', () => {
  it('is saved as the specification says, and the list comes back', async () => {
    serve(null);
    const { address } = renderNew();
    await fillIn(requiredFields);
    await pressSave();
    expect(await screen.findByText('Contact créé')).toBeVisible();
    expect(address()).toBe('/admin/contacts');
    expect(backend.sent('POST', 'contacts').map(({ body }) => body)).toEqual([
      {
        user_id: ADMIN_ID,
        name: 'Anne Zola',
        company: 'MRC du Fjord',
        email: 'anne@fjord.example',
        city: 'Alma',
        region: 'Estrie',
        sector: 'autre',
        status: 'nouveau',
        phone: null,
        website: null,
        notes: null,
        // The database finds the organisation by the company name.
        organisation_id: null,
        function_kind: null,
        function_title: null,
        is_public_office_holder: null,
      },
    ]);
  });
  it('proposes the towns of the register while one is typed, and fills the region in', async () => {
    serve(null);
    renderNew();
    await waitFor(() => expect(backend.sent('GET', 'municipalities')).toHaveLength(1));
    await userEvent.type(field('Ville'), 'rim');
    await userEvent.keyboard('{ArrowDown}{Enter}');
    expect([field('Ville'), field('Région')].map((input) => (input as HTMLInputElement).value)).toEqual([
      'Rimouski',
      'Bas-Saint-Laurent',
    ]);
    expect(screen.queryByRole('listbox')).toBeNull();
  });
  it('takes the organisation that is chosen, with its name and town', async () => {
    found = [{ id: 'o7', name: 'MRC du Fjord', city: 'Alma', region: 'Estrie' }];
    serve(null);
    renderNew();
    await userEvent.type(field('Entreprise'), 'fjo');
    await userEvent.click(await screen.findByRole('option', { name: /MRC du Fjord/ }));
    expect(field('Ville')).toHaveValue('Alma');
    await fillIn({ Nom: 'Anne', Courriel: 'anne@fjord.example' });
    await userEvent.selectOptions(field('Fonction'), 'Greffe');
    await pressSave();
    await screen.findByText('Contact créé');
    expect(backend.sent('POST', 'contacts')[0]?.body).toMatchObject({
      company: 'MRC du Fjord',
      organisation_id: 'o7',
      city: 'Alma',
      function_kind: 'greffe',
    });
  });
  it('that shares the address of its organisation is saved without one of its own', async () => {
    const other = contact({ id: '42', email: 'ANNE@fjord.example' });
    serve(other, () => ({ status: 409, body: { code: '23505', message: 'contacts_email_key' } }));
    renderNew();
    await fillIn(requiredFields);
    await pressSave();
    const button = await screen.findByRole('button', { name: 'Enregistrer sans adresse propre' });
    serve(other);
    await userEvent.click(button);
    expect(await screen.findByText('Contact créé')).toBeVisible();
    expect(backend.sent('POST', 'contacts').at(-1)?.body).toMatchObject({ email: null });
    // The organisation's address is only set when it has none.
    const [request] = backend.sent('PATCH', 'organisations');
    expect(request?.query.get('email')).toBe('is.null');
    expect(request?.body).toEqual({ email: 'anne@fjord.example' });
  });
  it('says what is missing, field by field, and sends nothing', async () => {
    serve(null);
    renderNew();
    await writeInto(field('Site web'), 'javascript:alert(1)');
    await pressSave();
    for (const message of [
      'Le nom est requis',
      "L'entreprise est requise",
      'Email invalide',
      'La ville est requise',
      'La région est requise',
      'URL invalide',
    ]) {
      expect(await screen.findByText(message)).toBeVisible();
    }
    expect(field('Nom')).toHaveFocus();
    expect(field('Nom')).toHaveAccessibleDescription('Le nom est requis');
    expect(backend.sent('POST', 'contacts')).toEqual([]);
  });
  it('that has the address of another is refused, with a link to that one', async () => {
    const other = contact({ id: '42', email: 'ANNE@fjord.example' });
    serve(other, () => ({ status: 409, body: { code: '23505', message: 'contacts_email_key' } }));
    renderNew();
    await fillIn(requiredFields);
    await pressSave();
    const alert = await screen.findByRole('alert');
    expect(alert).toHaveTextContent('Ce courriel est celui de Geneviève Côté (Ville de Percé).');
    expect(within(alert).getByRole('link')).toHaveAttribute('href', '/admin/contacts/42');
    expect(field('Courriel')).toHaveAccessibleDescription('Ce courriel appartient déjà à un autre contact');
    expect(field('Courriel')).toHaveFocus();
  });
  it('stays in the form when the network is down, and is saved by the next try', async () => {
    serve(null, offline);
    const { address } = renderNew();
    await fillIn(requiredFields);
    await pressSave();
    expect(await screen.findByText('Impossible de sauvegarder le contact')).toBeVisible();
    expect(field('Nom')).toHaveValue(' Anne Zola ');
    vi.mocked(console.error).mockClear();
    serve(null);
    await pressSave();
    await waitFor(() => expect(address()).toBe('/admin/contacts'));
  });
  it('asks before what was typed is lost', async () => {
    serve(null);
    const { address } = renderNew();
    await userEvent.type(field('Nom'), 'Anne');
    await userEvent.click(screen.getByRole('link', { name: 'Annuler' }));
    const dialog = await screen.findByRole('alertdialog', { name: 'Quitter sans enregistrer?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Continuer la saisie' }));
    expect(address()).toBe('/admin/contacts/new');
    expect(field('Nom')).toHaveValue('Anne');
  });
  it('waits for somebody signed in, and sends nothing before', async () => {
    localStorage.clear();
    serve(null);
    renderNew();
    await fillIn(requiredFields);
    await pressSave();
    await waitFor(() => expect(signInAgain.isAsked()).toBe(true));
    signInAgain.giveUp();
    expect(backend.sent('POST', 'contacts')).toEqual([]);
    expect(field('Nom')).toHaveValue(' Anne Zola ');
    expect(await screen.findByText('Impossible de sauvegarder le contact')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
});

describe('an existing contact', () => {
  it('shows what is stored, and saves a change without its author', async () => {
    const { address } = await renderExisting(
      contact({ notes: 'Rappeler', website: 'https://perce.example/' }),
    );
    expect(field('Notes')).toHaveValue('Rappeler');
    await fillIn({ Nom: 'Geneviève Roy' });
    await userEvent.clear(field('Notes'));
    await pressSave();
    expect(await screen.findByText('Contact mis à jour')).toBeVisible();
    expect(address()).toBe('/admin/contacts');
    const [request] = backend.sent('PATCH', 'contacts');
    expect(request?.query.get('id')).toBe(`eq.${contact().id}`);
    expect(request?.body).toMatchObject({ name: 'Geneviève Roy', notes: null });
    expect(request?.body).not.toHaveProperty('user_id');
  });
  it('that came without an address may stay so', async () => {
    await renderExisting(contact({ email: null }));
    expect(field('Courriel')).not.toHaveAttribute('aria-required');
    await fillIn({ Ville: 'Gaspé' });
    await pressSave();
    await waitFor(() => expect(backend.sent('PATCH', 'contacts')[0]?.body).toMatchObject({ email: null }));
  });
  it('that has an address must keep one', async () => {
    await renderExisting(contact());
    expect(await screen.findByRole('button', { name: /^Relancer/ })).toBeVisible();
    await userEvent.clear(field('Courriel'));
    await pressSave();
    expect(await screen.findByText('Email invalide')).toBeVisible();
  });
  it('that asked to be erased is not proposed to be written to again', async () => {
    serve(contact());
    const others = backend.answer;
    const asked = {
      ...{
        id: 'r1',
        contact_id: contact().id,
        email: contact().email,
        kind: 'erasure',
        before: {},
        after: {},
      },
      ...{ created_at: '2026-11-27T15:00:00Z', due_on: '2999-12-27', closed_at: null, answer: null },
      contacts: { name: contact().name, company: contact().company },
    };
    backend.answer = (request) =>
      request.target === 'personal_requests' ? { body: [asked] } : others(request);
    renderScreen(<ContactPage />, { path: '/admin/contacts/:id', at: `/admin/contacts/${contact().id}` });
    expect(await screen.findByText('Effacement demandé')).toBeVisible();
    expect(await screen.findByText('Rien de prévu.')).toBeVisible();
    expect(screen.queryByRole('button', { name: /^Relancer/ })).toBeNull();
  });
  it('that is not there any more says so', async () => {
    serve(null);
    renderScreen(<ContactPage />, { path: '/admin/contacts/:id', at: '/admin/contacts/x' });
    expect(await screen.findByText('Ce contact n’existe pas ou a été supprimé')).toBeVisible();
  });
  it('that could not be loaded says so, and tries again when asked', async () => {
    backend.answer = () => ({ status: 403, body: { message: 'non' } });
    renderScreen(<ContactPage />, { path: '/admin/contacts/:id', at: '/admin/contacts/x' });
    expect(await screen.findByRole('button', { name: 'Réessayer' })).toBeVisible();
    vi.mocked(console.error).mockClear();
    serve(contact());
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByLabelText(/^Nom/)).toHaveValue('Geneviève Côté');
  });
});
