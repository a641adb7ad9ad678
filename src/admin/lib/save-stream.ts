import { downloadBlob } from './download-blob';

type SaveTo = (stream: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>;

type WithPicker = {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/**
 * Asks where a file goes, and gives what writes it there as it comes, so that nothing of it stays in memory. To be
 * called at once by a click: browsers show the question to nobody else. Browsers without it (Firefox, Safari) keep the
 * file themselves, on their disk when it is large, and download it at its end.
 *
 * @throws AbortError when the person closes the question
 */
export async function chooseWhereToSave(name: string): Promise<SaveTo> {
  const { showSaveFilePicker } = window as WithPicker;
  if (!showSaveFilePicker) return (stream, signal) => saveAtTheEnd(name, stream, signal);
  const handle = await showSaveFilePicker.call(window, { suggestedName: name });
  // Given up halfway, the file is not there: it is only put in place when it is closed.
  return async (stream, signal) => stream.pipeTo(await handle.createWritable(), { signal });
}

async function saveAtTheEnd(
  name: string,
  stream: ReadableStream<Uint8Array>,
  signal: AbortSignal,
): Promise<void> {
  const file = await new Response(stream, { headers: { 'content-type': 'application/zip' } }).blob();
  signal.throwIfAborted();
  downloadBlob(name, file);
}
