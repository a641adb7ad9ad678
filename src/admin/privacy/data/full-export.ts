import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { readTables } from '@/admin/kit/data/subject-words';
import { toCsv } from '@/admin/kit/lib/csv';
import { readAllRows } from '@/admin/kit/lib/read-rows';
import { fullClient, supabase } from '@/admin/kit/lib/supabase';
import { type AllTables, copiedWord } from '@/admin/kit/lib/table-words';
import { errorStatus, isFinal } from '@/shared/lib/errors';
import { isUnreachable } from '@/shared/lib/failure';
import { api } from '@/shared/lib/site-config';
import { panoramaFiles } from './exported-panoramas';
import { readMe } from './read-me';

const BUCKET = 'tour-images';

/** The data API cuts every answer here. */
const PAGE_ROWS = 1000;

/** Progress of a copy: files done, files in all, and the one being copied. */
export type ExportProgress = { done: number; total: number; current: string };

/** A file that the copy lacks, wholly or partly, and why. */
export type ExportFailure = { file: string; reason: string };

type ExportedTable = {
  table: string;
  file: string;
  order: readonly string[];
  /** Column → its heading. */
  columns: Readonly<Record<string, string>>;
};

/** The tables that the copy holds, in the order of their subjects. */
export const exportedTables = (tables: AllTables): ExportedTable[] =>
  Object.entries(tables).flatMap(([table, { file, order, fields }]) => {
    if (!file || !order) return [];
    const headings = Object.entries(fields).flatMap(([column, words]) => {
      const heading = copiedWord(words);
      return heading ? [[column, heading] as const] : [];
    });
    return [{ table, file, order, columns: Object.fromEntries(headings) }];
  });

type Entry = { name: string; input: AsyncIterable<string> | string | Uint8Array<ArrayBuffer> };

type ExportRun = {
  signal: AbortSignal;
  onProgress: (progress: ExportProgress) => void;
  /** Consumes the ZIP as it is made. */
  save: (zip: ReadableStream<Uint8Array>) => Promise<void>;
};

/** Retries once after a failure of the network, not after a refusal by the server. */
async function withOneRetry<Result>(job: () => Promise<Result>): Promise<Result> {
  try {
    return await job();
  } catch (error) {
    if (isFinal(error)) throw error;
    return job();
  }
}

/** Explains to a person why a file could not be read. */
function reasonOf(error: unknown): string {
  const status = errorStatus(error);
  if (status !== undefined) return `le serveur a répondu ${status}`;
  return isUnreachable(error) ? 'la connexion a été coupée' : 'le serveur a refusé';
}

type Cell = string | number | null;

/** Formats a stored value as a cell: lists and objects as JSON, yes and no in French. */
function toCell(value: unknown): Cell {
  if (value === null || value === undefined) return null;
  if (typeof value === 'boolean') return value ? 'oui' : 'non';
  if (typeof value === 'object') return JSON.stringify(value);
  return typeof value === 'number' ? value : String(value);
}

async function readPage(
  { table, order, columns }: ExportedTable,
  from: number,
  signal: AbortSignal,
): Promise<Record<string, unknown>[]> {
  // One query for every table: the types know one at a time.
  let query = supabase.from(table as 'contacts').select(Object.keys(columns).join(','));
  for (const column of order) query = query.order(column);
  const { data } = await query
    .range(from, from + PAGE_ROWS - 1)
    .abortSignal(signal)
    .throwOnError();
  return data as unknown as Record<string, unknown>[];
}

/**
 * Writes a table as CSV, page after page, with one page of rows in memory at a time. A failure ends the file there
 * and is reported; the copy goes on.
 */
async function* tableAsCsv(
  table: ExportedTable,
  signal: AbortSignal,
  failures: ExportFailure[],
): AsyncGenerator<string> {
  const headings = Object.values(table.columns);
  const names = Object.keys(table.columns);
  // The byte order mark and the headings, which begin every page.
  const head = `${toCsv(headings, []).trimEnd()}\r\n`;
  yield head;
  for (let from = 0; ; from += PAGE_ROWS) {
    let rows: Record<string, unknown>[];
    try {
      rows = await withOneRetry(() => readPage(table, from, signal));
    } catch (error) {
      signal.throwIfAborted();
      const read = from > 0 ? `incomplet, ${from} lignes copiées` : 'vide';
      failures.push({ file: table.file, reason: `${read} (${reasonOf(error)})` });
      return;
    }
    if (rows.length > 0) {
      const cells = rows.map((row) => names.map((name) => toCell(row[name])));
      yield toCsv(headings, cells).slice(head.length);
    }
    if (rows.length < PAGE_ROWS) return;
  }
}

async function pictureNames(signal: AbortSignal): Promise<string[]> {
  const { storage } = await fullClient();
  const names: string[] = [];
  for (;;) {
    signal.throwIfAborted();
    const options = { limit: PAGE_ROWS, offset: names.length, sortBy: { column: 'name', order: 'asc' } };
    const { data, error } = await storage.from(BUCKET).list('', options);
    if (error) throw error;
    names.push(...data.map(({ name }) => name));
    if (data.length < PAGE_ROWS) return names;
  }
}

/** Lists the attachments named by replies. */
async function attachmentPaths(signal: AbortSignal): Promise<{ bucket: string; path: string }[]> {
  const [replies, messages] = await Promise.all([
    readAllRows<{ attachments: unknown }>(
      () => supabase.from('notifications').select('attachments').eq('kind', 'reply').order('id'),
      signal,
    ),
    readAllRows<{ attachments: unknown }>(
      () => supabase.from('inbound_messages').select('attachments').neq('attachments', '[]').order('id'),
      signal,
    ),
  ]);
  const named = (bucket: string, rows: { attachments: unknown }[]) =>
    rows
      .flatMap(({ attachments }) => attachments as { path: string | null }[])
      .flatMap(({ path }) => (path === null ? [] : [{ bucket, path }]));
  return [...named('request-files', replies), ...named('inbound-files', messages)];
}

/** Lists the PDFs of sent quotes and of invoices, and the files of acceptances, as their tables name them. */
async function quoteFilePaths(signal: AbortSignal): Promise<string[]> {
  const [sent, billed, accepted] = await Promise.all([
    readAllRows<{ id: string }>(
      () =>
        supabase
          .from('quotes')
          .select('id')
          .not('sent_at', 'is', null)
          .is('anonymised_at', null)
          .order('created_at')
          .order('id'),
      signal,
    ),
    readAllRows<{ id: string; quote_id: string }>(
      () =>
        supabase
          .from('invoices')
          .select('id, quote_id')
          .not('pdf_sha256', 'is', null)
          .is('anonymised_at', null)
          .order('created_at')
          .order('id'),
      signal,
    ),
    readAllRows<{ resolution_path: string | null }>(
      () =>
        supabase
          .from('quote_acceptances')
          .select('resolution_path')
          .not('resolution_path', 'is', null)
          .order('accepted_at')
          .order('id'),
      signal,
    ),
  ]);
  return [
    ...sent.map(({ id }) => `${id}/devis.pdf`),
    ...billed.map(({ id, quote_id }) => `${quote_id}/facture-${id}.pdf`),
    ...accepted.flatMap(({ resolution_path }) => resolution_path ?? []),
  ];
}

/** Lists the files of the photos of trips. */
async function tripPhotoPaths(signal: AbortSignal): Promise<string[]> {
  const photos = await readAllRows<{ id: string }>(
    () => supabase.from('trip_photos').select('id').order('taken_at').order('id'),
    signal,
  );
  return photos.map(({ id }) => `${id}.jpg`);
}

async function readPrivate(bucket: string, path: string): Promise<Uint8Array<ArrayBuffer>> {
  const { storage } = await fullClient();
  const { data, error } = await storage.from(bucket).download(path);
  if (error) throw error;
  return new Uint8Array(await data.arrayBuffer());
}

async function readPicture(name: string, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  const address = `${api.url}/storage/v1/object/public/${BUCKET}/${encodeURIComponent(name)}`;
  const response = await fetch(address, { signal });
  if (!response.ok) {
    throw Object.assign(new Error(response.statusText), { status: response.status });
  }
  return new Uint8Array(await response.arrayBuffer());
}

/** Makes the files of the export one by one, as the ZIP asks for them; the read-me is last and lists them all. */
async function* zipEntries(
  { signal, onProgress }: ExportRun,
  tables: readonly ExportedTable[],
  failures: ExportFailure[],
): AsyncGenerator<Entry> {
  const listed = async <File>(folder: string, what: string, read: () => Promise<File[]>): Promise<File[]> => {
    try {
      return await withOneRetry(read);
    } catch {
      signal.throwIfAborted();
      failures.push({ file: folder, reason: `la liste ${what} n’a pas pu être lue` });
      return [];
    }
  };
  const pictures = await listed('images', 'des images', () => pictureNames(signal));
  const attachments = await listed('pieces-jointes', 'des pièces jointes', () => attachmentPaths(signal));
  const quoteFiles = await listed('fichiers-des-devis', 'des fichiers des devis', () =>
    quoteFilePaths(signal),
  );
  const panoramas = await listed('panoramas', 'des panoramas', () => panoramaFiles(signal));
  const tripPhotos = await listed('photos-des-deplacements', 'des photos des déplacements', () =>
    tripPhotoPaths(signal),
  );
  const files = [
    ...pictures.map((name) => ({ file: `images/${name}`, read: () => readPicture(name, signal) })),
    ...attachments.map(({ bucket, path }) => ({
      file: `pieces-jointes/${path}`,
      read: () => readPrivate(bucket, path),
    })),
    ...quoteFiles.map((path) => ({
      file: `fichiers-des-devis/${path}`,
      read: () => readPrivate('quote-files', path),
    })),
    ...tripPhotos.map((path) => ({
      file: `photos-des-deplacements/${path}`,
      read: () => readPrivate('trip-photos', path),
    })),
    ...panoramas.map(({ bucket, path }) => ({
      file: `panoramas/${path}`,
      read: () => readPrivate(bucket, path),
    })),
  ];
  const total = tables.length + files.length;
  let done = 0;
  const begin = (current: string) => {
    signal.throwIfAborted();
    onProgress({ done: done++, total, current });
  };
  for (const table of tables) {
    begin(table.file);
    yield { name: table.file, input: tableAsCsv(table, signal, failures) };
  }
  for (const { file, read } of files) {
    begin(file);
    try {
      yield { name: file, input: await withOneRetry(read) };
    } catch (error) {
      signal.throwIfAborted();
      failures.push({ file, reason: reasonOf(error) });
    }
  }
  signal.throwIfAborted();
  yield { name: 'LISEZ-MOI.txt', input: readMe(failures, pictures.length) };
  onProgress({ done: total, total, current: '' });
}

export const fullExport = {
  /**
   * Copies everything into a ZIP. It is written as it is read, so that a thousand rows or one picture is all that is
   * in memory at a time.
   *
   * @returns the missing files
   */
  run: () =>
    mutationOptions({
      mutationFn: async (run: ExportRun, { client }): Promise<ExportFailure[]> => {
        const failures: ExportFailure[] = [];
        try {
          // Before the first row leaves, the server records the copy in the register.
          await supabase.rpc('start_full_export').abortSignal(run.signal).throwOnError();
          const tables = exportedTables(await readTables(client));
          const { makeZip } = await import('@/admin/kit/lib/make-zip');
          await run.save(makeZip(zipEntries(run, tables, failures)));
        } catch (error) {
          // Whatever error the stream raises, a cancelled copy has not failed.
          run.signal.throwIfAborted();
          throw error;
        }
        return failures;
      },
      meta: {
        invalidates: [queryKeys.privacyRegister],
        errorMessage: 'L’exportation n’a pas pu être terminée',
      },
    }),
};
