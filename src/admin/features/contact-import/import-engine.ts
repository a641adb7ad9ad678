import { type DecodedText, decodeText } from '@/admin/lib/decode-text';
import { type CheckedRows, type Corrections, checkRows } from './check-rows';
import { guessMapping, type Mapping } from './mapping';
import { parseTable, type Table } from './parse-table';
import { readXlsx } from './read-xlsx';

/** Summary of a file that the page shows before the import. */
export type FileSummary = Pick<Table, 'headers' | 'delimiter'> & {
  encoding: DecodedText['encoding'] | 'Excel';
  /** Name of the sheet that was read, for a workbook. */
  sheet?: string;
  count: number;
  /** The first rows. */
  preview: string[][];
  mapping: Mapping;
};

export type WorkerRequest =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'check'; mapping: Mapping; corrections?: Corrections };

export type WorkerResponse = { result: FileSummary | CheckedRows } | { error: string };

let table: Table | undefined;

const OLD_EXCEL =
  'Ce classeur est d’un ancien format d’Excel (.xls), ou protégé par un mot de passe. Enregistrez-le en .xlsx sans mot de passe, ou en CSV.';

/** Recognises the type of a file by its first bytes, whatever its name. */
const beginsWith = (bytes: Uint8Array, ...first: number[]) => first.every((byte, at) => bytes[at] === byte);

/** Reads a workbook or a text of values. */
function readTable(bytes: Uint8Array): Pick<FileSummary, 'encoding' | 'sheet'> & { table: Table } {
  if (beginsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) throw new Error(OLD_EXCEL);
  if (beginsWith(bytes, 0x50, 0x4b, 0x03, 0x04)) return { encoding: 'Excel', ...readXlsx(bytes) };
  const { text, encoding } = decodeText(bytes);
  return { encoding, table: parseTable(text) };
}

/** Handles one request to the worker, which keeps the last file it read. */
export async function respondTo(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    if (request.kind === 'check') {
      if (!table) throw new Error('Aucun fichier n’a été lu.');
      return { result: checkRows(table, request.mapping, request.corrections) };
    }
    const { table: read, ...file } = readTable(request.bytes);
    table = read;
    const { headers, rows, delimiter } = read;
    const summary = { ...file, headers, delimiter, count: rows.length, preview: rows.slice(0, 3) };
    return { result: { ...summary, mapping: guessMapping(headers, rows) } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
