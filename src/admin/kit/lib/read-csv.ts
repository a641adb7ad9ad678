/** A row and its number, as a spreadsheet shows it. */
export type NumberedRow = { cells: string[]; line: number };

/**
 * Reads comma-separated values (RFC 4180), or those with another separator. A quotation mark opens a cell only when
 * the next single one closes it, before a separator or the end of the line; any other is a letter of its cell. No
 * library reads so: each lets one stray mark swallow the rows that follow.
 *
 * @param most number of rows to read
 */
export function readCsv(text: string, delimiter: string, most = Number.POSITIVE_INFINITY): NumberedRow[] {
  const isEnd = (at: number) =>
    at >= text.length || text[at] === delimiter || text[at] === '\n' || text[at] === '\r';
  const end = new RegExp(`[${delimiter.replace(/[\]\\^-]/, '\\$&')}\r\n]`, 'g');
  const rows: NumberedRow[] = [];
  let at = 0;
  let cells: string[] = [];

  /** Reads a cell in quotation marks and moves behind it; undefined where the mark is a letter. */
  const readQuoted = (): string | undefined => {
    let close = text.indexOf('"', at + 1);
    while (close >= 0 && text[close + 1] === '"') close = text.indexOf('"', close + 2);
    let after = close + 1;
    while (text[after] === ' ') after++;
    if (close < 0 || !isEnd(after)) return undefined;
    const cell = text.slice(at + 1, close).replaceAll('""', '"');
    at = after;
    return cell;
  };
  const readPlain = (): string => {
    end.lastIndex = at;
    const next = end.exec(text)?.index ?? text.length;
    const cell = text.slice(at, next);
    at = next;
    return cell;
  };

  while (at < text.length && rows.length < most) {
    cells.push((text[at] === '"' ? readQuoted() : undefined) ?? readPlain());
    if (text[at] === delimiter) {
      at++;
      // A separator at the very end has an empty cell behind it.
      if (at < text.length) continue;
      cells.push('');
    }
    rows.push({ cells, line: rows.length + 1 });
    cells = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return rows;
}

/**
 * Tells whether a cell may hold other rows of its table, by their line breaks and separators: a stray quotation mark and a
 * second one that happens to end a cell.
 *
 * @param width number of columns of the table
 */
export const mayHoldRows = (cell: string, delimiter: string, width: number): boolean =>
  width > 2 && /[\r\n]/.test(cell) && cell.split(delimiter).length >= width;

/** Finds the separator that splits the best row of a text into the most columns, by `columns` of its cells; the first of equals. */
export function detectDelimiter(
  text: string,
  columns: (cells: readonly string[], index: number) => number,
  most: number,
): string {
  const widths = [';', ',', '\t', '|'].map((delimiter) => ({
    delimiter,
    width: Math.max(0, ...readCsv(text, delimiter, most).map(({ cells }, index) => columns(cells, index))),
  }));
  return widths.reduce((best, other) => (other.width > best.width ? other : best)).delimiter;
}
