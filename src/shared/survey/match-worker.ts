import { answerCalls } from '@/shared/lib/web-worker';
import { type GreyPanorama, MATCH_WIDTH, type MatchedTurn, matchTurn } from './match-turn';

type MatchRequest = { before: Blob; after: Blob; difference: number };

/** Decodes a panorama at the size at which it is compared. */
async function grey(file: Blob): Promise<GreyPanorama> {
  const [width, height] = [MATCH_WIDTH, MATCH_WIDTH / 2];
  const picture = await createImageBitmap(file, {
    resizeWidth: width,
    resizeHeight: height,
    resizeQuality: 'medium',
  });
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No 2D context');
  context.drawImage(picture, 0, 0, width, height);
  picture.close();
  const { data } = context.getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let index = 0; index < values.length; index++) {
    const [red = 0, green = 0, blue = 0] = [data[index * 4], data[index * 4 + 1], data[index * 4 + 2]];
    values[index] = 0.299 * red + 0.587 * green + 0.114 * blue;
  }
  return { width, height, data: values };
}

/** Aligns two pictures in a web worker. */
async function match({ before, after, difference }: MatchRequest): Promise<MatchedTurn | undefined> {
  const [one, other] = await Promise.all([grey(before), grey(after)]);
  return matchTurn(one, other, difference);
}

export type Match = typeof match;

answerCalls(match);
