/**
 * Does the work when the browser has nothing better to do.
 *
 * @returns calls it off
 */
export function whenIdle(work: () => void): () => void {
  // Safari knows no idle time.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}

/** Everything the page asked for has come, and the browser has nothing better to do. */
export async function settled(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((done) => window.addEventListener('load', done, { once: true }));
  }
  await idle();
}

/** Resolved when the browser has nothing better to do. */
export const idle = () => new Promise<void>((done) => void whenIdle(done));
