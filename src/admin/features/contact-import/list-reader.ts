import type { CheckedRows } from './check-rows';
import type { FileSummary, WorkerAnswer, WorkerRequest } from './import-engine';
import type { Mapping } from './mapping';

const MOST_BYTES = 20_000_000;

/** Reads and checks one file at a time, in a worker. Call `close` when done with it. */
export type ListReader = {
  /** @throws Error in French, when the file cannot be read as a list */
  read: (file: File) => Promise<FileSummary>;
  check: (mapping: Mapping) => Promise<CheckedRows>;
  close: () => void;
};

export function openListReader(): ListReader {
  const worker = new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, (answer: WorkerAnswer) => void>();
  let asked = 0;

  worker.onmessage = ({ data }: MessageEvent<{ id: number } & WorkerAnswer>) => {
    waiting.get(data.id)?.(data);
    waiting.delete(data.id);
  };
  worker.onerror = () => {
    for (const answer of waiting.values()) answer({ error: 'Le fichier n’a pas pu être lu.' });
    waiting.clear();
  };

  const ask = async <Result>(request: WorkerRequest): Promise<Result> => {
    const id = ++asked;
    const answer = await new Promise<WorkerAnswer>((resolve) => {
      waiting.set(id, resolve);
      worker.postMessage({ id, request });
    });
    if ('error' in answer) throw new Error(answer.error);
    return answer.result as Result;
  };

  return {
    read: async (file) => {
      if (file.size > MOST_BYTES)
        throw new Error('Ce fichier dépasse 20\u00a0Mo. Partagez-le en plusieurs fichiers.');
      return ask<FileSummary>({ kind: 'read', bytes: new Uint8Array(await file.arrayBuffer()) });
    },
    check: (mapping) => ask<CheckedRows>({ kind: 'check', mapping }),
    close: () => worker.terminate(),
  };
}
