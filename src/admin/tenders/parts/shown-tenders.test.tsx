import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { beforeEach, expect, it } from 'vitest';
import { serverNow } from '@/admin/kit/lib/server-clock';
import { SubjectLinks, SubjectParts } from '@/admin/kit/ui/subject-parts';
import { municipalityPaths, municipalitySlots } from '@/admin/municipalities/paths';
import { todaySlots } from '@/admin/today/paths';
import { TodayList } from '@/admin/today/screens/today-list';
import { tenders } from '../subject';
// The slots load these components.
import './tender-marks';
import './tender-panels';

const todayLine = (kind: string, title: string, more: object) => ({
  ...{ kind, record_id: 'A', title, urgency: 2, amount: null, target: null, target_id: null, phone: null },
  ...{ due_at: null, postponed_until: null, ...more },
});

const tenderSignal = (id: string, municipality_code: string | null) => ({
  id,
  ocid: id,
  kind: 'appel',
  title: `Captation ${id}`,
  buyer: 'Ville de Percé',
  municipality_code,
  closes_at: new Date(serverNow().getTime() + 86_400_000).toISOString(),
  ends_on: null,
  url: null,
  phrase: 'captation 360',
  published_at: '2026-11-01T12:00:00Z',
  dismissed_at: null,
});

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
  backend.answer = ({ target }) => {
    if (target === 'tender_signals')
      return {
        body: [
          tenderSignal('A', '02005'),
          tenderSignal('B', '02010'),
          tenderSignal('C', null),
          tenderSignal('D', null),
        ],
      };
    if (target === 'rpc/today_items')
      return { body: [{ kind: 'tender', record_id: 'A', title: 'Captation A', urgency: 1 }] };
    return { body: [] };
  };
});

it('shows the calls of a municipality on its page, and no others', async () => {
  renderScreen(<SubjectParts slot={municipalitySlots.page} given={{ code: '02005' }} />);
  expect(await screen.findByRole('heading', { name: 'Appels d’offres' })).toBeVisible();
  expect(screen.getByText('Captation A')).toBeVisible();
  expect(screen.queryByText('Captation B')).toBeNull();
});

it('rings the municipalities of calls on the map, and says so in its key', async () => {
  const points = [
    { code: '02005', x: 1, y: 2 },
    { code: '99', x: 3, y: 4 },
  ];
  const { container } = renderScreen(
    <>
      <svg>
        <title>Carte</title>
        <SubjectParts slot={municipalitySlots.map} given={{ points, unit: 1 }} />
      </svg>
      <SubjectParts slot={municipalitySlots.mapKey} given={{}} />
    </>,
  );
  expect(await screen.findByText('Appel d’offres')).toBeVisible();
  const rings = [...container.querySelectorAll('[title] circle, svg > circle')];
  expect(rings.filter((ring) => ring.getAttribute('cx') === '1')).toHaveLength(1);
  expect(rings.filter((ring) => ring.getAttribute('cx') === '3')).toHaveLength(0);
});

it('shows on the dashboard the calls that are not lines of today', async () => {
  renderScreen(<SubjectParts slot={todaySlots.dashboard} given={{}} />);
  expect(await screen.findByText('Captation B')).toBeVisible();
  expect(screen.getByText('Captation C')).toBeVisible();
  // Today's lines may load after the calls for tenders.
  await waitFor(() => expect(screen.queryByText('Captation A')).toBeNull());
  expect(screen.getByRole('link', { name: 'Ouvrir la liste' })).toHaveAttribute(
    'href',
    '/admin/appels-d-offres',
  );
});

it('is a link in the head of the list of municipalities', () => {
  renderScreen(<SubjectLinks on={municipalityPaths.list.path} />);
  expect(screen.getByRole('link', { name: 'Appels d’offres' })).toHaveAttribute(
    'href',
    '/admin/appels-d-offres',
  );
});

it('is two lines of « Aujourd’hui »: a call that closes, and the weeks that nobody read', async () => {
  const lines = [
    todayLine('tender', 'Captation 360', { detail: 'Ville de Percé', due_at: '2026-11-25T19:00:00Z' }),
    todayLine('tender_week', '', { detail: '2026-11-09', amount: 1 }),
  ];
  backend.answer = ({ target }) => ({ body: target === 'rpc/today_items' ? lines : [] });
  renderScreen(<TodayList next="Rien." />);
  const list = within(await screen.findByRole('list', { name: 'À faire' }));
  const rows = list.getAllByRole('listitem');
  expect(rows[0]).toHaveTextContent(/Appel d’offres de Ville de Percé · ferme le 25/);
  expect(rows[1]).toHaveTextContent(/La semaine du 9 novembre( 2026)? n’a pas été lue/);
  for (const row of rows)
    expect(within(row).getAllByRole('link')[0]).toHaveAttribute('href', '/admin/appels-d-offres');
  expect(Object.keys((await tenders.todayLines()).todayLines)).toHaveLength(rows.length);
});

it('is put aside where it stands in « Aujourd’hui »', async () => {
  let lines = [todayLine('tender', 'Captation 360', { detail: 'Ville de Percé' })];
  backend.answer = ({ target, body }) => {
    if (target === 'rpc/today_items') return { body: lines };
    if (target !== 'tender_signals') return { body: [] };
    if (!body) return { body: { phrase: 'captation 360', buyer: 'Ville de Percé' } };
    lines = [];
    return { body: [{ id: 'A' }] };
  };
  renderScreen(<TodayList next="Rien." />);
  await userEvent.click(await screen.findByRole('button', { name: 'Pas pertinent\u00a0: Captation 360' }));
  expect(await screen.findByText(/Rien ne vous attend/)).toBeVisible();
  expect(backend.sent('PATCH', 'tender_signals')[0]?.query.get('buyer')).toBe('eq.Ville de Percé');
  expect(await screen.findByText(/Écarté/)).toBeVisible();
});
