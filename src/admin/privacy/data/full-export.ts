import { mutationOptions } from '@tanstack/react-query';
import { queryKeys } from '@/admin/kit/data/query-keys';
import { readTables } from '@/admin/kit/data/subject-words';
import { supabase } from '@/admin/kit/lib/supabase';
import type { FileJob } from '@/admin/kit/lib/use-saved-file';
import { type ExportFailure, reasonOf, withOneRetry } from './export-failures';
import { exportedFolders } from './exported-files';
import { type ExportedTable, exportedTables, tableAsCsv } from './exported-tables';
import { readMe } from './read-me';

/** Progress of a copy: files done, files in all, and the one being copied. */
export type ExportProgress = { done: number; total: number; current: string };

type Entry = { name: string; input: AsyncIterable<string> | string | Uint8Array<ArrayBuffer> };

type ExportRun = FileJob<ExportProgress>;

/** Makes the files of the export one by one, as the ZIP asks for them; the read-me is last and lists them all. */
async function* zipEntries(
  { signal, onProgress }: ExportRun,
  tables: readonly ExportedTable[],
  failures: ExportFailure[],
): AsyncGenerator<Entry> {
  const files: { file: string; read: () => Promise<Uint8Array<ArrayBuffer>> }[] = [];
  let pictures = 0;
  for (const { folder, of, list } of exportedFolders) {
    try {
      const listed = await withOneRetry(() => list(signal));
      files.push(...listed.map(({ path, read }) => ({ file: `${folder}/${path}`, read })));
      if (folder === 'images') pictures = listed.length;
    } catch {
      signal.throwIfAborted();
      failures.push({ file: folder, reason: `la liste ${of} n’a pas pu être lue` });
    }
  }
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
  yield { name: 'LISEZ-MOI.txt', input: readMe(failures, pictures) };
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
