import { searchKey } from '@contract/search-key';
import type { ShownColumn, TableColumn } from './table-columns';

/** How much of a long text is told around what was looked for, in letters. */
const AROUND = 24;

/**
 * « Sujet : …votre village en 360°… », of a row that a search found by what no column shows; undefined for one whose
 * columns say it.
 */
export function foundText<Row>(
  row: Row,
  search: string,
  shown: readonly ShownColumn<Row>[],
  all: readonly TableColumn<Row>[],
): string | undefined {
  const visible = shown.flatMap((column) => [column, ...(column.below ?? [])]);
  const seen = searchKey(visible.map(({ text }) => text?.(row) ?? '').join('\n'));
  for (const word of searchKey(search).split(' ')) {
    if (!word || seen.includes(word)) continue;
    for (const { header, text } of all) {
      const whole = text?.(row);
      if (whole && searchKey(whole).includes(word)) return `${header}\u00a0: ${around(whole, word)}`;
    }
  }
  return undefined;
}

/** A long text, cut on both sides of a word. */
function around(text: string, word: string): string {
  // Ligatures and doubled spaces move a place by a letter or two: near enough.
  const place = Math.max(0, text.toLowerCase().indexOf(word), searchKey(text).indexOf(word));
  const from = place <= AROUND ? 0 : place - AROUND;
  const end = place + word.length + AROUND;
  return `${from > 0 ? '…' : ''}${text.slice(from, end).trim()}${end < text.length ? '…' : ''}`;
}
