import { type DecodedText, decodeText } from '@/admin/lib/decode-text';
import { type CheckedRows, checkRows } from './check-rows';
import { guessMapping, type Mapping } from './mapping';
import { parseTable, type Table } from './parse-table';

/** What the page shows of a file before anything is imported. */
export type FileSummary = Pick<Table, 'headers' | 'delimiter'> & {
  encoding: DecodedText['encoding'];
  count: number;
  /** The first rows. */
  preview: string[][];
  mapping: Mapping;
};

export type WorkerRequest =
  | { kind: 'read'; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'check'; mapping: Mapping };

export type WorkerResponse = { result: FileSummary | CheckedRows } | { error: string };

let table: Table | undefined;

/** Handles one request to the worker, which keeps the last file it read. */
export async function respondTo(request: WorkerRequest): Promise<WorkerResponse> {
  try {
    if (request.kind === 'check') {
      if (!table) throw new Error("Aucun fichier n'a été lu.");
      return { result: checkRows(table, request.mapping) };
    }
    const { text, encoding } = decodeText(request.bytes);
    table = parseTable(text);
    const { headers, rows, delimiter } = table;
    const summary = { headers, delimiter, encoding, count: rows.length, preview: rows.slice(0, 3) };
    return { result: { ...summary, mapping: guessMapping(headers) } };
  } catch (error) {
    return { error: error instanceof Error ? error.message : String(error) };
  }
}
