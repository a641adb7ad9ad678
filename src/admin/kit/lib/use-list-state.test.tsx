import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useLayoutEffect } from 'react';
import { createMemoryRouter, Link, RouterProvider, useLocation } from 'react-router-dom';
import { describe, expect, it, vi } from 'vitest';
import { listAddress } from './list-address';
import { keyField, listFields, textField, useListState } from './use-list-state';

const fields = listFields({
  q: textField(),
  statut: keyField({ nouveau: 'Nouveau' }),
  page: keyField({ 1: '', 2: '' }, '1'),
  tri: textField(),
});

function List() {
  const { values, patch, clear } = useListState(fields);
  const { q, statut, page } = values;
  return (
    <>
      <input aria-label="Recherche" value={q} onChange={(event) => patch({ q: event.target.value })} />
      <button type="button" onClick={() => patch({ statut: 'nouveau', page: '2' })}>
        Filtrer
      </button>
      <button type="button" onClick={clear}>
        Effacer
      </button>
      <Link to="/?q=fjord">Fjord</Link>
      <p>{`${q}|${statut}|${page}`}</p>
      <output>{useLocation().search}</output>
    </>
  );
}

/** A list that calls `run` while it renders, before its effects. */
function ListAfterRendering({ run }: { run: () => void }) {
  const { values, patch } = useListState(fields);
  useLayoutEffect(run);
  return (
    <input aria-label="Recherche" value={values.q} onChange={(event) => patch({ q: event.target.value })} />
  );
}

function open(address: string) {
  const router = createMemoryRouter([{ path: '/', element: <List /> }], { initialEntries: [address] });
  render(<RouterProvider router={router} />);
  return router;
}

describe('useListState', () => {
  it('keeps the filters for those who come back from a row, even opened at once', async () => {
    open('/?autre=1');
    await userEvent.click(screen.getByRole('button', { name: 'Filtrer' }));
    await userEvent.type(screen.getByLabelText('Recherche'), 'fjord');
    expect(listAddress('/')).toBe('/?q=fjord&statut=nouveau&page=2');
    await userEvent.click(screen.getByRole('button', { name: 'Effacer' }));
    expect(listAddress('/')).toBe('/');
    expect(listAddress('/admin/tours')).toBe('/admin/tours');
  });

  it('does not take the place of a page that is on its way', async () => {
    let arrive = (_page: { element: string }) => {};
    const page = new Promise<{ element: string }>((resolve) => {
      arrive = resolve;
    });
    const router = createMemoryRouter([
      { path: '/', element: <List /> },
      { path: '/fjord', lazy: () => page },
    ]);
    render(<RouterProvider router={router} />);
    await userEvent.type(screen.getByLabelText('Recherche'), 'mont');
    void router.navigate('/fjord');
    await new Promise((done) => setTimeout(done, 400));
    arrive({ element: 'Le fjord' });
    expect(await screen.findByText('Le fjord')).toBeVisible();
  });

  // On a slow machine the debounce may end before the new page, or its pending state, has rendered.
  it.each([
    ['is there', { element: <p>Le fjord</p> }],
    ['is on its way', { lazy: async () => ({ element: <p>Le fjord</p> }) }],
  ])('knows that another page %s before React has rendered anything of it', async (_state, page) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const router = createMemoryRouter([
      { path: '/', element: <List /> },
      { path: '/fjord', ...page },
    ]);
    render(<RouterProvider router={router} />);
    fireEvent.change(screen.getByLabelText('Recherche'), { target: { value: 'mont' } });
    act(() => {
      void router.navigate('/fjord');
      vi.advanceTimersByTime(400);
    });
    vi.useRealTimers();
    expect(await screen.findByText('Le fjord')).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/fjord', search: '' });
  });

  it('does not take the place of a row that is opened between a rendering and its effects', async () => {
    let openRow = () => {};
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const router = createMemoryRouter([{ path: '/', element: <ListAfterRendering run={() => openRow()} /> }]);
    render(<RouterProvider router={router} />);
    fireEvent.change(screen.getByLabelText('Recherche'), { target: { value: 'mont' } });
    openRow = () => {
      openRow = () => {};
      void router.navigate('/?q=mont&demande=7');
    };
    act(() => {
      vi.advanceTimersByTime(400);
    });
    vi.useRealTimers();
    await waitFor(() => expect(router.state.location.search).toBe('?q=mont&demande=7'));
  });

  it('reads the address, and what it cannot read is the default', () => {
    open('/?q=lac&statut=autre&page=-3');
    expect(screen.getByText('lac||1')).toBeVisible();
  });
  it('shows what is typed at once; the address follows, keeps the others and leaves defaults out', async () => {
    open('/?demande=7');
    await userEvent.type(screen.getByLabelText('Recherche'), 'mont');
    expect(screen.getByText('mont||1')).toBeVisible();
    await expect.poll(() => screen.getByRole('status').textContent).toBe('?demande=7&q=mont');
    await userEvent.click(screen.getByRole('button', { name: 'Filtrer' }));
    await expect
      .poll(() => screen.getByRole('status').textContent)
      .toBe('?demande=7&q=mont&statut=nouveau&page=2');
    await userEvent.clear(screen.getByLabelText('Recherche'));
    await expect.poll(() => screen.getByRole('status').textContent).toBe('?demande=7&statut=nouveau&page=2');
  });
  it('follows a link to the same screen, and adds no step to the history', async () => {
    const router = open('/?statut=nouveau');
    await userEvent.click(screen.getByRole('link', { name: 'Fjord' }));
    expect(await screen.findByText('fjord||1')).toBeVisible();
    await userEvent.type(screen.getByLabelText('Recherche'), 's');
    await expect.poll(() => screen.getByRole('status').textContent).toBe('?q=fjords');
    await router.navigate(-1);
    expect(await screen.findByText('|nouveau|1')).toBeVisible();
  });
  it('empties the search and the filters, and keeps the order', async () => {
    open('/?q=lac&statut=nouveau&tri=-nom');
    await userEvent.click(screen.getByRole('button', { name: 'Effacer' }));
    expect(screen.getByText('||1')).toBeVisible();
    await expect.poll(() => screen.getByRole('status').textContent).toBe('?tri=-nom');
  });
});

describe('listFields', () => {
  const filters = listFields({
    q: textField(),
    tri: textField('-debut'),
    statut: keyField({ nouveau: 'Nouveau', archivé: 'Archivé' }),
    ordre: keyField({ promesse: '', distance: '' }, 'promesse'),
  });

  it('reads what an address holds', () => {
    const written = { q: 'été', tri: 'nom', statut: 'archivé', ordre: 'distance', autre: 'x' };
    expect(filters.parse(written)).toEqual({ q: 'été', tri: 'nom', statut: 'archivé', ordre: 'distance' });
  });

  it.each<Record<string, string>>([
    {},
    { statut: 'constructor', ordre: '' },
    { statut: 'Nouveau', ordre: 'toString' },
  ])('falls back for what it cannot read: %j', (written) => {
    expect(filters.parse(written)).toEqual({ q: '', tri: '-debut', statut: '', ordre: 'promesse' });
  });
});
