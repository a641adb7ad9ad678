import Papa from 'papaparse';

/** A file as it was chosen. */
export type RegisterFile = { name: string; text: string };

/** The three files that an import may be made of. */
export type FileKind = 'municipalities' | 'mrcs' | 'coordinates';

export type ReadFile = {
  kind: FileKind;
  name: string;
  rows: { line: number; cells: Record<string, string> }[];
};

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
  const { data, errors, meta } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: 'greedy',
    delimitersToGuess: [',', ';', '\t'],
    transformHeader: (header) => header.trim().toLowerCase(),
  });
  const present = meta.fields ?? [];
  const kind = likeliestKind(present);
  if (!kind) {
    return `${name}\u00a0: aucune colonne connue. Colonnes trouvées\u00a0: ${listed(present)}. Colonnes attendues\u00a0: ${listed(columnsOf.municipalities)} (MUN.csv), ou ${listed(columnsOf.mrcs)} (MRC_CM_Arg.csv).`;
  }
  const missing = columnsOf[kind].filter((column) => !present.includes(column));
  if (missing.length > 0) {
    const others = present.filter((column) => !columnsOf[kind].includes(column));
    return `${name}\u00a0: ${missing.length > 1 ? 'colonnes manquantes' : 'colonne manquante'}\u00a0: ${listed(missing)}. Colonnes sans emploi dans le fichier\u00a0: ${listed(others)}.`;
  }
  const broken = errors.find(({ type }) => type === 'Quotes');
  if (broken) return `${name}\u00a0: guillemets mal fermés vers la ligne ${(broken.row ?? 0) + 2}.`;
  return { kind, name, rows: data.map((cells, index) => ({ line: index + 2, cells })) };
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

const listed = (columns: string[]) =>
  columns.map((column) => `«\u00a0${column}\u00a0»`).join(', ') || 'aucune';
