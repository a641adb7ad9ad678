import { BufferSource, EncodedPacketSink, Input, MP4 } from 'mediabunny';
import { beforeEach, expect, it, vi } from 'vitest';
import type { SealablePicture } from './build-manifest';
import type { SurveyFolder } from './folder';
import { streetViewFiles } from './street-view';

/** An H.264 High 5.1 description with placeholder parameter sets, which the writer copies. */
const description = new Uint8Array([
  1, 0x64, 0, 0x33, 0xff, 0xe1, 0, 4, 0x67, 0x64, 0, 0x33, 1, 0, 2, 0x68, 0xee,
]);

class Frame {
  readonly timestamp: number;
  readonly duration: number;
  constructor(_image: unknown, { timestamp, duration }: { timestamp: number; duration: number }) {
    this.timestamp = timestamp;
    this.duration = duration;
  }
  close() {}
}

class Chunk {
  readonly type: string;
  readonly timestamp: number;
  readonly duration: number;
  readonly byteLength = 8;
  constructor({ timestamp, duration }: Frame, isKey: boolean) {
    this.type = isKey ? 'key' : 'delta';
    this.timestamp = timestamp;
    this.duration = duration;
  }
  copyTo(bytes: Uint8Array) {
    bytes.set([0, 0, 0, 4, 0x65, 1, 2, 3]);
  }
}

/** A fake encoder that outputs one chunk per frame when flushed, with the decoder's description for the first. */
class Encoder {
  static isConfigSupported = async () => ({ supported: true });
  state = 'unconfigured';
  encodeQueueSize = 0;
  readonly #output: (chunk: Chunk, meta?: object) => void;
  readonly #chunks: Chunk[] = [];
  #config: object | undefined;
  constructor({ output }: { output: (chunk: Chunk, meta?: object) => void }) {
    this.#output = output;
  }
  configure({ codec, width, height }: VideoEncoderConfig) {
    this.state = 'configured';
    this.#config = { codec, codedWidth: width, codedHeight: height, description };
  }
  encode(frame: Frame, { keyFrame }: { keyFrame: boolean }) {
    this.#chunks.push(new Chunk(frame, keyFrame));
  }
  async flush() {
    for (const [index, chunk] of this.#chunks.entries())
      this.#output(chunk, index === 0 && this.#config ? { decoderConfig: this.#config } : undefined);
  }
  close() {
    this.state = 'closed';
  }
}

beforeEach(() => {
  vi.stubGlobal('VideoEncoder', Encoder);
  vi.stubGlobal('VideoFrame', Frame);
  vi.stubGlobal('EncodedVideoChunk', Chunk);
  vi.stubGlobal('createImageBitmap', async () => ({ close() {} }));
});

/** A drive of three pictures, 0.5 and 1.25 seconds apart. */
const seconds = [0, 0.5, 1.75];
const pictures = seconds.map((second, index) => ({
  ...{ file_name: `R${index}.JPG`, left_out: null, lat: 48.4479 + second / 1e5, lon: -68.5239 },
  taken_at: new Date(Date.UTC(2026, 3, 20, 14) + second * 1000).toISOString(),
})) as SealablePicture[];
const folder = {
  pictures: pictures.map(({ file_name }) => ({
    path: file_name,
    open: async () => new File(['image'], file_name),
  })),
} as unknown as SurveyFolder;

const make = async (from: SurveyFolder) => {
  const files = new Map<string, Uint8Array<ArrayBuffer>>();
  const options = { signal: new AbortController().signal, onProgress: () => {} };
  for await (const { name, input } of streetViewFiles(pictures, from, options)) files.set(name, input);
  return files;
};

it('a drive is an MP4 that another reader reads, each picture at its own time, with its track', async () => {
  const files = await make(folder);
  expect([...files.keys()]).toEqual([
    'trajet-1.mp4',
    'trajet-1.gpx',
    'trajet-1-rawGpsTimeline.json',
    'LISEZ-MOI.txt',
  ]);
  const bytes = files.get('trajet-1.mp4') ?? new Uint8Array();
  const input = new Input({ source: new BufferSource(bytes), formats: [MP4] });
  const track = await input.getPrimaryVideoTrack();
  if (!track) throw new Error('There is no video');
  expect([await track.getCodec(), await track.getCodedWidth(), await track.getCodedHeight()]).toEqual([
    'avc',
    3840,
    1920,
  ]);
  const frames: [type: string, at: number, lasts: number][] = [];
  for await (const { type, timestamp, duration } of new EncodedPacketSink(track).packets())
    frames.push([type, Math.round(timestamp * 1000), Math.round(duration * 1000)]);
  expect(frames).toEqual([
    ['key', 0, 500],
    ['delta', 500, 1250],
    ['delta', 1750, 500],
  ]);
  // The sample table is before the frames, so that the file can be streamed.
  const text = new TextDecoder('latin1').decode(bytes);
  expect(text.indexOf('moov')).toBeLessThan(text.indexOf('mdat'));
});

it('a chunk that cannot be written fails the video', async () => {
  vi.stubGlobal(
    'VideoEncoder',
    class extends Encoder {
      // Without a configuration no decoder could read the chunks.
      override configure() {}
    },
  );
  await expect(make(folder)).rejects.toThrow('metadata');
});

it('an original that is not in the folder is named', async () => {
  await expect(make({ ...folder, pictures: folder.pictures.slice(1) })).rejects.toThrow('R0.JPG');
});
