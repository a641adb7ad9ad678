import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { contact } from '@tests/contact-rows';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { removeByButton } from '@tests/removal';
import { beforeEach, describe, expect, it, vi } from 'vitest';

const { PersonalDataCard } = await import('./personal-data-card');

const one = contact();
const render = () => renderScreen(<PersonalDataCard contact={one} />, { path: '/admin/contacts/x' });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const erasures = () => backend.sent('POST', 'rpc/erase_person').map(({ body }) => body);

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

describe('erasing everything known about a person', () => {
  it('says what goes and what stays, and erases only once confirmed', async () => {
    backend.answer = ({ target }) => ({ body: target === 'personal_requests' ? [] : { contacts: 1 } });
    const { address } = render();
    await press('Effacer toutes les données');
    const dialog = await screen.findByRole('alertdialog', { name: 'Effacer toutes les données' });
    for (const text of [
      'Geneviève Côté',
      'preuves de consentement',
      'anonymisés',
      'factures émises',
      'empreinte',
      'irréversible',
    ])
      expect(dialog).toHaveTextContent(text);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annuler' }));
    expect(erasures()).toEqual([]);
    await press('Effacer toutes les données');
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer définitivement' }));
    expect(await screen.findByText('Les données de cette personne sont effacées')).toBeVisible();
    expect(erasures()).toEqual([{ contact: one.id }]);
    expect(backend.sent('POST', 'rpc/move_to_trash')).toEqual([]);
    await waitFor(() => expect(address()).toBe('/admin/contacts'));
  });

  it('asked for by the person · is the main action of its card, and the only one of that name', async () => {
    const asked = {
      ...{ id: 'r1', contact_id: one.id, email: one.email, kind: 'erasure', before: {}, after: {} },
      ...{ created_at: '2026-11-27T15:00:00Z', due_on: '2999-12-27', closed_at: null, answer: null },
      contacts: { name: one.name, company: one.company },
    };
    backend.answer = ({ target }) => ({ body: target === 'personal_requests' ? [asked] : { contacts: 1 } });
    const { address } = render();
    await screen.findByText('Effacement demandé');
    expect(screen.getAllByRole('button', { name: 'Effacer toutes les données' })).toHaveLength(1);
    await press('Effacer toutes les données');
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer définitivement' }));
    await waitFor(() => expect(address()).toBe('/admin/contacts'));
    expect(backend.sent('POST', 'rpc/erase_as_asked').map(({ body }) => body)).toEqual([{ request: 'r1' }]);
  });

  it('asks, deletes to the trash, and goes back to the list', async () => {
    backend.answer = ({ target }) => ({ body: target === 'personal_requests' ? [] : 1 });
    const { address } = render();
    await removeByButton('Supprimer le contact');
    expect(await screen.findByText('Contact supprimé')).toBeVisible();
    expect(backend.sent('POST', 'rpc/move_to_trash').map(({ body }) => body)).toEqual([
      { kind: 'contacts', ids: [one.id] },
    ]);
    await waitFor(() => expect(address()).toBe('/admin/contacts'));
  });

  it('stays on the contact when it failed, and says so', async () => {
    backend.answer = () => ({ status: 400, body: { code: 'P0001', message: 'Ce contact n’existe plus' } });
    const { address } = render();
    await press('Effacer toutes les données');
    await userEvent.click(await screen.findByRole('button', { name: 'Effacer définitivement' }));
    expect(await screen.findByText('Impossible d’effacer les données de cette personne')).toBeVisible();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(address()).toBe('/admin/contacts/x');
    vi.mocked(console.error).mockClear();
  });
});
