/**
 * Runs a job when the browser is idle.
 *
 * @returns a function that cancels it
 */
export function whenIdle(work: () => void): () => void {
  // Safari has no requestIdleCallback.
  if (typeof requestIdleCallback !== 'function') {
    const timer = setTimeout(work, 200);
    return () => clearTimeout(timer);
  }
  const request = requestIdleCallback(work);
  return () => cancelIdleCallback(request);
}

/** Resolves when the page has loaded and the browser is idle. */
export async function pageSettled(): Promise<void> {
  if (document.readyState !== 'complete') {
    await new Promise((done) => window.addEventListener('load', done, { once: true }));
  }
  await untilIdle();
}

/** Resolves when the browser is idle. */
export const untilIdle = () => new Promise<void>((done) => void whenIdle(done));

/** Resolves at the first input: a key, a pointer, a touch or the wheel. */
let input: Promise<void> | undefined;

/**
 * Runs a job after the first input, when the browser is idle. It serves parts that a page shows only on demand: a
 * visitor who only reads never pays for them.
 *
 * @returns a function that cancels it
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
