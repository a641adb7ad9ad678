/** Nobody fills five required fields in less, in ms. */
export const LEAST_FILL_TIME = 3000;

/**
 * Whether a request was sent by a robot: it filled the field that people cannot see, or was faster than they can be.
 * The robot is then shown the same success as everyone and nothing is sent, so that it learns nothing. A person
 * whose draft was restored may send at once: the caller counts the earlier filling as elapsed time.
 *
 * @param trap what the invisible field holds
 * @param elapsed time since the form was first shown, in ms
 */
export function looksAutomated(trap: string, elapsed: number): boolean {
  return trap !== '' || elapsed < LEAST_FILL_TIME;
}
