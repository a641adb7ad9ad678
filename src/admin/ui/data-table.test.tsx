import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { nextSort, sorted } from '@/admin/lib/sorting';
import { type Column, DataTable } from './data-table';

type Town = { id: string; name: string; people: number | null };

const towns: Town[] = [
  { id: 'a', name: 'Éternité', people: 12 },
  { id: 'b', name: 'Amos', people: 120 },
  { id: 'c', name: 'Zone', people: null },
];
const columns: Column<Town>[] = [
  { key: 'name', header: 'Ville', cell: ({ name }) => name, sortable: true },
  { key: 'people', header: 'Population', cell: ({ people }) => people, sortable: true },
];
const values = { name: ({ name }: Town) => name, people: ({ people }: Town) => people };

function Towns() {
  const [sort, setSort] = useState('');
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <>
      <DataTable
        caption="Villes"
        rows={sorted(towns, sort, values)}
        rowKey={({ id }) => id}
        columns={columns}
        sort={sort}
        onSort={(key) => setSort(nextSort(sort, key))}
        selection={{ selected, onChange: setSelected, rowLabel: ({ name }) => name }}
      />
      <output>{[...selected].sort().join(',')}</output>
    </>
  );
}

const names = () =>
  within(screen.getByRole('table'))
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[1]?.textContent);

describe('DataTable', () => {
  it('sorts by a column both ways, accents as French has them, missing values last', async () => {
    render(<Towns />, { wrapper: MemoryRouter });
    expect(names()).toEqual(['Éternité', 'Amos', 'Zone']);
    const header = screen.getByRole('columnheader', { name: 'Ville' });
    await userEvent.click(within(header).getByRole('button'));
    expect(names()).toEqual(['Amos', 'Éternité', 'Zone']);
    expect(header).toHaveAttribute('aria-sort', 'ascending');
    await userEvent.click(within(header).getByRole('button'));
    expect(names()).toEqual(['Zone', 'Éternité', 'Amos']);
    await userEvent.click(screen.getByRole('button', { name: 'Population' }));
    await userEvent.click(screen.getByRole('button', { name: 'Population' }));
    expect(names()).toEqual(['Amos', 'Éternité', 'Zone']);
  });
  it('chooses rows one by one, all, and none', async () => {
    render(<Towns />, { wrapper: MemoryRouter });
    await userEvent.click(screen.getByRole('checkbox', { name: 'Sélectionner Amos' }));
    expect(screen.getByRole('status')).toHaveTextContent('b');
    const [all] = screen.getAllByRole('checkbox', { name: 'Tout sélectionner' });
    expect(all).toBePartiallyChecked();
    await userEvent.click(all as HTMLElement);
    expect(screen.getByRole('status')).toHaveTextContent('a,b,c');
    await userEvent.click(all as HTMLElement);
    expect(screen.getByRole('status')).toBeEmptyDOMElement();
  });
  it('keeps few of many rows in the page, says how many there are, and chooses them all', async () => {
    const many = Array.from({ length: 10_000 }, (_, index) => ({
      id: String(index),
      name: `Ville ${index}`,
      people: index,
    }));
    const chosen: number[] = [];
    const onChange = (selected: ReadonlySet<string>) => chosen.push(selected.size);
    render(
      <DataTable
        caption="Villes"
        rows={many}
        rowKey={({ id }) => id}
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
    const [all] = screen.getAllByRole('checkbox', { name: 'Tout sélectionner' });
    await userEvent.click(all as HTMLElement);
    expect(chosen).toEqual([1, 10_000]);
  });
});
