import type { CDPSession } from '@playwright/test';
import sharp from 'sharp';

/** A screencast of a page with the bytes received so far. Times in ms since the page was requested. */
export type Film = {
  /** Duration without traffic or movement, in ms. */
  quietFor: () => number;
  stop: () => Promise<void>;
  frames: () => { at: number; jpeg: Buffer }[];
  files: () => { at: number; bytes: number; url: string }[];
  /** Bytes of scripts received. */
  scripts: () => number;
};

/** Measures of a picture on a film: times in ms, bytes and files. */
export type Moments = { first: number; sharp: number; bytesFirst: number; bytesSharp: number; files: number };

/** Starts filming a page that has not navigated yet. */
export async function film(session: CDPSession): Promise<Film> {
  const frames: { time: number; jpeg: Buffer }[] = [];
  const files: { time: number; bytes: number; url: string }[] = [];
  const asked = new Map<string, string>();
  const scripts = new Set<string>();
  let scriptBytes = 0;
  let [began, clock, moved] = [0, 0, performance.now()];
  session.on('Network.requestWillBeSent', ({ requestId, timestamp, wallTime, type, request }) => {
    // Network events use the machine's uptime, screencast frames Unix time.
    if (began === 0) [began, clock] = [wallTime, wallTime - timestamp];
    if (request.url.startsWith('data:') || request.url.startsWith('blob:')) return;
    asked.set(requestId, request.url);
    if (type === 'Script' || /\.js$/.test(request.url)) scripts.add(requestId);
    moved = performance.now();
  });
  session.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    const url = asked.get(requestId);
    if (url === undefined) return;
    asked.delete(requestId);
    files.push({ time: timestamp + clock, bytes: encodedDataLength, url });
    if (scripts.has(requestId)) scriptBytes += encodedDataLength;
    moved = performance.now();
  });
  session.on('Network.loadingFailed', ({ requestId }) => asked.delete(requestId));
  session.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    void session.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
    if (began > 0) moved = performance.now();
    frames.push({ time: metadata.timestamp ?? 0, jpeg: Buffer.from(data, 'base64') });
  });
  await session.send('Page.startScreencast', { format: 'jpeg', quality: 80, everyNthFrame: 1 });
  const since = (time: number) => (time - began) * 1000;
  return {
    quietFor: () => (asked.size === 0 && files.length > 3 ? performance.now() - moved : 0),
    stop: async () => {
      await session.send('Page.stopScreencast');
    },
    frames: () =>
      frames
        .map(({ time, jpeg }) => ({ at: since(time), jpeg }))
        .filter(({ at }) => began > 0 && at >= 0)
        .sort((a, b) => a.at - b.at),
    files: () => files.map(({ time, ...file }) => ({ ...file, at: since(time) })),
    scripts: () => scriptBytes,
  };
}

/** Middle part of the window, where neither viewer has controls. */
const MIDDLE_AREA = { left: 0.2, top: 0.2, width: 0.6, height: 0.6 };

/** Returns the grey values of the middle of a frame, optionally reduced to a few points. */
async function greyValues(jpeg: Buffer, points?: { width: number; height: number }): Promise<Uint8Array> {
  const { width, height } = await sharp(jpeg).metadata();
  const cut = sharp(jpeg).extract({
    left: Math.round(width * MIDDLE_AREA.left),
    top: Math.round(height * MIDDLE_AREA.top),
    width: Math.round(width * MIDDLE_AREA.width),
    height: Math.round(height * MIDDLE_AREA.height),
  });
  const sized = points ? cut.resize(points.width, points.height, { fit: 'fill' }) : cut;
  return sized.greyscale().raw().toBuffer();
}

function correlation(a: Uint8Array, b: Uint8Array): number {
  const mean = (of: Uint8Array) => of.reduce((sum, value) => sum + value, 0) / of.length;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [together, ofA, ofB] = [0, 0, 0];
  for (const [at, value] of a.entries()) {
    const [one, other] = [value - meanA, (b[at] ?? 0) - meanB];
    together += one * other;
    ofA += one * one;
    ofB += other * other;
  }
  return ofA > 0 && ofB > 0 ? together / Math.sqrt(ofA * ofB) : 0;
}

const difference = (a: Uint8Array, b: Uint8Array) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / a.length;

/**
 * Correlation of a few points from which the place is recognised, and the mean grey difference below which it is sharp.
 */
const SEEN = 0.95;
const SHARP = 1;
const FEW_POINTS = { width: 48, height: 27 };

/**
 * Finds when a film first showed the place of its last frame, and since when it looked like that frame.
 *
 * @throws Error for a film without a picture
 */
export async function momentsOf(film: Film): Promise<Moments> {
  const frames = film.frames();
  const last = frames.at(-1);
  if (!last) throw new Error('The screen was not filmed.');
  const [few, whole] = [await greyValues(last.jpeg, FEW_POINTS), await greyValues(last.jpeg)];
  if (correlation(few, few) === 0) throw new Error('The screen stayed empty.');
  let [first, sharp] = [Number.NaN, last.at];
  for (const { at, jpeg } of frames) {
    if (correlation(few, await greyValues(jpeg, FEW_POINTS)) < SEEN) continue;
    first = at;
    break;
  }
  for (const { at, jpeg } of frames.reverse()) {
    if (difference(whole, await greyValues(jpeg)) > SHARP) break;
    sharp = at;
  }
  const received = (until: number) =>
    film
      .files()
      .filter(({ at }) => at <= until)
      .reduce((sum, { bytes }) => sum + bytes, 0);
  return {
    ...{ first, sharp },
    ...{ bytesFirst: received(first), bytesSharp: received(sharp) },
    files: film.files().filter(({ at }) => at <= sharp).length,
  };
}
