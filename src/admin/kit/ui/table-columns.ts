import type { ReactNode } from 'react';

/** Weight and font size of a text, in px. */
type LetterStyle = { weight: 400 | 600; size: number };

/** Average width of a letter relative to the font size, where nothing can measure. */
const LETTER_WIDTH = 0.5;
/** Margin for a web font that has not loaded yet. */
const FONT_SLACK = 1.015;

let canvas: { measureText: (text: string) => { width: number }; font: string } | null | undefined;

/** Measures the width of a text on one line, in px, on a detached canvas, without layout. */
function textWidth(text: string, { weight, size }: LetterStyle): number {
  // jsdom has no canvas.
  if (canvas === undefined) canvas = 'OffscreenCanvas' in globalThis ? newContext() : null;
  if (!canvas) return text.length * size * LETTER_WIDTH;
  canvas.font = `${weight} ${size}px ${getComputedStyle(document.body).fontFamily}`;
  return canvas.measureText(text).width * FONT_SLACK;
}

const newContext = () => new OffscreenCanvas(1, 1).getContext('2d');

/** Computes the width that a text needs on two lines at most, broken at a space, after a hyphen or before an « @ ». */
function twoLinesWidth(text: string, letters: LetterStyle): number {
  let least = textWidth(text, letters);
  for (const { index, 0: end } of text.matchAll(/[-–]|[ ]+|(?=@)/g)) {
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
  /** Text of the cell: it determines the column's width, and an empty column takes no room. */
  text?: (row: Row) => string | null | undefined;
  /** Narrowest and widest automatic width, in px. */
  width?: readonly [narrowest: number, widest: number];
  /** True for the main content, a name or a value: cut only when no other column can shrink. */
  primary?: true;
  /** Key of the column in whose cells this one is the second line, while that one is visible. */
  under?: string;
  /** True when its text is set as small as that of second lines. */
  small?: true;
  /** True when it shares the room left over by the other columns. */
  grows?: boolean;
  /** Visible only where no column before it is cut, the lowest first; « Colonnes » shows it in any case. */
  optional?: number;
  /** True when no row has content, where `text` cannot tell. */
  isEmpty?: boolean;
  sortable?: boolean;
  /** True when the header is for screen readers only (pictures). */
  hiddenHeader?: boolean;
  /** Icon in place of the header's text, which stays for screen readers. */
  headerSign?: ReactNode;
  /** `end` for numbers. */
  align?: 'end';
  /**
   * Place on a phone: a picture before the lines, the first lines, a word of the next line that is never cut, its
   * text, the control at the end, or hidden (default).
   */
  mobile?: 'picture' | 'title' | 'badge' | 'text' | 'side';
  /** Replaces `cell` on a phone. */
  mobileCell?: (row: Row) => ReactNode;
};

/** A visible column, with those on the second line of its cells. */
export type VisibleColumn<Row> = TableColumn<Row> & { below?: readonly TableColumn<Row>[] };

/** Measured widths of a column, in px. */
export type ColumnWidth = {
  key: string;
  /** Width below which the list scrolls. */
  narrowest: number;
  /** Width at which no text is cut, on two lines where necessary. */
  needed: number;
  /** Width at which nine rows out of ten fit on one line. */
  wanted: number;
  /** Width at which no text is cut, beyond its widest where there is room. */
  whole: number;
  grows: boolean;
  optional: number;
  primary: boolean;
};

const DEFAULT_WIDTH = [88, 240] as const;
/** Narrowest and widest width that a person may set, in px. */
export const MIN_WIDTH = 56;
export const MAX_WIDTH = 640;
/** Horizontal padding of a cell's text. */
const CELL_PADDING = 18;
/** Gap between two texts of a second line. */
const CELL_GAP = 12;
/** Width of the sort icon beside a header. */
const SORT_SIGN = 20;
/** Fonts of a table's lines and headers, matching the classes of data-row.tsx and data-table-head.tsx. */
const FIRST_LINE_SIZE = 14.8;
const SECOND_LINE_SIZE = 14;
const HEADER_LETTERS: LetterStyle = { weight: 600, size: 14 };
/**
 * Number of rows that are sampled: sufficient for a column, and nearly all of them for a column that must not be cut.
 */
const SAMPLE_ROWS = 200;
const PRIMARY_SAMPLE_ROWS = 2000;
/** Number of the longest texts that are measured: the one with the most letters is not always the widest. */
const MEASURED_TEXTS = 8;

/** Tells whether a text is empty or a dash. */
const isBlank = (text: string | null | undefined) => !text || /^\p{Dash}$/u.test(text);

/** Lists the keys of the columns without content in these rows. */
export const emptyColumns = <Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): string[] =>
  columns
    .filter(({ text, isEmpty }) => isEmpty || (text && rows.every((row) => isBlank(text(row)))))
    .map(({ key }) => key);

/** Measures the columns by their content. */
export function columnWidths<Row>(
  columns: readonly VisibleColumn<Row>[],
  rows: readonly Row[],
): ColumnWidth[] {
  return columns.map((column) => {
    const { key, grows = false, optional = 0, primary = false, below = [] } = column;
    const [narrowest, widest] = column.width ?? DEFAULT_WIDTH;
    const letters: LetterStyle = {
      weight: column.mobile === 'title' ? 600 : 400,
      size: column.small ? SECOND_LINE_SIZE : FIRST_LINE_SIZE,
    };
    const own = measureTexts(column, rows, letters);
    // Nearly always one header has the sort icon.
    const lines = [column, ...below];
    const sign = lines.some(({ sortable }) => sortable) ? SORT_SIGN : 0;
    const headed = sumOf(lines, (line) => headerWidth(line) + CELL_GAP) - CELL_GAP + sign + CELL_PADDING;
    const isStacked = below.length > 0;
    let needed = own ? (isStacked ? own.longest : own.twoLines) : widest;
    let wanted = own ? (isStacked ? own.longest : Math.max(own.usual, own.twoLines)) : widest;
    let limit: number = widest;
    if (isStacked) {
      const under = sumOf(below, (line) => {
        const [, widestBelow] = line.width ?? DEFAULT_WIDTH;
        const longest = measureTexts(line, rows, { weight: 400, size: SECOND_LINE_SIZE })?.longest;
        return longest === undefined ? widestBelow : longest - CELL_PADDING + CELL_GAP;
      });
      needed = Math.max(needed, under + CELL_PADDING - CELL_GAP);
      wanted = Math.max(wanted, needed);
      limit = Math.max(widest, ...below.map(({ width }) => (width ?? DEFAULT_WIDTH)[1]));
    }
    const within = (width: number) => Math.ceil(clamp(Math.max(width, headed), narrowest, limit));
    const whole = own ? Math.min(Math.ceil(needed), MAX_WIDTH) : 0;
    return {
      key,
      narrowest,
      needed: within(needed),
      wanted: within(wanted),
      whole,
      grows,
      optional,
      primary,
    };
  });
}

/** Measures the texts of a column, with padding; undefined for a column without `text`. */
function measureTexts<Row>({ text, primary }: TableColumn<Row>, rows: readonly Row[], letters: LetterStyle) {
  if (!text) return undefined;
  const texts = [
    ...new Set(rows.slice(0, primary ? PRIMARY_SAMPLE_ROWS : SAMPLE_ROWS).map((row) => text(row) ?? '')),
  ].sort((a, b) => a.length - b.length);
  const usual = texts[Math.round((texts.length - 1) * 0.9)] ?? '';
  const longest = texts.slice(-MEASURED_TEXTS);
  const most = (width: typeof textWidth) =>
    Math.max(0, ...longest.map((one) => width(one, letters))) + CELL_PADDING;
  return {
    usual: textWidth(usual, letters) + CELL_PADDING,
    longest: most(textWidth),
    twoLines: most(twoLinesWidth),
  };
}

const headerWidth = ({ header, hiddenHeader, headerSign }: TableColumn<never>) =>
  hiddenHeader || headerSign ? 0 : textWidth(header, HEADER_LETTERS);

/**
 * Lists the columns that are hidden for lack of room. One more shows only where every column before it has the width
 * its texts need, so that a wider frame never cuts more.
 */
export function withoutRoom(widths: readonly ColumnWidth[], available: number): string[] {
  let room =
    available -
    sumOf(
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
 * Computes the width of each column in a frame. Widths set by the person stay; the others shrink together when room
 * is missing, first to two lines a text, then the secondary ones, then all; growing columns take the rest.
 */
export function fittedWidths(
  widths: readonly ColumnWidth[],
  chosen: Readonly<Record<string, number>>,
  available: number,
): Record<string, number> {
  const free = widths.filter(({ key }) => chosen[key] === undefined);
  const room = available - sumOf(widths, ({ key }) => chosen[key] ?? 0);
  const steps = [
    free.map(({ wanted }) => wanted),
    free.map(({ needed }) => needed),
    free.map(({ narrowest, needed, primary }) => (primary ? needed : Math.min(narrowest, needed))),
    free.map(({ narrowest, needed }) => Math.min(narrowest, needed)),
  ];
  const step = steps.findIndex((sizes) => total(sizes) <= room);
  const sizes = step < 0 ? (steps.at(-1) ?? []) : step === 0 ? grownWidths(free, room) : between(step);
  return { ...chosen, ...Object.fromEntries(free.map(({ key }, index) => [key, sizes[index] ?? 0])) };

  /** Interpolates between a layout that is too wide and one that is too narrow. */
  function between(index: number): number[] {
    const [more = [], less = []] = steps.slice(index - 1, index + 1);
    const part = (room - total(less)) / (total(more) - total(less));
    return less.map((size, place) => Math.floor(size + ((more[place] ?? size) - size) * part));
  }
}

function grownWidths(free: readonly ColumnWidth[], room: number): number[] {
  const growing = free.filter(({ grows }) => grows);
  const takers = growing.length > 0 ? growing : free;
  let left = room - sumOf(free, ({ wanted }) => wanted);
  // A text that is longer than its column's widest comes before the room of those that grow.
  const sizes = free.map(({ wanted, whole }) => {
    const more = clamp(whole - wanted, 0, left);
    left -= more;
    return wanted + more;
  });
  const more = takers.length > 0 ? Math.floor(left / takers.length) : 0;
  return free.map((column, place) => (sizes[place] ?? 0) + (takers.includes(column) ? more : 0));
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const sumOf = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((all, item) => all + of(item), 0);
const total = (sizes: readonly number[]) => sumOf(sizes, (size) => size);
