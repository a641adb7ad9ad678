import { rangeOf } from './tile-pack';

/** Pictures that are kept for who may want them soon: the browser's own cache has the others. */
const MOST_AHEAD = 60;

/** Pictures that are fetched at a time: more would make the most central one wait. */
const AT_A_TIME = 10;

/** Pictures that were asked for before anybody wants them, by address. */
export type Fetched = Map<string, Promise<Blob | HTMLImageElement>>;

/**
 * Reads a picture. One that the page holds itself is not fetched, for content policies let only files of the site and of its API be asked
 * for by scripts: an element reads it.
 */
async function read(address: string, signal?: AbortSignal): Promise<Blob | HTMLImageElement> {
  if (/^(blob|data):/.test(address)) {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  }
  const headers = rangeOf(address);
  const answer = await fetch(address, { ...(headers && { headers }), ...(signal && { signal }) });
  if (!answer.ok || (headers && answer.status !== 206)) throw new Error(`${answer.status}: ${address}`);
  return answer.blob();
}

/** Asks for pictures before there is anything to draw them with, as many as are fetched at a time. */
export function fetchEarly(addresses: readonly string[]): Fetched {
  const fetched: Fetched = new Map();
  for (const address of addresses.slice(0, AT_A_TIME)) {
    const reading = read(address);
    // A caller that wants the picture asks again.
    reading.catch(() => {});
    fetched.set(address, reading);
  }
  return fetched;
}

/** Loads pictures and decodes them outside of the page's own thread. */
export type PictureLoader = {
  /** Loads one picture; rejected when it cannot be read. */
  load: (address: string, signal?: AbortSignal) => Promise<ImageBitmap>;
  /** Fetches a picture that is likely to be wanted soon. */
  prefetch: (address: string) => Promise<void>;
  /** Loads what is wanted now, in this order, instead of what was wanted before. */
  want: (addresses: readonly string[]) => void;
  /** Tells whether a picture that was wanted cannot be read. */
  isMissing: (address: string) => boolean;
  /** Tries again what could not be read. */
  forgive: () => void;
};

/**
 * Creates a loader. Nothing that it reads is written to the visitor's disk but by the browser's own cache.
 *
 * @param onLoaded receives each picture that was wanted and has come
 * @param onMissing receives the address of one that cannot be read, once
 * @param fetched pictures that are on their way already
 */
export function createLoader(
  onLoaded: (address: string, picture: ImageBitmap) => void,
  onMissing: (address: string) => void,
  fetched: Fetched = new Map(),
): PictureLoader {
  const underWay = new Map<string, AbortController>();
  const missed = new Set<string>();
  let wanted: readonly string[] = [];

  const load = async (address: string, signal?: AbortSignal) => {
    const early = fetched.get(address);
    fetched.delete(address);
    const source = (await early?.catch(() => undefined)) ?? (await read(address, signal));
    return createImageBitmap(source, { premultiplyAlpha: 'none' });
  };
  const next = () => {
    for (const address of wanted) {
      if (underWay.size >= AT_A_TIME) return;
      if (underWay.has(address) || missed.has(address)) continue;
      const leaving = new AbortController();
      underWay.set(address, leaving);
      load(address, leaving.signal)
        .then(
          (picture) => {
            wanted = wanted.filter((one) => one !== address);
            if (leaving.signal.aborted) picture.close();
            else onLoaded(address, picture);
          },
          () => {
            if (leaving.signal.aborted) return;
            missed.add(address);
            onMissing(address);
          },
        )
        .finally(() => {
          if (underWay.get(address) === leaving) underWay.delete(address);
          next();
        });
    }
  };
  return {
    load,
    prefetch: async (address) => {
      const reading = fetched.get(address) ?? read(address);
      fetched.set(address, reading);
      const [oldest] = fetched.keys();
      if (oldest !== undefined && fetched.size > MOST_AHEAD) fetched.delete(oldest);
      await reading.catch(() => fetched.delete(address));
    },
    isMissing: (address) => missed.has(address),
    forgive: () => missed.clear(),
    want: (addresses) => {
      wanted = addresses;
      for (const [address, leaving] of underWay) {
        if (addresses.includes(address)) continue;
        leaving.abort();
        underWay.delete(address);
      }
      next();
    },
  };
}
