import { type View, wrapped } from './projection';

/** Speed of a picture from one frame to the next: still, slow, or too fast to see details. */
export type Pace = 'still' | 'moving' | 'pulled';

/** Share of what is seen by which a view moves in a second from which nobody sees details. */
const FAST_SHARE = 0.2;

/** Time without fast movement after which a picture that was pulled is so no longer, in ms. */
const SETTLES = 120;

/** Returns how far apart two views are, as a share of what is seen. */
export const shareMoved = (from: View, to: View) =>
  Math.max(
    Math.hypot(wrapped(to.yaw - from.yaw), to.pitch - from.pitch) / to.field,
    Math.abs(Math.log(to.field / from.field)),
  );

/**
 * Follows how a picture moves.
 *
 * @param onSettled called once a picture that was pulled is so no longer
 */
export function createPace(onSettled: () => void) {
  let before: { view: View; time: number } | undefined;
  let fastUntil = 0;
  let settling: ReturnType<typeof setTimeout> | undefined;
  const rest = () => {
    before = undefined;
    fastUntil = 0;
    clearTimeout(settling);
  };
  return {
    /** Tells how the picture moves in the frame that shows this view at this time, in ms. */
    next: (view: View, time: number): Pace => {
      const moved = before ? shareMoved(before.view, view) : 0;
      const isFast = before !== undefined && moved > (Math.max(0, time - before.time) / 1000) * FAST_SHARE;
      before = { view, time };
      if (isFast) fastUntil = time + SETTLES;
      if (time < fastUntil) {
        // Each frame asks again: the one that was asked for may have begun a moment before it was due.
        clearTimeout(settling);
        settling = setTimeout(onSettled, fastUntil - time);
        return 'pulled';
      }
      return moved > 0 ? 'moving' : 'still';
    },
    /** Forgets the view: what comes next is another picture. */
    rest,
  };
}
