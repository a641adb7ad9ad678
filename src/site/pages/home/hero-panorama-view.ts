import type { View } from '@/site/ui/panorama-engine';

/** How the still picture of the hero was cut from the panorama: direction and horizontal field in degrees, 16 by 9. */
const CUT = { yaw: 12, pitch: 6, horizontalField: 95, ratio: 16 / 9 };

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const degrees = (angle: number) => (angle * 180) / Math.PI;

/**
 * The view of the panorama that looks like the still picture where that covers a frame, so that one gives way to
 * the other without a jump.
 *
 * @param width of the frame, in any unit, as `height`
 * @param positionX horizontal `object-position` of the picture, 0 to 1
 */
export function heroView(width: number, height: number, positionX: number): View {
  const pictureWidth = Math.max(width, height * CUT.ratio);
  const focal = pictureWidth / 2 / Math.tan(radians(CUT.horizontalField / 2));
  // The middle of the frame is off the middle of the picture by this much.
  const aside = (positionX - 0.5) * (pictureWidth - width);
  const pitch = radians(CUT.pitch);
  return {
    yaw: CUT.yaw + degrees(Math.atan2(aside, focal * Math.cos(pitch))),
    pitch: degrees(Math.asin((focal * Math.sin(pitch)) / Math.hypot(focal, aside))),
    verticalField: degrees(2 * Math.atan(height / 2 / focal)),
  };
}
