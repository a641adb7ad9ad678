import { describe, expect, it } from 'vitest';
import { columnWidths, fittedWidths, type TableColumn, withoutRoom } from './table-columns';

type Row = { name: string; city: string };
const columns: TableColumn<Row>[] = [
  { key: 'name', header: 'Nom', cell: () => null, text: ({ name }) => name, width: [100, 300], grows: true },
  { key: 'city', header: 'Ville', cell: () => null, text: ({ city }) => city, width: [80, 200] },
  { key: 'extra', header: 'Autre', cell: () => null, width: [90, 120], optional: 1 },
];
const rows = Array.from({ length: 20 }, () => ({ name: 'Un nom de vingt sign', city: 'Percé' }));
const widths = columnWidths(columns, rows);
const total = (sizes: Record<string, number>) => Object.values(sizes).reduce((sum, size) => sum + size, 0);

describe('the width of a column', () => {
  it('is that of its texts, within its limits; the widest where it has none', () => {
    expect(widths.map(({ wanted }) => wanted)).toEqual([172, 80, 120]);
  });
  it('is not decided by one text among many', () => {
    const [name] = columnWidths(columns, [{ name: 'W'.repeat(200), city: '' }, ...rows]);
    expect(name?.wanted).toBe(172);
  });
});

describe('in a frame', () => {
  it('columns that grow take what is left', () => {
    expect(fittedWidths(widths, {}, 1000)).toEqual({ name: 800, city: 80, extra: 120 });
  });
  it('columns shrink together, none under its narrowest', () => {
    const sizes = fittedWidths(widths, {}, 300);
    expect(total(sizes)).toBeLessThanOrEqual(300);
    expect(fittedWidths(widths, {}, 100)).toEqual({ name: 100, city: 80, extra: 90 });
  });
  it('a width that a person has set stays', () => {
    expect(fittedWidths(widths, { city: 400 }, 700)).toMatchObject({ city: 400, name: 180, extra: 120 });
  });
  it('the columns one can do without are left out where all are too many', () => {
    expect(withoutRoom(widths, 270)).toEqual([]);
    expect(withoutRoom(widths, 269)).toEqual(['extra']);
    expect(withoutRoom(widths, 10)).toEqual(['extra']);
  });
});
