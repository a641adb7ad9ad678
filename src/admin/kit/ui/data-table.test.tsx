import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { createMemoryRouter, MemoryRouter, RouterProvider } from 'react-router-dom';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { sortRows } from '../lib/sorting';
import { CellChoice } from './cell-choice';
import { type Column, DataTable } from './data-table';

type Town = { id: string; name: string; people: number | null; region: string };

const towns: Town[] = [
  { id: 'a', name: 'Éternité', people: 12, region: 'Saguenay' },
  { id: 'b', name: 'Amos', people: 120, region: 'Abitibi' },
  { id: 'c', name: 'Zone', people: null, region: 'Abitibi' },
  { id: 'd', name: 'Berry', people: 5, region: 'Abitibi' },
];
const columns: Column<Town>[] = [
  {
    key: 'name',
    header: 'Ville',
    mobile: 'title',
    cell: ({ id, name }) => <a href={`/villes/${id}`}>{name}</a>,
    sortable: true,
  },
  { key: 'people', header: 'Population', cell: ({ people }) => people, sortable: true },
  { key: 'region', header: 'Région', cell: ({ region }) => region, sortable: true },
];
const values = {
  name: ({ name }: Town) => name,
  people: ({ people }: Town) => people,
  region: ({ region }: Town) => region,
};

function Towns({ columns: own = columns }: { columns?: Column<Town>[] }) {
  const [sort, setSort] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <DataTable
        caption="Villes"
        rows={sortRows(towns, sort, values)}
        rowKey={idOf}
        columns={own}
        sort={sort}
        onSort={setSort}
        selection={{ selected, onChange: setSelected, rowLabel: ({ name }) => name }}
      />
      <output>{[...selected].sort().join(',')}</output>
      <p>{`tri=${sort}`}</p>
    </>
  );
}
const idOf = ({ id }: Town) => id;

const open = () => render(<Towns />, { wrapper: MemoryRouter });
const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getByRole('link').textContent);
const header = (name: string) => screen.getByRole('columnheader', { name: new RegExp(`^${name}`) });
const sortBy = (name: string) => within(header(name)).getByRole('button');
const openColumns = async () => {
  await userEvent.click(screen.getByRole('button', { name: 'Colonnes' }));
  return within(await screen.findByRole('dialog', { name: 'Colonnes' }));
};

beforeEach(() => localStorage.clear());

describe('the order', () => {
  it('is by a column both ways, then none; accents as French has them, missing values last', async () => {
    open();
    expect(names()).toEqual(['Éternité', 'Amos', 'Zone', 'Berry']);
    await userEvent.click(sortBy('Ville'));
    expect(names()).toEqual(['Amos', 'Berry', 'Éternité', 'Zone']);
    expect(header('Ville')).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(sortBy('Ville'));
    expect(names()).toEqual(['Zone', 'Éternité', 'Berry', 'Amos']);
    await userEvent.click(sortBy('Ville'));
    expect(names()).toEqual(['Éternité', 'Amos', 'Zone', 'Berry']);
    await userEvent.click(sortBy('Population'));
    await userEvent.click(sortBy('Population'));
    expect(names()).toEqual(['Amos', 'Éternité', 'Berry', 'Zone']);
  });

  it('is by several columns with Shift held, numbered in their headers', async () => {
    open();
    const user = userEvent.setup();
    await user.click(sortBy('Région'));
    await user.keyboard('{Shift>}');
    await user.click(sortBy('Ville'));
    await user.click(sortBy('Ville'));
    await user.keyboard('{/Shift}');
    expect(screen.getByText('tri=region,-name')).toBeVisible();
    expect(names()).toEqual(['Zone', 'Berry', 'Amos', 'Éternité']);
    expect(header('Région')).toHaveTextContent('Région, tri croissant numéro 1');
    expect(header('Ville')).toHaveTextContent('Ville, tri décroissant numéro 2');
  });

  it('is added to from the menu of columns too', async () => {
    open();
    await userEvent.click(sortBy('Région'));
    const menu = await openColumns();
    await userEvent.click(menu.getByRole('button', { name: /^Tri par Population/ }));
    expect(screen.getByText('tri=region,people')).toBeVisible();
  });
});

describe('the columns', () => {
  it('are hidden, shown again, and remembered', async () => {
    const { unmount } = open();
    const menu = await openColumns();
    // The first column opens the row, so it cannot be hidden.
    expect(menu.getByRole('checkbox', { name: 'Ville' })).toBeDisabled();
    await userEvent.click(menu.getByRole('checkbox', { name: 'Région' }));
    expect(screen.queryByRole('columnheader', { name: 'Région' })).toBeNull();
    unmount();
    open();
    expect(screen.queryByText('Saguenay')).toBeNull();
    const again = await openColumns();
    await userEvent.click(again.getByRole('button', { name: 'Remettre les colonnes par défaut' }));
    expect(screen.getByText('Saguenay')).toBeVisible();
  });

  it('get the width that keys give, remembered, within reason', async () => {
    const { unmount } = open();
    const menu = await openColumns();
    const width = menu.getByRole('slider', { name: 'Largeur de la colonne Région' });
    fireEvent.change(width, { target: { value: '328' } });
    const widthOf = () => document.querySelectorAll('col')[3]?.style.width;
    expect(widthOf()).toBe('328px');
    unmount();
    open();
    expect(widthOf()).toBe('328px');
  });

  it('follow the pointer that drags their end, and forget it on a double press', () => {
    open();
    const handle = header('Région').querySelector('[aria-hidden=true].cursor-col-resize') as Element;
    const width = () => Number.parseFloat(document.querySelectorAll('col')[3]?.style.width ?? '');
    const before = width();
    fireEvent.pointerDown(handle, { clientX: 500 });
    fireEvent.pointerMove(document, { clientX: 560 });
    fireEvent.pointerUp(document, { clientX: 560 });
    expect(width()).toBe(before + 60);
    fireEvent.doubleClick(handle);
    expect(width()).toBe(before);
  });

  it('do without a storage that the browser refuses, or that somebody else wrote', () => {
    localStorage.setItem('colonnes:Villes', '{"visible":{"region":"oui"},"widths":[');
    open();
    expect(header('Région')).toBeVisible();
  });
});

describe('the selection', () => {
  const tick = (name: string) => screen.getByRole('checkbox', { name: `Sélectionner ${name}` });

  it('is of rows one by one, all, and none', async () => {
    open();
    await userEvent.click(tick('Amos'));
    expect(screen.getByRole('status')).toHaveTextContent('b');
    const all = screen.getByRole('checkbox', { name: 'Tout sélectionner' });
    expect(all).toBePartiallyChecked();
    await userEvent.click(all);
    expect(screen.getByRole('status')).toHaveTextContent('a,b,c,d');
    await userEvent.click(all);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });

  it('is of a range with Shift held, in the order of the list, and taken back the same way', async () => {
    open();
    const user = userEvent.setup();
    await user.click(sortBy('Ville'));
    await user.click(tick('Berry'));
    await user.keyboard('{Shift>}');
    await user.click(tick('Zone'));
    expect(screen.getByRole('status')).toHaveTextContent('a,c,d');
    await user.click(tick('Éternité'));
    expect(screen.getByRole('status')).toHaveTextContent('d');
    await user.keyboard('{/Shift}');
  });
});

describe('a row', () => {
  it('opens wherever it is pressed, but for its box and its buttons', async () => {
    const choose = vi.fn();
    const own: Column<Town>[] = [
      ...columns,
      {
        key: 'choice',
        header: 'Choix',
        cell: ({ name, region }) => (
          <CellChoice
            label={`Région de ${name}`}
            value={region}
            options={{ Abitibi: 'Abitibi', Saguenay: 'Saguenay' }}
            onChoose={choose}
          >
            changer
          </CellChoice>
        ),
      },
    ];
    const router = createMemoryRouter([
      { path: '/', element: <Towns columns={own} /> },
      { path: '/villes/:id', element: <h1>Une ville</h1> },
    ]);
    render(<RouterProvider router={router} />);
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Amos' }));
    await userEvent.click(screen.getByRole('button', { name: 'Région de Amos, Abitibi' }));
    const panel = await screen.findByRole('dialog', { name: /^Région de Amos/ });
    // The arrows move among the choices without selecting one.
    expect(within(panel).getByRole('button', { name: 'Abitibi' })).toHaveFocus();
    await userEvent.keyboard('{ArrowDown}');
    expect(within(panel).getByRole('button', { name: 'Saguenay' })).toHaveFocus();
    expect(choose).not.toHaveBeenCalled();
    await userEvent.keyboard('{Enter}');
    expect(choose).toHaveBeenCalledExactlyOnceWith('Saguenay');
    await waitFor(() => expect(screen.getByRole('button', { name: /^Région de Amos/ })).toHaveFocus());
    expect(router.state.location.pathname).toBe('/');
    await userEvent.click(screen.getByText('120'));
    expect(await screen.findByRole('heading', { name: 'Une ville' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/villes/b');
  });

  it('says the whole of what it cuts, under the pointer and with the keyboard', async () => {
    vi.spyOn(HTMLElement.prototype, 'scrollWidth', 'get').mockReturnValue(300);
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(100);
    open();
    await userEvent.hover(screen.getByText('Saguenay'));
    expect(await screen.findByRole('tooltip', { hidden: true })).toHaveTextContent(/^Saguenay$/);
    await userEvent.keyboard('{Escape}');
    expect(screen.queryByRole('tooltip', { hidden: true })).toBeNull();
    // Tab moves from the checkbox of the first row to its link.
    screen.getByRole('checkbox', { name: 'Sélectionner Éternité' }).focus();
    await userEvent.tab();
    expect(screen.getByRole('link', { name: 'Éternité' })).toHaveFocus();
    expect(await screen.findByRole('tooltip', { hidden: true })).toHaveTextContent(/Région\s: Saguenay/);
    vi.restoreAllMocks();
  });
});

it('keeps few of many rows in the page, says how many there are, and chooses them all', async () => {
  const many = Array.from({ length: 10_000 }, (_, index) => ({
    id: String(index),
    name: `Ville ${index}`,
    people: index,
    region: 'Estrie',
  }));
  const chosen: number[] = [];
  const onChange = (selected: ReadonlySet<string>) => chosen.push(selected.size);
  render(
    <DataTable
      caption="Villes"
      rows={many}
      rowKey={idOf}
      columns={columns}
      selection={{ selected: new Set(), onChange, rowLabel: ({ name }) => name }}
    />,
    { wrapper: MemoryRouter },
  );
  const table = screen.getByRole('table');
  expect(table).toHaveAttribute('aria-rowcount', '10001');
  const rows = within(table).getAllByRole('row').slice(1);
  expect(rows.length).toBeLessThan(40);
  expect(rows[0]).toHaveAttribute('aria-rowindex', '2');
  await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Ville 1' }));
  await userEvent.click(screen.getByRole('checkbox', { name: 'Tout sélectionner' }));
  expect(chosen).toEqual([1, 10_000]);
});
