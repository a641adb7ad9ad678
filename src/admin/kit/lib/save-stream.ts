import { downloadBlob } from '@/shared/lib/download-blob';

type SaveTo = (stream: ReadableStream<Uint8Array>, signal: AbortSignal) => Promise<void>;

type WithPicker = {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileSystemFileHandle>;
};

/**
 * Asks where to save a file, and returns a function that writes it there as it arrives, so that it is never whole in
 * memory. It must be called directly by a click: browsers show the file picker to nothing else. Browsers without a
 * picker (Firefox, Safari) store the file themselves, on disk when it is large, and download it at its end.
 *
 * @throws AbortError when the person closes the file picker
 */
export async function chooseWhereToSave(name: string): Promise<SaveTo> {
  const { showSaveFilePicker } = window as WithPicker;
  if (!showSaveFilePicker) return (stream, signal) => saveAtTheEnd(name, stream, signal);
  const handle = await showSaveFilePicker.call(window, { suggestedName: name });
  // An aborted file leaves nothing: it is only put in place when it is closed.
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
