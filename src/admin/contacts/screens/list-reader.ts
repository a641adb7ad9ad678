import type { Encoding } from '@/admin/kit/lib/decode-text';
import { openWorker, WorkerFailure } from '@/shared/lib/web-worker';
import type { CheckedRows, Corrections } from './check-rows';
import type { FileSummary } from './import-engine';
import type { AnswerList } from './import-worker';
import type { Mapping } from './mapping';

const MAX_BYTES = 20_000_000;

/** Reads and checks one file at a time, in a worker. Call `close` when done with it. */
export type ListReader = {
  /** @throws Error in French, when the file cannot be read as a list */
  read: (file: File, encoding?: Encoding) => Promise<FileSummary>;
  check: (mapping: Mapping, corrections: Corrections) => Promise<CheckedRows>;
  close: () => void;
};

export function openListReader(): ListReader {
  const worker = openWorker<AnswerList>(
    () => new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' }),
  );
  const ask = async <Result extends FileSummary | CheckedRows>(
    request: Parameters<AnswerList>[0],
  ): Promise<Result> => {
    try {
      return (await worker.call(request)) as Result;
    } catch (error) {
      if (!(error instanceof WorkerFailure)) throw error;
      throw new Error('Le fichier n’a pas pu être lu.', { cause: error });
    }
  };
  return {
    read: async (file, encoding) => {
      if (file.size > MAX_BYTES)
        throw new Error('Ce fichier dépasse 20\u00a0Mo. Partagez-le en plusieurs fichiers.');
      return ask({ kind: 'read', bytes: new Uint8Array(await file.arrayBuffer()), encoding });
    },
    check: (mapping, corrections) => ask({ kind: 'check', mapping, corrections }),
    close: worker.stop,
  };
}
