import { type View, wrapped } from './projection';

/** How a picture moves from one frame to the next: not, by little, or faster than details are seen. */
export type Pace = 'still' | 'moving' | 'pulled';

/** Share of what is seen that a view moves by, from one frame to the next, from which nobody sees details. */
const FAST = 0.01;

/** Time without movement after which a picture that was pulled is still, in ms. */
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
 * @param onSettled called once a picture that was pulled is still
 */
export function createPace(onSettled: () => void) {
  let before: View | undefined;
  let settling: ReturnType<typeof setTimeout> | undefined;
  return {
    /** Tells how the picture moves in the frame that shows this view. */
    next: (view: View): Pace => {
      const moved = before && shareMoved(before, view);
      before = view;
      clearTimeout(settling);
      if (moved === undefined || moved === 0) return 'still';
      if (moved <= FAST) return 'moving';
      settling = setTimeout(onSettled, SETTLES);
      return 'pulled';
    },
    /** Forgets the view: what comes next is another picture. */
    rest: () => {
      before = undefined;
      clearTimeout(settling);
    },
  };
}
