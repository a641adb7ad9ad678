import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { settingsRow } from '@tests/campaign-rows';
import { type BackendAnswer, backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { TodayList } = await import('./today-list');

// A Friday afternoon in Québec.
const NOW = new Date('2026-11-20T20:00:00Z');

const todayLine = (kind: string, record_id: string, title: string, more: object = {}) => ({
  kind,
  record_id,
  title,
  detail: null,
  due_at: null,
  urgency: 2,
  amount: null,
  target: null,
  target_id: null,
  phone: null,
  postponed_until: null,
  ...more,
});

const lateRequest = todayLine('request', 'q1', 'MRC de Joliette', {
  detail: 'street-view',
  due_at: '2026-11-12T14:00:00Z',
  urgency: 0,
});
const call = todayLine('action', 'a1', 'Rappeler pour le devis', {
  detail: 'Ville de Percé',
  due_at: '2026-11-20T14:30:00Z',
  urgency: 0,
  target: 'contact',
  target_id: 'c1',
  phone: '418 555-0100',
});
const draft = todayLine('draft', 't1', 'Le fjord', { detail: 'Saguenay' });

let items: ReturnType<typeof todayLine>[];
let answer: (target: string, body: unknown) => BackendAnswer | undefined;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  backend.reset();
  signInAsAdmin();
  items = [lateRequest, call, draft];
  answer = () => undefined;
  backend.answer = ({ target, body }) =>
    answer(target, body) ?? { body: target === 'rpc/today_items' ? items : null };
});

afterEach(() => {
  vi.useRealTimers();
});

const show = async () => {
  renderScreen(<TodayList next="Aucun déplacement n’est prévu." />);
  return within(await screen.findByRole('list', { name: 'À faire' }));
};

describe('Aujourd’hui', () => {
  it('says what waits, in the order of the database, each line with its one action', async () => {
    const list = await show();
    expect(list.getAllByRole('listitem').map((item) => item.querySelector('a')?.textContent)).toEqual([
      'MRC de Joliette',
      'Rappeler pour le devis',
      'Le fjord',
    ]);
    expect(list.getByRole('link', { name: 'Répondre\u00a0: MRC de Joliette' })).toHaveAttribute(
      'href',
      '/admin/soumissions?demande=q1#repondre',
    );
    expect(list.getByText(/^en retard de/)).toBeVisible();
    expect(list.getByText('en retard : aujourd’hui à 9 h 30')).toBeVisible();
    expect(list.getByRole('link', { name: 'Rappeler pour le devis' })).toHaveAttribute(
      'href',
      '/admin/contacts/c1',
    );
    expect(list.getByRole('link', { name: 'Appeler\u00a0: Ville de Percé' })).toHaveAttribute(
      'href',
      'tel:4185550100',
    );
    expect(list.getByRole('link', { name: 'Relire et publier\u00a0: Le fjord' })).toHaveAttribute(
      'href',
      '/admin/tours/t1/edit',
    );
    expect(screen.getByText('2 en retard, 1 quand vous pourrez')).toBeVisible();
  });

  it('words every kind, and leads to where it is settled', async () => {
    const kinds: [ReturnType<typeof todayLine>, text: RegExp, href: string][] = [
      [
        todayLine('request_email', 'q', 'A', { detail: 'incertain' }),
        /incertain/,
        '/admin/soumissions?demande=q',
      ],
      [
        todayLine('quote_emails', 'q', 'E', { detail: '2026-014', amount: 2 }),
        /Devis 2026-014 · 2 courriels en échec/,
        '/admin/devis/q#historique',
      ],
      [todayLine('campaign_emails', 'c', 'B', { amount: 3 }), /3 courriels en échec/, '/admin/campaigns/c'],
      [todayLine('campaign', 'c', 'C', { detail: 'Quota atteint' }), /Quota atteint/, '/admin/campaigns/c'],
      [
        todayLine('trip', 't', 'Percé', { amount: 1, due_at: '2026-11-23T05:00:00Z' }),
        /1 prospect à décider/,
        '/admin/trip-plans/t/prospects',
      ],
      [todayLine('consent', 'p', 'D', { due_at: '2026-12-01T05:00:00Z' }), /expire/, '/admin/contacts/p'],
      [todayLine('drafts', '0', '', { amount: 12 }), /12 visites en brouillon/, '/admin/tours?statut=draft'],
      [
        todayLine('register', '0', '', { detail: '2026-01-05' }),
        /5 janvier 2026/,
        '/admin/parametres/repertoire',
      ],
      [todayLine('dead_link', 'v', 'Le quai', { detail: 'Réponse 404.' }), /404/, '/admin/tours/v/edit'],
      [todayLine('publication', 's', '', { detail: 'Refusée' }), /Refusée/, '/admin#site-public'],
    ];
    items = kinds.map(([item]) => item);
    const list = await show();
    const rows = list.getAllByRole('listitem');
    kinds.forEach(([, text, href], index) => {
      expect(rows[index]).toHaveTextContent(text);
      expect(within(rows[index] as HTMLElement).getAllByRole('link')[0]).toHaveAttribute('href', href);
    });
    // An item of an unknown kind, from a newer database, is left out without breaking the screen.
    expect(screen.getByText('lundi 23 novembre')).toBeVisible();
  });

  it('publishes the site from the line that says it waits', async () => {
    items = [todayLine('publication', 's', '')];
    answer = (target) => {
      if (target !== '/functions/v1/publish-site') return undefined;
      items = [];
      return { body: {} };
    };
    await userEvent.click((await show()).getByRole('button', { name: 'Publier le site' }));
    expect(await screen.findByText(/Rien ne vous attend/)).toBeVisible();
    expect(backend.sent('POST', '/functions/v1/publish-site')).toHaveLength(1);
  });

  it('prepares the campaign of a segment as a draft, without those whom another wrote to lately', async () => {
    const segment = 'f0000000-0000-4000-8000-000000000001';
    const person = (id: string) => ({
      id,
      name: id,
      company: 'Hôtel',
      email: `${id}@a.test`,
      city: '',
      region: '',
    });
    items = [todayLine('segment', segment, 'Hôtels', { detail: 'deux_fois_an', due_at: NOW.toISOString() })];
    const answers: Record<string, unknown> = {
      campaigns: [],
      contacts: ['p1', 'p2', 'p3', 'p4'].map(person),
      email_templates: [],
      sending_settings: settingsRow(),
      suggested_prospects: [],
      'rpc/contacts_of_segment': { name: 'Hôtels', ids: ['p1', 'p2', 'p3'], reasons: {}, towns: {} },
      'rpc/campaign_refusals': { Désabonné: ['p3'] },
      'rpc/contact_last_sends': { p1: '2026-10-01T12:00:00Z', p2: '2026-11-17T12:00:00Z' },
      'rpc/contact_written_requests': {},
      'rpc/save_campaign_draft': true,
    };
    answer = (target) => (target in answers ? { body: answers[target] } : undefined);
    const list = await show();
    expect(list.getByRole('listitem')).toHaveTextContent('Campagne due au segment · deux fois l’an');
    await userEvent.click(list.getByRole('button', { name: 'Préparer la campagne\u00a0: Hôtels' }));
    await waitFor(() => expect(backend.sent('POST', 'rpc/save_campaign_draft')).toHaveLength(1));
    expect(backend.sent('POST', 'rpc/save_campaign_draft')[0]?.body).toMatchObject({
      title: 'Hôtels, novembre 2026',
      content: { segment_id: segment, contact_ids: ['p1'], from_email: 'studio@exemple.test' },
    });
  });

  it('« Fait » finishes an action, keeps the focus in the list and offers to take it back', async () => {
    await show();
    answer = (target, body) => {
      if (target !== 'rpc/finish_next_action') return undefined;
      items = (body as { done?: boolean }).done === false ? [lateRequest, call, draft] : [lateRequest, draft];
      return { body: true };
    };
    await userEvent.click(screen.getByRole('button', { name: 'Fait\u00a0: Rappeler pour le devis' }));
    await waitFor(() => expect(screen.queryByText('Rappeler pour le devis')).not.toBeInTheDocument());
    await waitFor(() => expect(screen.getByRole('heading', { name: 'Aujourd’hui' })).toHaveFocus());
    await userEvent.click(await screen.findByRole('button', { name: /Annuler/ }));
    expect(await screen.findByText('Rappeler pour le devis')).toBeVisible();
    expect(backend.posted()).toContainEqual({ action: 'a1', done: false });
  });

  it('« Reporter » puts a line off for all, an action to another day', async () => {
    await show();
    answer = (target) => {
      if (target === 'rpc/postpone_item')
        items = [{ ...lateRequest, postponed_until: '2026-11-23' }, call, draft] as never;
      return undefined;
    };
    await userEvent.click(screen.getByRole('button', { name: 'Reporter\u00a0: MRC de Joliette' }));
    await userEvent.click(await screen.findByRole('button', { name: /Lundi/ }));
    expect(backend.posted()).toContainEqual({ kind: 'request', record_id: 'q1', until: '2026-11-23' });
    await userEvent.click(await screen.findByRole('button', { name: '1\u00a0reporté' }));
    expect(await screen.findByText('jusqu’à lundi 23 novembre')).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Ramener\u00a0: MRC de Joliette' }));
    await waitFor(() =>
      expect(backend.posted()).toContainEqual({ kind: 'request', record_id: 'q1', until: null }),
    );
    await userEvent.click(screen.getByRole('button', { name: 'Reporter\u00a0: Rappeler pour le devis' }));
    await userEvent.click(await screen.findByRole('button', { name: /Dans une semaine/ }));
    await waitFor(() => expect(backend.posted()).toContainEqual({ action: 'a1', until: '2026-11-27' }));
  });

  it('is calm when nothing waits, and says what is next', async () => {
    items = [];
    renderScreen(<TodayList next="Aucun déplacement n’est prévu." />);
    expect(await screen.findByText('Rien ne vous attend.')).toBeVisible();
    expect(screen.getByText('Aucun déplacement n’est prévu.')).toBeVisible();
  });

  it('shows a morning, then all', async () => {
    items = Array.from({ length: 14 }, (_, index) => todayLine('draft', `t${index}`, `Visite ${index}`));
    const list = await show();
    expect(list.getAllByRole('listitem')).toHaveLength(10);
    await userEvent.click(screen.getByRole('button', { name: 'Afficher les 4 autres' }));
    expect(list.getAllByRole('listitem')).toHaveLength(14);
  });

  it('fails with a way to ask again, and an action that cannot be finished stays', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    answer = (target) => (target === 'rpc/today_items' ? offline() : undefined);
    renderScreen(<TodayList next="" />);
    expect(await screen.findByText(/n’a pas pu être chargé/)).toBeVisible();
    answer = (target) => (target === 'rpc/finish_next_action' ? { status: 500, body: {} } : undefined);
    await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Fait\u00a0: Rappeler pour le devis' }));
    expect(await screen.findByText('Impossible de marquer l’action comme faite')).toBeVisible();
    expect(screen.getByText('Rappeler pour le devis')).toBeVisible();
    vi.mocked(console.error).mockClear();
  });
});
