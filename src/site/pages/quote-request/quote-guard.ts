/** Nobody fills five required fields in less, in ms: only a robot, or somebody whose browser filled them in. */
export const LEAST_FILL_TIME = 3000;

/**
 * How long a request that is ready to be sent still waits. It is never refused for having been quick: a person whose
 * browser filled the form in loses nothing, and a robot is slowed down.
 *
 * @param elapsed time since the form was first shown, in ms; the caller counts the filling of a restored draft too
 * @returns ms, 0 when it may leave at once
 */
export function remainingFillTime(elapsed: number): number {
  return Math.max(0, LEAST_FILL_TIME - elapsed);
}
