import type { Encoding } from '@/admin/kit/lib/decode-text';
import type { CheckedRows, Corrections } from './check-rows';
import type { FileSummary, WorkerRequest, WorkerResponse } from './import-engine';
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
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const pending = new Map<number, (answer: WorkerResponse) => void>();
  let lastId = 0;

  worker.onmessage = ({ data }: MessageEvent<{ id: number } & WorkerResponse>) => {
    pending.get(data.id)?.(data);
    pending.delete(data.id);
  };
  worker.onerror = () => {
    for (const resolve of pending.values()) resolve({ error: 'Le fichier n’a pas pu être lu.' });
    pending.clear();
  };

  const request = async <Result>(message: WorkerRequest): Promise<Result> => {
    const id = ++lastId;
    const response = await new Promise<WorkerResponse>((resolve) => {
      pending.set(id, resolve);
      worker.postMessage({ id, request: message });
    });
    if ('error' in response) throw new Error(response.error);
    return response.result as Result;
  };

  return {
    read: async (file, encoding) => {
      if (file.size > MAX_BYTES)
        throw new Error('Ce fichier dépasse 20\u00a0Mo. Partagez-le en plusieurs fichiers.');
      const bytes = new Uint8Array(await file.arrayBuffer());
      return request<FileSummary>({ kind: 'read', bytes, ...(encoding && { encoding }) });
    },
    check: (mapping, corrections) => request<CheckedRows>({ kind: 'check', mapping, corrections }),
    close: () => worker.terminate(),
  };
}
