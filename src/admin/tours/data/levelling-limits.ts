import { formatDecimal, formatNumber } from '@/shared/lib/numbers';
import { leaningRows, type Tilt } from './level';
import { bandCount } from './tile-plan';

/** Pixels of the rows that are levelled together: they are in memory twice, 268 MB each. */
const MOST_PIXELS = 2 ** 26;

/** Widest panorama that is levelled whatever its lean. */
const SAFE_WIDTH = 8192;

const formatDegrees = (angle: number) => `${formatDecimal(angle)}\u00a0°`;

/** Says how a camera leaned: « roulis 20 °, tangage −10 ° ». */
export const tiltText = ({ roll, pitch }: Tilt): string =>
  `roulis ${formatDegrees(roll)}, tangage ${formatDegrees(pitch)}`;

/** Tells whether a panorama of this width can be levelled by this lean: a larger one needs more rows at a time. */
export function canBeLevelled(width: number, tilt: Tilt): boolean {
  const height = width / 2;
  const band = Math.ceil(height / bandCount(width, height));
  return leaningRows(tilt, height, { top: (height - band) >> 1, height: band }).height * width <= MOST_PIXELS;
}

/** The advice for a panorama that cannot be levelled here. */
export const LEVEL_ELSEWHERE = `dans le logiciel de l’appareil, ou réduisez-le à ${formatNumber(SAFE_WIDTH)} pixels de largeur`;
