import { type DecodedText, decodeText, type Encoding } from '@/admin/kit/lib/decode-text';
import { type CheckedRows, type Corrections, checkRows } from './check-rows';
import { guessMapping, type Mapping } from './mapping';
import { parseTable, type Table } from './parse-table';
import { readVcards } from './read-vcard';
import { readXlsx } from './read-xlsx';

/** Summary of a file that the page shows before the import. */
export type FileSummary = Pick<Table, 'headers' | 'delimiter' | 'above' | 'doubts'> & {
  encoding: Encoding | 'Excel' | 'vCard';
  /** The readings of a text whose encoding is in doubt. */
  encodingDoubt?: DecodedText['doubt'];
  /** Name of the sheet that was read, for a workbook, and of the others with something in them. */
  sheet?: string;
  otherSheets?: string[];
  /** The columns with something in them. */
  filled: number[];
  count: number;
  /** The first rows. */
  preview: string[][];
  mapping: Mapping;
};

/** The last file that was read. */
let table: Table | undefined;

const OLD_EXCEL =
  'Ce classeur est d’un ancien format d’Excel (.xls), ou protégé par un mot de passe. Enregistrez-le en .xlsx sans mot de passe, ou en CSV.';
const CONVERT_ADVICE = 'Ouvrez-le dans Excel, enregistrez-le en .xlsx ou en CSV, puis recommencez.';

/** Files that are no list, recognised by their first letters whatever their name, and the French reason. */
const otherFormats: readonly (readonly [beginning: RegExp, reason: string])[] = [
  [
    /^<(?:!doctype html|html|table|head|body)\b/i,
    `Ce fichier est une page HTML, même si son nom finit par .xls. ${CONVERT_ADVICE}`,
  ],
  [/^<\?xml[\s\S]*?<(?:\w+:)?Workbook\b/i, `Ce fichier est un classeur XML d’Excel 2003. ${CONVERT_ADVICE}`],
  [
    /^<(?:html|meta|style|div|\?xml|!--)/i,
    `Ce fichier est une page HTML ou XML, et non une liste. ${CONVERT_ADVICE}`,
  ],
  [/^%PDF-/, 'Ce fichier est un PDF. Demandez la liste en .xlsx ou en CSV, ou copiez-la dans un classeur.'],
  [
    /^\{\\rtf/,
    'Ce fichier est un document RTF (Word). Copiez sa liste dans un classeur, enregistrez-le en .xlsx, puis recommencez.',
  ],
  [/^[[{]\s*["{[]/, 'Ce fichier est du JSON, et non une liste. Exportez la liste en CSV ou en .xlsx.'],
];

/** Recognises the type of a file by its first bytes, whatever its name. */
const beginsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** Reads a workbook, a text of values or cards, in the encoding that a person chose where there is a doubt. */
function readTable(
  bytes: Uint8Array,
  chosen?: Encoding,
): Pick<FileSummary, 'encoding' | 'encodingDoubt' | 'sheet' | 'otherSheets'> & { table: Table } {
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Error(OLD_EXCEL);
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { encoding: 'Excel', ...readXlsx(bytes) };
  const { text, encoding, doubt } = decodeText(bytes, chosen);
  const start = text.slice(0, 2_000).trimStart();
  const other = otherFormats.find(([beginning]) => beginning.test(start));
  if (other) throw new Error(other[1]);
  if (/^BEGIN:VCARD/i.test(start))
    return { encoding: 'vCard', ...(doubt && { encodingDoubt: doubt }), table: readVcards(text) };
  return { encoding, ...(doubt && { encodingDoubt: doubt }), table: parseTable(text) };
}

/**
 * Reads a file, which is kept for the check of its rows.
 *
 * @throws Error in French, when it cannot be read as a list
 */
export function readList(bytes: Uint8Array<ArrayBuffer>, encoding?: Encoding): FileSummary {
  const { table: read, ...file } = readTable(bytes, encoding);
  table = read;
  const { headers, rows, lines: _lines, ...rest } = read;
  const filled = [...headers.keys()].filter((column) => rows.some((cells) => cells[column]?.trim()));
  const preview = rows.slice(0, 3);
  const mapping = guessMapping(headers, rows);
  return { ...file, ...rest, headers, filled, count: rows.length, preview, mapping };
}

/** Checks the rows of the last file that was read. */
export function checkList(mapping: Mapping, corrections?: Corrections): CheckedRows {
  if (!table) throw new Error('Aucun fichier n’a été lu.');
  return checkRows(table, mapping, corrections);
}
