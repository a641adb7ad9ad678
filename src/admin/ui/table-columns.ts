import type { ReactNode } from 'react';

/** The weight and the size in px of a text. */
type Letters = { weight: 400 | 600; size: number };

/** A letter on average, in parts of its size, where nothing can measure. */
const LETTER = 0.5;
/** What a web font that has not come yet may add. */
const SLACK = 1.015;

let canvas: { measureText: (text: string) => { width: number }; font: string } | null | undefined;

/** How wide a text is on one line, in px. Nothing is laid out: a canvas that is on no page knows the letters. */
function textWidth(text: string, { weight, size }: Letters): number {
  // jsdom has none.
  if (canvas === undefined) canvas = 'OffscreenCanvas' in globalThis ? open() : null;
  if (!canvas) return text.length * size * LETTER;
  canvas.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width * SLACK;
}

const open = () => new OffscreenCanvas(1, 1).getContext('2d');

/** How wide the place must be for a text to stand on two lines at most, broken at a space or after a hyphen. */
function twoLinesWidth(text: string, letters: Letters): number {
  let least = textWidth(text, letters);
  for (const { index, 0: end } of text.matchAll(/[-–]|[ ]+/g)) {
    const next = index + end.length;
    const widest = Math.max(
      textWidth(text.slice(0, next).trimEnd(), letters),
      textWidth(text.slice(next), letters),
    );
    least = Math.min(least, widest);
  }
  return least;
}

export type TableColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the cell says: the column's width is taken from it, and a column that says nothing takes no room. */
  text?: (row: Row) => string | null | undefined;
  /** The narrowest and the widest that the column gets by itself, in px. */
  width?: readonly [narrowest: number, widest: number];
  /** What one came to read, a name or a value: cut only where no column is left to shrink. */
  primary?: true;
  /** The key of the column in whose cells this one is on the second line, for as long as that one shows. */
  under?: string;
  /** Shares the room that is left when every column has its width. */
  grows?: boolean;
  /** Shows only where every column before it cuts nothing, the lowest first; « Colonnes » brings it back. */
  optional?: number;
  /** Says nothing in any row: for what `text` does not know. */
  isEmpty?: boolean;
  sortable?: boolean;
  /** The header is for screen readers only (pictures). */
  hiddenHeader?: boolean;
  /** A sign in place of the header's words, which stay for whoever does not see it. */
  headerSign?: ReactNode;
  /** Numbers are read from their end. */
  align?: 'end';
  /**
   * On a phone: the first lines, a word of the next one that is never cut, its text, what can be pressed at the end, or
   * nothing (default).
   */
  mobile?: 'title' | 'badge' | 'text' | 'side';
  /** In place of `cell` on a phone. */
  mobileCell?: (row: Row) => ReactNode;
};

/** A column as the table draws it, with those that are on the second line of its cells. */
export type ShownColumn<Row> = TableColumn<Row> & { below?: readonly TableColumn<Row>[] };

/** What a column's width is made of, in px. */
export type ColumnWidth = {
  key: string;
  /** Below, the list scrolls. */
  narrowest: number;
  /** Nothing is cut, on two lines where the text has to. */
  needed: number;
  /** Nine rows out of ten stand on one line. */
  wanted: number;
  grows: boolean;
  optional: number;
  primary: boolean;
};

const DEFAULT_WIDTH = [88, 240] as const;
/** The room around a cell's text. */
const CELL_PADDING = 22;
/** Between two texts of a second line. */
const GAP = 12;
/** The room of the sign of the order beside a header. */
const SORT_SIGN = 20;
/** The letters of a table's lines and of its headers, as the classes of data-row.tsx and data-table-head.tsx have them. */
const FIRST = 14.8;
const SECOND = 14;
const HEADER: Letters = { weight: 600, size: 14 };
/** How many rows are looked at: enough to know a column, and nearly all of them for what must not be cut. */
const SAMPLE = 200;
const PRIMARY_SAMPLE = 2000;
/** How many of the longest texts are measured: the one with the most letters is not always the widest. */
const MEASURED = 8;

/** Nothing, or the dash that stands for it. */
const isBlank = (text: string | null | undefined) => !text || /^\p{Dash}$/u.test(text);

/** The keys of the columns that say nothing in any of these rows. */
export const emptyColumns = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string[] =>
  columns
    .filter(({ text, isEmpty }) => isEmpty || (text && rows.every((row) => isBlank(text(row)))))
    .map(({ key }) => key);

/** How wide each column wants to be, by what it holds. */
export function columnWidths<Row>(columns: readonly ShownColumn<Row>[], rows: readonly Row[]): ColumnWidth[] {
  return columns.map((column) => {
    const { key, grows = false, optional = 0, primary = false, below = [] } = column;
    const [narrowest, widest] = column.width ?? DEFAULT_WIDTH;
    const letters: Letters = { weight: column.mobile === 'title' ? 600 : 400, size: FIRST };
    const own = measured(column, rows, letters);
    // One of them has the sign of the order, nearly always.
    const lines = [column, ...below];
    const sign = lines.some(({ sortable }) => sortable) ? SORT_SIGN : 0;
    const headed = sum(lines, (line) => headerWidth(line) + GAP) - GAP + sign + CELL_PADDING;
    const isStacked = below.length > 0;
    let needed = own ? (isStacked ? own.longest : own.twoLines) : widest;
    let wanted = own ? (isStacked ? own.longest : Math.max(own.usual, own.twoLines)) : widest;
    let limit: number = widest;
    if (isStacked) {
      const under = sum(below, (line) => {
        const [, widestBelow] = line.width ?? DEFAULT_WIDTH;
        const longest = measured(line, rows, { weight: 400, size: SECOND })?.longest;
        return longest === undefined ? widestBelow : longest - CELL_PADDING + GAP;
      });
      needed = Math.max(needed, under + CELL_PADDING - GAP);
      wanted = Math.max(wanted, needed);
      limit = Math.max(widest, ...below.map(({ width }) => (width ?? DEFAULT_WIDTH)[1]));
    }
    const within = (width: number) => Math.ceil(clamp(Math.max(width, headed), narrowest, limit));
    return { key, narrowest, needed: within(needed), wanted: within(wanted), grows, optional, primary };
  });
}

/** The widths of a column's texts, with the room around them; undefined where it does not tell them. */
function measured<Row>({ text, primary }: TableColumn<Row>, rows: readonly Row[], letters: Letters) {
  if (!text) return undefined;
  const texts = [
    ...new Set(rows.slice(0, primary ? PRIMARY_SAMPLE : SAMPLE).map((row) => text(row) ?? '')),
  ].sort((a, b) => a.length - b.length);
  const usual = texts[Math.floor((texts.length - 1) * 0.9)] ?? '';
  const longest = texts.slice(-MEASURED);
  const most = (width: typeof textWidth) =>
    Math.max(0, ...longest.map((one) => width(one, letters))) + CELL_PADDING;
  return {
    usual: textWidth(usual, letters) + CELL_PADDING,
    longest: most(textWidth),
    twoLines: most(twoLinesWidth),
  };
}

const headerWidth = ({ header, hiddenHeader, headerSign }: TableColumn<never>) =>
  hiddenHeader || headerSign ? 0 : textWidth(header, HEADER);

/**
 * The columns that a frame has no room for, by themselves: one more shows only where every column before it has what its
 * texts need, so that a wider frame never cuts more.
 */
export function withoutRoom(widths: readonly ColumnWidth[], available: number): string[] {
  let room =
    available -
    sum(
      widths.filter(({ optional }) => optional === 0),
      ({ needed }) => needed,
    );
  const left: string[] = [];
  for (const { key, needed } of widths
    .filter(({ optional }) => optional > 0)
    .sort((a, b) => a.optional - b.optional)) {
    room -= needed;
    if (room < 0) left.push(key);
  }
  return left;
}

/**
 * The width of each column in a frame: those that a person has set stay; the others shrink together when there is not room
 * enough, first to two lines a text, then those that one did not come for, then all; those that grow take what is left.
 */
export function fittedWidths(
  widths: readonly ColumnWidth[],
  chosen: Readonly<Record<string, number>>,
  available: number,
): Record<string, number> {
  const free = widths.filter(({ key }) => chosen[key] === undefined);
  const room = available - sum(widths, ({ key }) => chosen[key] ?? 0);
  const steps = [
    free.map(({ wanted }) => wanted),
    free.map(({ needed }) => needed),
    free.map(({ narrowest, needed, primary }) => (primary ? needed : Math.min(narrowest, needed))),
    free.map(({ narrowest, needed }) => Math.min(narrowest, needed)),
  ];
  const step = steps.findIndex((sizes) => total(sizes) <= room);
  const sizes = step < 0 ? (steps.at(-1) ?? []) : step === 0 ? grown(free, room) : between(step);
  return { ...chosen, ...Object.fromEntries(free.map(({ key }, index) => [key, sizes[index] ?? 0])) };

  /** Between what is too much and what is less than there is. */
  function between(index: number): number[] {
    const [more = [], less = []] = steps.slice(index - 1, index + 1);
    const part = (room - total(less)) / (total(more) - total(less));
    return less.map((size, place) => Math.floor(size + ((more[place] ?? size) - size) * part));
  }
}

function grown(free: readonly ColumnWidth[], room: number): number[] {
  const growing = free.filter(({ grows }) => grows);
  const takers = growing.length > 0 ? growing : free;
  const left = room - sum(free, ({ wanted }) => wanted);
  const more = takers.length > 0 ? Math.floor(left / takers.length) : 0;
  return free.map((column) => column.wanted + (takers.includes(column) ? more : 0));
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((all, item) => all + of(item), 0);
const total = (sizes: readonly number[]) => sum(sizes, (size) => size);
