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

/** Resolved at the first sign that somebody is there: a key, a pointer, a finger, a wheel. */
let input: Promise<void> | undefined;

/**
 * Does the work once somebody has begun to use the page, and the browser has nothing better to do: for what a page shows
 * only when asked. Who reads and leaves never pays for it.
 *
 * @returns calls it off
 */
export function afterFirstInput(work: () => void): () => void {
  input ??= new Promise((done) => {
    const signs = ['keydown', 'pointermove', 'pointerdown', 'wheel', 'touchstart'] as const;
    const here = () => {
      for (const sign of signs) window.removeEventListener(sign, here, true);
      done();
    };
    for (const sign of signs) window.addEventListener(sign, here, { capture: true, passive: true });
  });
  let callOff: (() => void) | undefined;
  let isOff = false;
  void input.then(() => {
    if (!isOff) callOff = whenIdle(work);
  });
  return () => {
    isOff = true;
    callOff?.();
  };
}
