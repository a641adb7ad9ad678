import type { ProposalKind } from '@/shared/panorama-tour/panorama-tour';
import { FACE_SIZE, type FaceFinder } from './face-model';
import { drawCrop, type PanoramaSource, readPixels, reducedPixels } from './panorama-pixels';
import { type Area, areaOf, type Crop, cropsOf, enlargedArea, type Row, rowsBetween } from './sphere';
import { TEXT_SIZE, type TextFinder } from './text-model';

/** Something found in a panorama, to be decided on by a person. */
export type PanoramaFinding = Area & { kind: ProposalKind; score: number };

/** Findings of a crop, and how far the search is, from 0 to 1. */
export type SearchStep = { found: PanoramaFinding[]; share: number };

/**
 * Sources that crops are drawn from: the width of the picture, and the heights that are read. Of a panorama of 16 384 px no more
 * than the rows around the horizon are ever in memory at their own size.
 */
const readSizes = {
  small: { width: 1536, top: 90, bottom: -90 },
  whole: { width: 4096, top: 90, bottom: -90 },
  detail: { width: 8192, top: 14, bottom: -30 },
  far: { width: 16_384, top: 7, bottom: -7 },
} as const;

/** Rows of crops of one model, and which pixels they are drawn from. */
type SearchPass = { finds: 'face' | 'text'; from: keyof typeof readSizes; rows: Row[] };

/**
 * Plans the search of a panorama of this width. A face of 16 cm is 18° wide at half a metre, 1.8° at 5 m, 0.9° at 10 m,
 * 0.5° at 20 m, and is found from a ninth of its crop on: each scale looks for faces about twice as far as the one before,
 * in the heights where they can be. Neither the sky nor the ground below the camera is searched.
 */
export function searchPlan(width: number): SearchPass[] {
  const near = width > readSizes.whole.width ? 'detail' : 'whole';
  return [
    { finds: 'face', from: 'small', rows: rowsBetween(-60, 50, 60, FACE_SIZE) },
    { finds: 'face', from: 'whole', rows: rowsBetween(-36, 36, 30, FACE_SIZE) },
    { finds: 'text', from: 'whole', rows: rowsBetween(-62, -20, 45, TEXT_SIZE) },
    { finds: 'text', from: near, rows: rowsBetween(-26, 4, 30, TEXT_SIZE) },
    { finds: 'face', from: near, rows: rowsBetween(-14, 12, 15, FACE_SIZE) },
    { finds: 'face', from: near, rows: rowsBetween(-7, 7, 8, FACE_SIZE) },
    ...(near === 'detail'
      ? [{ finds: 'face', from: 'far', rows: rowsBetween(-5, 5, 4, FACE_SIZE) } as const]
      : []),
  ];
}

/** Widest thing that is a plate, in degrees: one that a person could touch. */
const WIDEST_PLATE = 25;

/** Tells whether a line of text could be a plate: lying, and neither as wide as a sign nor as long as a sentence. */
function isPlate(
  { left, top, right, bottom }: { left: number; top: number; right: number; bottom: number },
  fov: number,
) {
  const [width, height] = [right - left, bottom - top];
  return width > height * 0.8 && width < height * 9 && (width / TEXT_SIZE) * fov < WIDEST_PLATE;
}

/**
 * Searches a panorama for faces and plates, crop by crop.
 *
 * @returns what each crop shows, and how far the search is, from 0 to 1
 */
export async function* searchPanorama(
  source: PanoramaSource,
  models: { face: FaceFinder; text: TextFinder },
): AsyncGenerator<SearchStep> {
  const plan = searchPlan(source.width);
  const weight = ({ size }: Crop) => (size === TEXT_SIZE ? 12 : 1);
  const passes = plan.map((pass) => ({ ...pass, crops: pass.rows.flatMap(cropsOf) }));
  const total = passes.flatMap(({ crops }) => crops).reduce((sum, crop) => sum + weight(crop), 0);
  let done = 0;
  const whole = await readPixels(source, readSizes.whole);
  let pixels = reducedPixels(whole, readSizes.small.width);
  let read: SearchPass['from'] = 'small';
  for (const { finds, from, crops } of passes) {
    // One pass at a time, so that the memory of the previous one is released.
    if (from !== read) pixels = from === 'whole' ? whole : await readPixels(source, readSizes[from]);
    read = from;
    for (const crop of crops) {
      const picture = drawCrop(pixels, crop);
      const found: PanoramaFinding[] =
        finds === 'face'
          ? (await models.face(picture)).map(({ box, score }) => ({
              // The model's box holds eyes, nose and mouth: a face is known by its outline too.
              ...enlargedArea(areaOf(crop, box), 1.35, 0.6),
              kind: 'face',
              score,
            }))
          : (await models.text(picture))
              .filter(({ box }) => isPlate(box, crop.fov))
              .map(({ box, score }) => ({
                // The model's lines are drawn thinner than their letters.
                ...enlargedArea(areaOf(crop, box), 1.5, 0.8),
                kind: 'plate',
                score,
              }));
      done += weight(crop);
      yield { found, share: done / total };
    }
  }
}
