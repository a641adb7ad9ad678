import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Mp4OutputFormat, Output } from 'mediabunny';
import type { SealablePicture } from './build-manifest';
import type { SurveyFolder } from './folder';
import { gpxOf } from './open-formats';
import { cutVideos, type PlacedPicture, timelineOf } from './photo-sequence';

/** Width of the video: 4K, the most that street cameras usually give Street View. */
const WIDTH = 3840;
const HEIGHT = WIDTH / 2;
/** H.264 High 5.1: the one that Street View reads and that a screen of this width needs. */
const CODEC = 'avc1.640033';
const KEY_FRAME_EVERY = 30;
/** Frames that the encoder may have before it is given another. */
const MOST_QUEUED = 4;
/** Duration of the last picture. */
const LAST_MS = 500;

/** Says in French why a video cannot be made here. */
class NoEncoder extends Error {
  override readonly name = 'NoEncoder';
}

const config = (): VideoEncoderConfig => ({
  codec: CODEC,
  width: WIDTH,
  height: HEIGHT,
  bitrate: 40_000_000,
  framerate: 5,
  latencyMode: 'quality',
});

/** Tells whether this browser writes the video that Street View reads. */
async function canEncode(): Promise<boolean> {
  if (typeof VideoEncoder === 'undefined') return false;
  try {
    return (await VideoEncoder.isConfigSupported(config())).supported === true;
  } catch {
    return false;
  }
}

type Entry = { name: string; input: Uint8Array<ArrayBuffer> };

/**
 * Makes what Street View's `photoSequence` takes of a survey: a video a drive, each picture at its own time, with the track
 * beside it in two forms.
 *
 * @throws NoEncoder where the browser has none
 */
export async function* streetViewFiles(
  pictures: readonly SealablePicture[],
  folder: SurveyFolder,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (done: number, total: number) => void },
): AsyncGenerator<Entry> {
  if (!(await canEncode())) throw new NoEncoder();
  const videos = cutVideos(pictures);
  const total = videos.reduce((count, video) => count + video.length, 0);
  const files = new Map(folder.pictures.map(({ path, open }) => [path.normalize('NFC'), open]));
  const text = (value: string) => new TextEncoder().encode(value);
  let done = 0;
  for (const [index, video] of videos.entries()) {
    const name = `trajet-${index + 1}`;
    yield {
      name: `${name}.mp4`,
      input: await encode(video, files, signal, () => onProgress(++done, total)),
    };
    yield {
      name: `${name}.gpx`,
      input: text(gpxOf({ name, points: video.map(({ time, lat, lon }) => [time, lat, lon, 0] as const) })),
    };
    yield { name: `${name}-rawGpsTimeline.json`, input: text(JSON.stringify(timelineOf(video), null, 1)) };
  }
  yield { name: 'LISEZ-MOI.txt', input: text(README) };
}

const README = `Pour Google Street View (photoSequence)

Chaque trajet est une vidéo MP4 à 360°, avec sa trace GPX et la même trace sous la forme que l’API attend (rawGpsTimeline).
L’envoi se fait à la main, avec le compte Google du studio : photoSequence.startUpload, puis photoSequence.create (VIDEO).
Street View floute de son côté; vérifiez quand même les images avant de les envoyer.
`;

async function encode(
  video: readonly PlacedPicture[],
  files: ReadonlyMap<string, () => Promise<File>>,
  signal: AbortSignal,
  onFrame: () => void,
): Promise<Uint8Array<ArrayBuffer>> {
  const target = new BufferTarget();
  const output = new Output({ target, format: new Mp4OutputFormat({ fastStart: 'in-memory' }) });
  const track = new EncodedVideoPacketSource('avc');
  output.addVideoTrack(track);
  await output.start();
  let failure: Error | undefined;
  const fail = (error: Error) => {
    failure ??= error;
  };
  const encoder = new VideoEncoder({
    output: (chunk, meta) => void track.add(EncodedPacket.fromEncodedChunk(chunk), meta).catch(fail),
    error: fail,
  });
  encoder.configure(config());
  try {
    for (const [index, picture] of video.entries()) {
      signal.throwIfAborted();
      const file = await files.get(picture.path.normalize('NFC'))?.();
      if (!file) throw new Error(`${picture.path} n’est pas dans ce dossier`);
      const bitmap = await createImageBitmap(file, {
        resizeWidth: WIDTH,
        resizeHeight: HEIGHT,
        resizeQuality: 'high',
      });
      const next = video[index + 1];
      const frame = new VideoFrame(bitmap, {
        timestamp: (picture.time - (video[0]?.time ?? 0)) * 1000,
        duration: (next ? next.time - picture.time : LAST_MS) * 1000,
      });
      bitmap.close();
      encoder.encode(frame, { keyFrame: index % KEY_FRAME_EVERY === 0 });
      frame.close();
      while (encoder.encodeQueueSize > MOST_QUEUED && !failure)
        await new Promise((resolve) => setTimeout(resolve, 10));
      if (failure) throw failure;
      onFrame();
    }
    await encoder.flush();
  } finally {
    if (encoder.state !== 'closed') encoder.close();
  }
  await output.finalize();
  if (failure || !target.buffer) throw failure ?? new Error('The video has no end');
  return new Uint8Array(target.buffer);
}
