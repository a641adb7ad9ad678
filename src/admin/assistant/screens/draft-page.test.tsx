import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it, vi } from 'vitest';
import { SubjectParts } from '@/admin/kit/ui/subject-parts';
import { requestSlots } from '@/admin/requests/paths';
import { todaySlots } from '@/admin/today/paths';
// The slot loads it.
import '../parts/prepared-drafts';

const { DraftPage } = await import('./draft-page');

const id = 'd0000000-0000-4000-8000-000000000001';
const record = 'c0000000-0000-4000-8000-000000000001';
const draft = (kind: string, content: object, target: string | null = 'contact') => ({
  id,
  kind,
  content,
  created_at: '2026-11-29T15:00:00Z',
  key_name: 'Claude',
  target,
  target_id: target && record,
  target_name: target && 'Ève Côté, Ville de Percé',
  same_phone: [] as object[],
});
const reply = draft('reply', { subject: 'Votre demande', body: 'Bonjour' }, 'quote_request');

let waiting: object[];
let others: Record<string, unknown>;
beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  others = {};
  backend.answer = ({ target, body }) => {
    if (target === 'rpc/assistant_drafts') return { body: waiting };
    if (target !== 'rpc/close_assistant_draft') return { body: others[target] ?? [] };
    const { closed } = body as { closed: boolean };
    if (closed) waiting = [];
    else waiting = [reply];
    return { body: true };
  };
});
const open = () =>
  renderScreen(<DraftPage />, {
    path: '/admin/parametres/assistant/brouillons/:id',
    at: `/admin/parametres/assistant/brouillons/${id}`,
  });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

it('is marked and shown in full; thrown away, it can be taken back', async () => {
  waiting = [reply];
  const view = open();
  expect(await screen.findByText('Préparé par l’assistant')).toBeVisible();
  expect(screen.getByText('Bonjour')).toBeVisible();
  expect(screen.getByRole('link', { name: /Ève Côté/ })).toHaveAttribute(
    'href',
    `/admin/soumissions?demande=${record}`,
  );
  await press('Jeter');
  await waitFor(() => expect(view.address()).toBe('/admin/parametres/assistant'));
  await press('Annuler');
  expect(await screen.findByText('Changement annulé')).toBeVisible();
  expect(waiting).toEqual([reply]);
});

it.each([
  ['Jeter', reply],
  ['Relire et répondre', reply],
])('« %s » · stays in view until the next screen is there', async (button, prepared) => {
  waiting = [prepared];
  others = { 'rpc/save_reply_draft': true };
  const view = open();
  // The code of the next screen is slow to come.
  const navigate = vi.spyOn(view.router, 'navigate').mockResolvedValue();
  await press(button);
  await waitFor(() => expect(navigate).toHaveBeenCalled());
  await waitFor(() => expect(view.client.getQueryData(['assistant', 'drafts'])).toEqual([]));
  // Let the list without it be shown.
  await act(async () => new Promise((resolve) => setTimeout(resolve, 20)));
  expect(screen.getByText('Bonjour')).toBeVisible();
  expect(screen.queryByText(/a été appliqué ou jeté/)).toBeNull();
  expect(screen.getByRole('button', { name: button })).toHaveAttribute('aria-disabled');
});

it('of somebody else, or of an earlier version, is none', async () => {
  waiting = [draft('reply', { text: 'Bonjour' }, 'quote_request')];
  open();
  expect(await screen.findByText(/a été appliqué ou jeté, ou n’est pas le vôtre/)).toBeVisible();
});

it('a reply becomes the draft of the ordinary one, unless the person has begun theirs', async () => {
  waiting = [reply];
  others = { notifications: [{ id: 'x', state: 'brouillon', body: 'Mon texte' }] };
  const view = open();
  await press('Relire et répondre');
  expect(await screen.findByText(/Une réponse est déjà commencée/)).toBeVisible();
  vi.mocked(console.error).mockClear();
  expect(backend.sent('POST', 'rpc/save_reply_draft')).toEqual([]);
  others = { 'rpc/save_reply_draft': true };
  await press('Relire et répondre');
  await waitFor(() => expect(view.address()).toBe(`/admin/soumissions?demande=${record}`));
  expect(backend.sent('POST', 'rpc/save_reply_draft')[0]?.body).toMatchObject({
    ...{ quote: record, reply_subject: 'Votre demande', reply_body: 'Bonjour' },
  });
  expect(waiting).toEqual([]);
});

it('an action opens its form with what was prepared, and says what it replaces', async () => {
  waiting = [
    draft('action', { title: 'Relancer', kind: 'appeler', due_on: '2026-12-01', due_time: '09:30' }),
  ];
  others = { next_actions: [{ id: 'a', title: 'Écrire', due_on: '2026-11-30', done_at: null }] };
  const view = open();
  expect(await screen.findByText(/Remplacera l’action prévue.*Écrire/)).toBeVisible();
  await press('Relire et planifier');
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByRole('textbox', { name: /À faire/ })).toHaveValue('Relancer');
  await userEvent.click(dialog.getByRole('button', { name: 'Enregistrer' }));
  await waitFor(() => expect(view.address()).toBe(`/admin/contacts/${record}`));
  expect(backend.sent('POST', 'rpc/plan_next_action')[0]?.body).toMatchObject({
    ...{ target: 'contact', target_id: record, title: 'Relancer', due_on: '2026-12-01', due_time: '09:30' },
  });
});

it('a proposed contact fills the ordinary form, and waits until it is one', async () => {
  const content = {
    ...{ name: 'Léa Roy', company: 'MRC', email: 'lea@mrc.example', phone: '', city: '', region: '' },
    ...{ website: '', function_title: '', notes: '' },
  };
  waiting = [draft('contact', content, null)];
  const view = open();
  await press('Ajouter aux contacts');
  await waitFor(() => expect(view.address()).toBe('/admin/contacts/new'));
  expect(view.router.state.location.state).toEqual({ contact: content });
  expect(waiting).toHaveLength(1);
});

it('a proposed contact with the number of another · says who has it', async () => {
  const content = {
    ...{ name: 'Léa Roy', company: 'MRC', email: '', phone: '418 555-0101', city: '', region: '' },
    ...{ website: '', function_title: '', notes: '' },
  };
  const same_phone = [{ kind: 'contact', id: record, name: 'Ève Côté', company: 'Ville de Percé' }];
  waiting = [{ ...draft('contact', content, null), same_phone }];
  open();
  expect(await screen.findByText(/Déjà le numéro de/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Ève Côté, Ville de Percé' })).toHaveAttribute(
    'href',
    `/admin/contacts/${record}`,
  );
});

it('applied in another window meanwhile · said, and nothing is made twice', async () => {
  waiting = [draft('quote', { subject: 'Relevé', lines: [], notes: '' })];
  open();
  const apply = await screen.findByRole('button', { name: 'Continuer le devis' });
  waiting = [];
  await userEvent.click(apply);
  expect(await screen.findByText(/a déjà été appliqué ou jeté/)).toBeVisible();
  vi.mocked(console.error).mockClear();
  expect(backend.sent('POST', 'rpc/create_quote')).toEqual([]);
});

it('a note of a day to come is not recorded', async () => {
  waiting = [draft('note', { kind: 'appel', happened_on: '2099-12-01', body: 'Rappeler.' })];
  open();
  await press('Relire et consigner');
  await press('Consigner');
  expect(await screen.findByText(/Un échange a déjà eu lieu/)).toBeVisible();
  expect(backend.sent('POST', 'contact_activities')).toEqual([]);
});

it('a quote and an hour are written as people do', async () => {
  const line = { description: 'Relevé', quantity: 5, unit: 'jour', unit_price_cents: 140_000 };
  waiting = [draft('quote', { subject: 'Relevé', lines: [line], notes: '' })];
  open();
  expect(await screen.findByText(/Relevé \(5 jours à 1\s400,00\s\$\)/)).toBeVisible();
  cleanup();
  waiting = [draft('action', { title: 'x', kind: '', due_on: '2026-12-01', due_time: '09:05' })];
  open();
  expect(await screen.findByText(/1er décembre 2026 à 9\sh\s05/)).toBeVisible();
});

it('the dashboard names the newest five, and where the others are', async () => {
  waiting = Array.from({ length: 6 }, (_, index) => ({ ...reply, id: id.replace(/1$/, String(index)) }));
  renderScreen(<SubjectParts slot={todaySlots.dashboard} given={{}} />);
  expect(await screen.findAllByRole('link', { name: /^Réponse.: Votre demande, Ève Côté/ })).toHaveLength(5);
  expect(screen.getByRole('link', { name: 'Voir les 6 brouillons' })).toHaveAttribute(
    'href',
    '/admin/parametres/assistant',
  );
});

it('is linked on the screen of its record alone', async () => {
  waiting = [reply];
  renderScreen(<SubjectParts slot={requestSlots.detail} given={{ id: record }} />);
  expect(await screen.findByRole('link', { name: /^Réponse.: Votre demande$/ })).toHaveAttribute(
    'href',
    `/admin/parametres/assistant/brouillons/${id}`,
  );
});
