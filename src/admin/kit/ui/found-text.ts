import { searchKey } from '@contract/search-key';
import type { TableColumn, VisibleColumn } from './table-columns';

/** Length of the context shown around a match in a long text, in letters. */
const CONTEXT_LENGTH = 24;

/**
 * Returns the place where a search found a row, « Sujet : …votre village en 360°… »; undefined when a visible column
 * shows it.
 */
export function foundText<Row>(
  row: Row,
  search: string,
  visibleColumns: readonly VisibleColumn<Row>[],
  all: readonly TableColumn<Row>[],
): string | undefined {
  const visible = visibleColumns.flatMap((column) => [column, ...(column.below ?? [])]);
  const seen = searchKey(visible.map(({ text }) => text?.(row) ?? '').join('\n'));
  for (const word of searchKey(search).split(' ')) {
    if (!word || seen.includes(word)) continue;
    for (const { header, text } of all) {
      const whole = text?.(row);
      if (whole && searchKey(whole).includes(word)) return `${header}\u00a0: ${excerptAround(whole, word)}`;
    }
  }
  return undefined;
}

/** Cuts a long text on both sides of a match. */
function excerptAround(text: string, word: string): string {
  // Ligatures and doubled spaces shift the position by a letter or two, which does not matter here.
  const place = Math.max(0, text.toLowerCase().indexOf(word), searchKey(text).indexOf(word));
  const from = place <= CONTEXT_LENGTH ? 0 : place - CONTEXT_LENGTH;
  const end = place + word.length + CONTEXT_LENGTH;
  return `${from > 0 ? '…' : ''}${text.slice(from, end).trim()}${end < text.length ? '…' : ''}`;
}
