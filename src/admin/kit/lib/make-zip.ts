import { makeZip as makeSmallZip } from 'client-zip';

type Files = AsyncIterable<{
  name: string;
  input: Blob | Uint8Array<ArrayBuffer> | AsyncIterable<string> | string;
  lastModified?: Date;
}>;

/** Files that the end of a ZIP can count in its 16 bits, less one: the last value says « see the larger record ». */
const MOST_FILES = 0xffff;
const END_RECORD = { length: 22, bytes: 12, offset: 16 };
const LARGE_END_RECORD = { length: 56, signature: 0x06064b50 };
const END_LOCATOR = { length: 20, signature: 0x07064b50 };
/** Version 4.5 of the format, which has these records. */
const ZIP64_VERSION = 45;

/** The records of ZIP64 that stand before the end of a ZIP, for more files than that end can count. */
function largeEnd(end: Uint8Array, files: number): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset } = end;
  const small = new DataView(buffer, byteOffset, END_RECORD.length);
  const [bytes, offset] = [small.getUint32(END_RECORD.bytes, true), small.getUint32(END_RECORD.offset, true)];
  const records = new Uint8Array(LARGE_END_RECORD.length + END_LOCATOR.length);
  const view = new DataView(records.buffer);
  const long = (at: number, value: number) => view.setBigUint64(at, BigInt(value), true);
  view.setUint32(0, LARGE_END_RECORD.signature, true);
  long(4, LARGE_END_RECORD.length - 12);
  view.setUint16(12, ZIP64_VERSION, true);
  view.setUint16(14, ZIP64_VERSION, true);
  long(24, files);
  long(32, files);
  long(40, bytes);
  long(48, offset);
  view.setUint32(LARGE_END_RECORD.length, END_LOCATOR.signature, true);
  long(LARGE_END_RECORD.length + 8, offset + bytes);
  view.setUint32(LARGE_END_RECORD.length + 16, 1, true);
  return records;
}

/**
 * Writes files into a ZIP as they come. client-zip, up to its 2.5.1, leaves the records of ZIP64 out when a ZIP is small and its files
 * are more than 65 534: unzip finds it broken, so they are added here.
 */
export function makeZip(files: Files): ReadableStream<Uint8Array> {
  let count = 0;
  async function* counted() {
    for await (const file of files) {
      count++;
      yield file;
    }
  }
  // The end is the last part, and only the end of the stream says which one that is.
  let [former, last]: (Uint8Array | undefined)[] = [];
  const completed = new TransformStream<Uint8Array, Uint8Array>({
    transform(part, controller) {
      if (last) controller.enqueue(last);
      [former, last] = [last, part];
    },
    flush(controller) {
      if (!last) return;
      const isComplete = former?.length === LARGE_END_RECORD.length + END_LOCATOR.length;
      if (count >= MOST_FILES && !isComplete) controller.enqueue(largeEnd(last, count));
      controller.enqueue(last);
    },
  });
  return makeSmallZip(counted()).pipeThrough(completed);
}
