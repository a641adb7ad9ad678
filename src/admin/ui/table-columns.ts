import type { ReactNode } from 'react';

export type TableColumn<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** What the cell says, from which the column's width is taken; without it the column is as wide as it may be. */
  text?: (row: Row) => string | null | undefined;
  /** The narrowest and the widest that the column gets by itself, in px. */
  width?: readonly [narrowest: number, widest: number];
  /** Shares the room that is left when every column has its width. */
  grows?: boolean;
  /** Left out, the highest first, where the frame is too narrow for all; « Colonnes » brings it back. */
  optional?: number;
  sortable?: boolean;
  /** The header is for screen readers only (pictures). */
  hiddenHeader?: boolean;
  /** A sign in place of the header's words, which stay for whoever does not see it. */
  headerSign?: ReactNode;
  /** Numbers are read from their end. */
  align?: 'end';
  /** On a phone: the first line, a word of the second one that is never cut, its text, or nothing (default). */
  mobile?: 'title' | 'badge' | 'text';
};

/** What a column's width is made of, in px. */
export type ColumnWidth = {
  key: string;
  narrowest: number;
  wanted: number;
  grows: boolean;
  optional: number;
};

const DEFAULT_WIDTH = [88, 240] as const;
/** The room around a cell's text. */
const CELL_PADDING = 26;
/** The room of the sign of the order beside a header. */
const SORT_SIGN = 20;
/** A letter of the table's text and of its headers, on average. */
const LETTER = 7.3;
/** How many rows are looked at: enough to know a column. */
const SAMPLE = 200;

/** How wide each column wants to be, by what it holds in nine rows out of ten. */
export function columnWidths<Row>(columns: readonly TableColumn<Row>[], rows: readonly Row[]): ColumnWidth[] {
  const sample = rows.slice(0, SAMPLE);
  return columns.map(({ key, header, text, width, grows = false, optional = 0, ...of }) => {
    const [narrowest, widest] = width ?? DEFAULT_WIDTH;
    const lengths = text ? sample.map((row) => text(row)?.length ?? 0).sort((a, b) => a - b) : [];
    const usual = lengths[Math.floor((lengths.length - 1) * 0.9)];
    const headed =
      of.hiddenHeader || of.headerSign ? 0 : header.length * LETTER + (of.sortable ? SORT_SIGN : 0);
    const wanted = usual === undefined ? widest : Math.max(usual * LETTER, headed) + CELL_PADDING;
    return { key, narrowest, wanted: Math.round(clamp(wanted, narrowest, widest)), grows, optional };
  });
}

/** The columns that a frame has no room for, by themselves: those one can do without first. */
export function withoutRoom(widths: readonly ColumnWidth[], available: number): string[] {
  let needed = sum(widths, ({ narrowest }) => narrowest);
  const left: string[] = [];
  for (const { key, narrowest } of widths
    .filter(({ optional }) => optional > 0)
    .sort((a, b) => b.optional - a.optional)) {
    if (needed <= available) break;
    needed -= narrowest;
    left.push(key);
  }
  return left;
}

/**
 * The width of each column in a frame: those that a person has set stay; the others shrink together towards their
 * narrowest when there is not room enough, and those that may take what is left.
 */
export function fittedWidths(
  widths: readonly ColumnWidth[],
  chosen: Readonly<Record<string, number>>,
  available: number,
): Record<string, number> {
  const free = widths.filter(({ key }) => chosen[key] === undefined);
  const fixed = sum(widths, ({ key }) => chosen[key] ?? 0);
  const room = available - fixed;
  const wanted = sum(free, (column) => column.wanted);
  const fitted: Record<string, number> = { ...chosen };
  if (wanted > room) {
    const slack = sum(free, (column) => column.wanted - column.narrowest);
    const part = slack > 0 ? Math.min(1, (wanted - room) / slack) : 0;
    for (const column of free) {
      fitted[column.key] = Math.floor(column.wanted - (column.wanted - column.narrowest) * part);
    }
  } else {
    const growing = free.filter(({ grows }) => grows);
    const takers = growing.length > 0 ? growing : free;
    const more = takers.length > 0 ? Math.floor((room - wanted) / takers.length) : 0;
    for (const column of free) {
      fitted[column.key] = column.wanted + (takers.includes(column) ? more : 0);
    }
  }
  return fitted;
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const sum = <Item>(items: readonly Item[], of: (item: Item) => number) =>
  items.reduce((total, item) => total + of(item), 0);
