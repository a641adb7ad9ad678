import { cleanup, screen, within } from '@testing-library/react';
import { type BackendAnswer, backend, renderScreen, signInAsAdmin } from '@tests/fake-backend';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rememberListAddress } from './kit/lib/list-address';
import { guidePaths } from './shell/paths';
import { subjects } from './subjects';

/** Keys under which the subjects declare their lists. */
const LIST_KEYS = ['list', 'invoices'];
const ID = 'b0000000-0000-4000-8000-000000000001';

/** Every list of the back office, with its address and screen. The guide's pages are files, and never empty. */
const lists = subjects
  .flatMap(({ paths, screens }) =>
    Object.entries(screens)
      .filter(([name]) => LIST_KEYS.includes(name))
      .map(([name, list]) => [paths[name]?.path ?? '', list] as const),
  )
  .filter(([path]) => path !== guidePaths.list.path);

async function open(path: string, load: (typeof lists)[number][1], search = '') {
  const { Component } = await load.lazy();
  return renderScreen(<Component />, { path, at: path.replace(':id', ID) + search });
}

/** Keys under which the subjects declare the screens of one record, and those that show lists among other things. */
const PAGES = ['one', 'edit', 'invoice', 'template', 'catalogue', 'backups', 'team'];

/** Each of these screens, with its address. */
const pages = subjects
  .flatMap(({ paths, screens }) =>
    Object.entries(screens)
      .filter(([name]) => PAGES.includes(name))
      .map(([name, screen]) => [paths[name]?.path ?? '', screen] as const),
  )
  .filter(([path]) => path !== guidePaths.one.path);

/** Answers every read of a table or function alike. */
function serve(answer: BackendAnswer) {
  backend.answer = ({ method, target }) =>
    method === 'GET' || answer.status || target.startsWith('rpc/') ? answer : { body: null };
}

/** Asserts the message of an empty list: what is missing, why, and one action. */
async function expectMessage(title: RegExp) {
  const [text] = await screen.findAllByText(title, { selector: 'p' }, { timeout: 5_000 });
  const message = text?.parentElement as HTMLElement;
  expect(message.querySelectorAll('p').length).toBeGreaterThan(1);
  expect([
    ...within(message).queryAllByRole('link'),
    ...within(message).queryAllByRole('button'),
  ]).not.toEqual([]);
  return message;
}

beforeEach(() => {
  backend.reset();
  signInAsAdmin();
});

// Links lead back to a list as it was, also from the next file.
afterEach(() => {
  for (const [path] of lists) rememberListAddress(path, '');
});

/** A row of whatever list, which no search for « zzz » finds. */
const anyRow = {
  ...{ id: ID, name: 'Fjord', title: 'Fjord', label: 'Fjord', city: 'Alma', region: 'Estrie', slug: 'fjord' },
  ...{ organization_name: 'Fjord', contact_name: 'Anne', company: 'Fjord', email: 'a@fjord.example' },
  ...{
    subject: 'Fjord',
    body: 'Fjord',
    number: '2026-001',
    name_key: 'fjord',
    town_key: 'alma',
    code: '94068',
  },
  ...{ created_at: '2026-01-01T00:00:00Z', updated_at: '2026-01-01T00:00:00Z' },
  ...{ deleted_at: '2026-01-01T00:00:00Z', start_date: '2026-01-01', end_date: '2026-01-02', parts: {} },
  ...{ status: 'nouveau', state: 'émise', kind: 'contacts', total_cents: 0, balance_cents: 0, radius_km: 50 },
  ...{ variables: [], lines: [], virtual_tour_tags: [], trip_plan_tags: [], suggested_prospects: [] },
};

/** Lists of a few rows that one reads whole: they have no search. */
const UNSEARCHED = ['/admin/contacts/segments', '/admin/appels-d-offres'];

describe.each(lists)('the list at %s', (path, list) => {
  it.skipIf(UNSEARCHED.includes(path))(
    'tells a search without result, with its reason and a way back',
    async () => {
      backend.answer = ({ method, target, query }) => {
        if (method === 'HEAD') return { count: 1 };
        if (target === 'studio' || (target.startsWith('rpc/') && target !== 'rpc/invoice_standings'))
          return { body: [] };
        const isOne = path.includes(':id') && target === 'trip_plans';
        return { body: isOne ? anyRow : Number(query.get('offset') ?? 0) > 0 ? [] : [anyRow], count: 1 };
      };
      await open(path, list, '?q=zzz');
      const message = await expectMessage(/ne correspond|^Rien de tel|^Aucune visite trouvée/);
      expect(message).toHaveTextContent('La recherche ou un filtre cache tout ce que la liste contient.');
      expect(within(message).getByRole('button', { name: 'Effacer les filtres' })).toBeEnabled();
    },
  );

  it('tells a failure, a lack of rights and a first use apart, each with its reason and something to do', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    serve({ status: 500, body: { code: 'XX000', message: 'internal error' } });
    await open(path, list);
    const failure = await expectMessage(/^Impossible de charger/);
    expect(failure).toHaveTextContent('Le service a répondu par une erreur');
    cleanup();
    serve({ status: 403, body: { code: '42501', message: 'permission denied for table x' } });
    await open(path, list);
    await expectMessage(/^Vous n’y avez pas accès/);
    expect(document.body).not.toHaveTextContent('permission denied');
    cleanup();
    serve({ body: [] });
    await open(path, list);
    await expectMessage(/^(Aucun|La corbeille est vide|Le répertoire est vide|Déplacement introuvable)/);
    const actions = [...screen.queryAllByRole('link'), ...screen.queryAllByRole('button')].map(
      ({ textContent }) => textContent,
    );
    expect(actions.filter((text, at) => text && actions.indexOf(text) !== at)).toEqual([]);
    vi.mocked(console.error).mockClear();
  });
});

describe.each(pages)('the screen at %s', (path, screenOf) => {
  it('tells a failure and a lack of rights apart', async () => {
    vi.mocked(console.error).mockImplementation(() => {});
    serve({ status: 500, body: { code: 'XX000', message: 'internal error' } });
    await open(path, screenOf);
    expect(await expectMessage(/^Impossible de charger/)).toHaveTextContent(
      'Le service a répondu par une erreur',
    );
    cleanup();
    serve({ status: 403, body: { code: '42501', message: 'permission denied for table x' } });
    await open(path, screenOf);
    await expectMessage(/^Vous n’y avez pas accès/);
    expect(document.body).not.toHaveTextContent('permission denied');
    vi.mocked(console.error).mockClear();
  });
});
