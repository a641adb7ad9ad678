import { describe, expect, it } from 'vitest';
import { foundText } from './found-text';
import { columnWidths, emptyColumns, fittedWidths, type TableColumn, withoutRoom } from './table-columns';

type Row = { name: string; city: string; note?: string };
const column = (key: keyof Row, header: string, of: Partial<TableColumn<Row>> = {}): TableColumn<Row> => ({
  key,
  header,
  cell: () => null,
  text: (row) => row[key],
  ...of,
});
const columns = [
  column('name', 'Nom', { width: [60, 300], grows: true, primary: true }),
  column('city', 'Ville', { width: [80, 200] }),
  { key: 'extra', header: 'Autre', cell: () => null, width: [90, 120], optional: 1 } as const,
];
const rows = Array.from({ length: 20 }, () => ({ name: 'Un nom de vingt sign', city: 'Percé' }));
const widths = columnWidths(columns, rows);
const sumOf = (sizes: Record<string, number>) => Object.values(sizes).reduce((sum, size) => sum + size, 0);
const firstWidths = (...given: Parameters<typeof columnWidths<Row>>) => columnWidths<Row>(...given)[0];

// jsdom has no layout, so a letter counts as half its font size.
describe('the width of a column', () => {
  it('is that of its texts, within its limits; the widest where it has none', () => {
    expect(widths.map(({ wanted }) => wanted)).toEqual([166, 80, 120]);
  });
  it('is that of a small text where it is set small', () => {
    expect(firstWidths([column('name', 'Nom', { width: [60, 300], small: true })], rows)).toMatchObject({
      wanted: 20 * 7 + 18,
    });
  });
  it('wants one line for nine texts out of ten, and needs two lines for the longest', () => {
    const long = { name: `${'W'.repeat(24)} ${'M'.repeat(24)}`, city: '' };
    const usual = Array.from({ length: 10 }, (_, at) => ({ name: `Lac-Simon ${at}`, city: '' }));
    expect(firstWidths(columns, [long, ...usual])).toMatchObject({ needed: 196, wanted: 196 });
    // The widest of three texts counts.
    expect(firstWidths(columns, [long, ...rows])).toMatchObject({ needed: 196, wanted: 300 });
    expect(firstWidths(columns, rows)).toMatchObject({ needed: 92, wanted: 166 });
  });
  it('breaks an address before its « @ » where two lines are needed', () => {
    const address = { name: 'direction@municipalite.example', city: '' };
    // 21 letters from the « @ » on.
    expect(firstWidths(columns, [address])).toMatchObject({ needed: Math.ceil(21 * 7.4 + 18) });
  });
  it('holds the whole of two lines, the second shared by what is below', () => {
    const city = column('city', 'Ville', { width: [80, 400] });
    const note = column('note', 'Note', { width: [80, 400] });
    const row = { name: 'Nom', city: 'Sainte-Adèle-du-Lac', note: 'À rappeler' };
    const stacked = { ...column('name', 'Nom', { width: [80, 400] }), below: [city, note] };
    const [one] = columnWidths([stacked], [row]);
    // 19 and 10 letters of 7 px, the gap between them, and the padding.
    expect(one).toMatchObject({ needed: 19 * 7 + 10 * 7 + 12 + 18, wanted: 19 * 7 + 10 * 7 + 12 + 18 });
  });
  it('is nothing where no row says anything, whatever stands for it', () => {
    expect(
      emptyColumns(
        [column('note', 'Note'), column('city', 'Ville')],
        [
          { name: 'A', city: 'Percé' },
          { name: 'B', city: '', note: '–' },
        ],
      ),
    ).toEqual(['note']);
  });
});

describe('in a frame', () => {
  it('columns that grow take what is left', () => {
    expect(fittedWidths(widths, {}, 1000)).toEqual({ name: 800, city: 80, extra: 120 });
  });
  it('columns shrink together to what cuts nothing, then those that one did not come for', () => {
    const sizes = fittedWidths(widths, {}, 340);
    expect(sumOf(sizes)).toBeLessThanOrEqual(340);
    expect(sizes.name).toBeGreaterThanOrEqual(92);
    expect(fittedWidths(widths, {}, 290)).toMatchObject({ name: 92 });
    expect(fittedWidths(widths, {}, 100)).toEqual({ name: 60, city: 80, extra: 90 });
  });
  it('a long text is whole where there is room, before another column grows', () => {
    const address = 'direction.generale.adjointe.interim@municipalite-de-la-vallee.example';
    const mail = {
      ...column('note', 'Courriel', { width: [80, 300], primary: true }),
      below: [column('city', 'Ville')],
    };
    const long = columnWidths(
      [column('name', 'Nom', { width: [60, 300], grows: true }), mail],
      [{ name: 'Un nom', city: 'Percé', note: address }],
    );
    const whole = Math.ceil(address.length * 7.4 + 18);
    expect(fittedWidths(long, {}, 1000)).toEqual({ name: 1000 - whole, note: whole });
    expect(fittedWidths(long, {}, 380)).toEqual({ name: 63, note: 317 });
  });
  it('a width that a person has set stays', () => {
    expect(fittedWidths(widths, { city: 400 }, 700)).toMatchObject({ city: 400, name: 180, extra: 120 });
  });
  it('one column more shows only where the others cut nothing', () => {
    expect(withoutRoom(widths, 292)).toEqual([]);
    expect(withoutRoom(widths, 291)).toEqual(['extra']);
    expect(withoutRoom(widths, 10)).toEqual(['extra']);
  });
});

describe('what a search found', () => {
  const row = {
    name: 'Éternité',
    city: 'Percé',
    note: `${'a '.repeat(40)}rappeler après Noël ${'b '.repeat(40)}`,
  };
  const all = [column('name', 'Nom'), column('city', 'Ville'), column('note', 'Note')];
  const shown = all.slice(0, 2);

  it('is not said again by a row whose columns show it', () => {
    expect(foundText(row, 'eternite perce', shown, all)).toBeUndefined();
  });
  it('is said with the name of the column that does not show, and a few words around', () => {
    expect(foundText(row, 'eternite NOEL', shown, all)).toMatch(/^Note\s: ….*rappeler après Noël.*…$/);
    expect(foundText(row, 'introuvable', shown, all)).toBeUndefined();
  });
});
