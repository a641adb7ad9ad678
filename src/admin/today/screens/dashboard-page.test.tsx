import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, offline, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const { DashboardPage } = await import('./dashboard-page');

const figures = {
  tours: 1500,
  featured_tours: 3,
  tags: 8,
  views: 1234567,
  trips: 4,
  upcoming_trips: 2,
  contacts: 10000,
  new_contacts: 1,
  interested_contacts: 12,
  templates: 5,
  campaigns: 6,
  sent_emails: 4218,
  new_quotes: 2,
  next_trip_id: 'percé',
  next_trip_city: 'Percé',
  next_trip_start: '2026-12-01',
};

const noTrip = { next_trip_id: null, next_trip_city: null, next_trip_start: null };

const months = Array.from({ length: 12 }, (_, index) => ({
  month: new Date(Date.UTC(2025, 11 + index, 1)).toISOString().slice(0, 10),
  views: index === 11 ? 1200 : index,
}));

// A Friday afternoon in Québec.
const NOW = new Date('2026-11-20T20:00:00Z');

let items: object[] = [];

function serve(stats: object = figures, views: object[] = months) {
  backend.answer = ({ target, headers }) => {
    if (target === 'rpc/dashboard_stats')
      return { body: headers.get('accept')?.includes('vnd.pgrst.object') ? stats : [stats] };
    if (target === 'rpc/today_items') return { body: items };
    if (target === 'publications') return { body: [] };
    return { body: target === 'rpc/views_by_month' ? views : [] };
  };
}

const card = (name: RegExp) =>
  within(screen.getByRole('list', { name: 'Statistiques' })).getByRole('link', { name });

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date'] });
  backend.reset();
  signInAsAdmin();
  items = [];
  serve();
});

afterEach(() => {
  vi.useRealTimers();
});

describe('the figures', () => {
  it('come from one call, as Québec writes them, each with its list', async () => {
    renderScreen(<DashboardPage />, { path: '/admin' });
    await screen.findByRole('list', { name: 'Statistiques' });
    const expected: [RegExp, string, string][] = [
      [/^Visites virtuelles/, '/admin/tours', '1\u202f500'],
      [/^Coups de cœur/, '/admin/tours?vedette=oui', '3'],
      [/^Tags/, '/admin/tags', '8'],
      [/^Ouvertures/, '/admin/tours?tri=-view_count', '1\u202f234\u202f567'],
      [/^Nouvelles demandes/, '/admin/soumissions?statut=nouveau', '2'],
      [/^Déplacements/, '/admin/trip-plans', '4'],
      [/à venir/, '/admin/trip-plans?periode=a-venir', '2'],
      [/^Contacts 10/, '/admin/contacts', '10\u202f000'],
      [/nouveau$/, '/admin/contacts?statut=nouveau', '1'],
      [/^Contacts intéressés/, '/admin/contacts?statut=int%C3%A9ress%C3%A9', '12'],
      [/^Templates/, '/admin/email-templates', '5'],
      [/^Campagnes/, '/admin/campaigns', '6'],
      [/courriels envoyés/, '/admin/campaigns', '4\u202f218'],
    ];
    for (const [name, href, text] of expected) {
      expect(card(name)).toHaveAttribute('href', href);
      expect(card(name).textContent).toContain(text);
    }
    expect(within(screen.getByRole('list', { name: 'Statistiques' })).getAllByRole('listitem')).toHaveLength(
      10,
    );
    expect(backend.sent('POST', 'rpc/dashboard_stats')).toHaveLength(1);
  });

  it('lead to the quick actions', async () => {
    renderScreen(<DashboardPage />, { path: '/admin' });
    const actions = within(await screen.findByRole('navigation', { name: 'Actions rapides' }));
    for (const [name, href] of [
      ['Nouveau déplacement', '/admin/trip-plans/new'],
      ['Nouvelle campagne', '/admin/campaigns/new'],
      ['Nouveau contact', '/admin/contacts/new'],
    ] as const)
      expect(actions.getByRole('link', { name })).toHaveAttribute('href', href);
  });

  it('show their places while they are counted', async () => {
    backend.answer = () => new Promise(() => {});
    renderScreen(<DashboardPage />, { path: '/admin' });
    expect(await screen.findByText('Chargement des statistiques…')).toBeInTheDocument();
  });

  it('fail apart from the rest, and are asked again', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    const whole = backend.answer;
    backend.answer = (asked) => (asked.target === 'rpc/dashboard_stats' ? offline() : whole(asked));
    renderScreen(<DashboardPage />, { path: '/admin' });
    expect(await screen.findByRole('alert')).toHaveTextContent('Impossible de charger les statistiques');
    expect(await screen.findByRole('table', { name: 'Ouvertures des visites par mois' })).toBeVisible();
    backend.answer = whole;
    await userEvent.click(within(screen.getByRole('alert')).getByRole('button', { name: 'Réessayer' }));
    expect(await screen.findByRole('list', { name: 'Statistiques' })).toBeVisible();
    vi.mocked(console.error).mockClear();
  });

  it('are asked again when the window is looked at; the old ones stay when that fails', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    renderScreen(<DashboardPage />, { path: '/admin' });
    await screen.findByRole('list', { name: 'Statistiques' });
    serve({ ...figures, tours: 1501 });
    fireEvent.focus(window);
    await waitFor(() => expect(card(/^Visites virtuelles/).textContent).toContain('1\u202f501'));
    backend.answer = offline;
    fireEvent.focus(window);
    expect(await screen.findByText('Impossible de charger les statistiques')).toBeInTheDocument();
    expect(card(/^Visites virtuelles/).textContent).toContain('1\u202f501');
    vi.mocked(console.error).mockClear();
  });
});

describe('what « Aujourd’hui » says', () => {
  it('is not said again below it, nor asked for', async () => {
    renderScreen(<DashboardPage />, { path: '/admin' });
    await screen.findByRole('list', { name: 'Statistiques' });
    const headings = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent);
    expect(headings).toEqual(['Aujourd’hui', 'Site public', 'Ouvertures des visites']);
    expect(backend.sent('GET', 'quote_requests')).toEqual([]);
  });

  it('is the next trip when nothing waits', async () => {
    renderScreen(<DashboardPage />, { path: '/admin' });
    const link = await screen.findByRole('link', { name: /^Percé, / });
    expect(link).toHaveAttribute('href', '/admin/trip-plans/perc%C3%A9');
  });

  it('is that there is none', async () => {
    serve({ ...figures, ...noTrip });
    renderScreen(<DashboardPage />, { path: '/admin' });
    expect(await screen.findByText('Aucun déplacement n’est prévu.')).toBeVisible();
  });
});

describe('the views of tours', () => {
  it('are a table for screen readers, month by month, in French', async () => {
    renderScreen(<DashboardPage />, { path: '/admin' });
    const table = await screen.findByRole('table', { name: 'Ouvertures des visites par mois' });
    const rows = within(table).getAllByRole('row').slice(1);
    expect(rows).toHaveLength(12);
    expect(rows[0]).toHaveTextContent('décembre 20250');
    expect(rows[8]).toHaveTextContent('août 20268');
    expect(rows[11]?.textContent).toBe('novembre 20261\u202f200');
    expect(screen.getByText(/^1.255 ouvertures en douze mois$/)).toBeVisible();
  });

  it('are drawn as bars whose heights are in proportion', async () => {
    const { container } = renderScreen(<DashboardPage />, { path: '/admin' });
    await screen.findByRole('table');
    const heights = [...container.querySelectorAll('rect')].map((bar) => Number(bar.getAttribute('height')));
    expect(heights).toHaveLength(12);
    expect(heights[11]).toBe(100);
    expect(heights[6]).toBeCloseTo(0.5);
    expect(heights[0]).toBe(0);
  });

  it('say when there were none', async () => {
    serve(
      figures,
      months.map(({ month }) => ({ month, views: 0 })),
    );
    renderScreen(<DashboardPage />, { path: '/admin' });
    expect(await screen.findByText('Aucune ouverture de visite depuis douze mois.')).toBeVisible();
  });
});
