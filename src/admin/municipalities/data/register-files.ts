import { detectDelimiter, mayHoldRows, readCsv } from '@/admin/kit/lib/read-csv';
import { counted } from '@/shared/lib/numbers';

/** A file as it was chosen. */
export type RegisterFile = { name: string; text: string };

/** The three files that an import may be made of. */
export type FileKind = 'municipalities' | 'mrcs' | 'coordinates';

export type ReadFile = {
  kind: FileKind;
  name: string;
  rows: RegisterRow[];
};

/** A row by the names of its columns, with the French reason why it cannot be trusted, or what is odd in it. */
export type RegisterRow = { line: number; cells: Record<string, string>; broken?: string; odd?: string };

/**
 * Columns by the names of the official files (« Répertoire des municipalités du Québec », MUN.csv and
 * MRC_CM_Arg.csv). The third file is ours: the register has no coordinates. Its optional column « approximatif »
 * marks those of the MRC's centre.
 */
const columnsOf: Record<FileKind, string[]> = {
  municipalities: ['mcode', 'munnom', 'mdes', 'regadm', 'mrc', 'mtel', 'mcourriel', 'mweb', 'mpopul'],
  mrcs: ['mrccod', 'mrcnom', 'mrcregion', 'mrcweb', 'mrccourriel', 'mrcpopul'],
  coordinates: ['code', 'latitude', 'longitude'],
};

/**
 * Reads a file by the names of its columns, in any order, whatever the separator and the quotes.
 *
 * @returns the rows with their line numbers, or the French reason why the file cannot be read at all
 */
export function readFile({ name, text }: RegisterFile): ReadFile | string {
  const body = text.replace(/^\uFEFF/, '');
  const delimiter = detectDelimiter(body, (cells) => cells.length, 1);
  const [titles, ...rows] = readCsv(body, delimiter).filter(({ cells }) => cells.some((cell) => cell.trim()));
  const present = (titles?.cells ?? []).map((title) => title.trim().toLowerCase());
  const kind = likeliestKind(present);
  if (!kind) {
    return `${name}\u00a0: aucune colonne connue. Colonnes trouvées\u00a0: ${quoteColumns(present)}. Colonnes attendues\u00a0: ${quoteColumns(columnsOf.municipalities)} (MUN.csv), ou ${quoteColumns(columnsOf.mrcs)} (MRC_CM_Arg.csv).`;
  }
  const missing = columnsOf[kind].filter((column) => !present.includes(column));
  if (missing.length > 0) {
    const others = present.filter((column) => !columnsOf[kind].includes(column));
    return `${name}\u00a0: ${missing.length > 1 ? 'colonnes manquantes' : 'colonne manquante'}\u00a0: ${quoteColumns(missing)}. Colonnes sans emploi dans le fichier\u00a0: ${quoteColumns(others)}.`;
  }
  return {
    kind,
    name,
    rows: rows.map(({ cells, line }) => ({
      line,
      cells: Object.fromEntries(present.map((column, index) => [column, cells[index] ?? ''])),
      ...flawOf(cells, delimiter, present.length),
    })),
  };
}

/** Describes the error of a row with too many separators, whose cells are under the wrong headings. */
function flawOf(
  cells: readonly string[],
  delimiter: string,
  width: number,
): Pick<RegisterRow, 'broken' | 'odd'> {
  const beyond = cells.slice(width).filter((cell) => cell.trim()).length;
  if (beyond > 0) return { broken: `${counted(beyond, 'cellule')} de plus que de titres` };
  if (cells.some((cell) => mayHoldRows(cell, delimiter, width)))
    return { broken: 'un guillemet y réunit peut-être plusieurs lignes' };
  if (cells.length < width)
    return { odd: `${counted(width - cells.length, 'cellule')} de moins que de titres` };
  return cells.some((cell) => cell.startsWith('"')) ? { odd: 'un guillemet ne se ferme pas' } : {};
}

/** Guesses the kind of a file from the columns present; more than a third of them is required. */
function likeliestKind(present: string[]): FileKind | undefined {
  const shares = (Object.keys(columnsOf) as FileKind[]).map((kind) => {
    const columns = columnsOf[kind];
    return { kind, share: columns.filter((column) => present.includes(column)).length / columns.length };
  });
  const [best] = shares.sort((a, b) => b.share - a.share);
  return best && best.share > 1 / 3 ? best.kind : undefined;
}

const quoteColumns = (columns: string[]) =>
  columns.map((column) => `«\u00a0${column}\u00a0»`).join(', ') || 'aucune';
