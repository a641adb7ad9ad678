import type { View } from '@/site/ui/panorama-engine';

/** How the still picture (16 by 9) was cut from the panorama: direction and horizontal field of view in degrees. */
const STILL = { yaw: 12, pitch: 6, horizontalField: 95, ratio: 16 / 9 };

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/**
 * The view of the panorama that matches the still picture covering a frame, so that one replaces the other without a
 * jump.
 *
 * @param width of the frame, in any unit, as `height`
 * @param positionX horizontal `object-position` of the picture, 0 to 1
 */
export function heroPanoramaView(width: number, height: number, positionX: number): View {
  const pictureWidth = Math.max(width, height * STILL.ratio);
  const focal = pictureWidth / 2 / Math.tan(radians(STILL.horizontalField / 2));
  // How far the middle of the frame is from the middle of the picture.
  const offset = (positionX - 0.5) * (pictureWidth - width);
  const pitch = radians(STILL.pitch);
  return {
    yaw: STILL.yaw + degrees(Math.atan2(offset, focal * Math.cos(pitch))),
    pitch: degrees(Math.asin((focal * Math.sin(pitch)) / Math.hypot(focal, offset))),
    verticalField: degrees(2 * Math.atan(height / 2 / focal)),
  };
}
