/** Time without a change of the layout after which it is settled, and the longest wait once the target is there, in ms. */
const SETTLE_TIME = 5000;
const LONGEST_WAIT = 30_000;

/** Events by which visitors scroll or navigate themselves: from then on the page must not scroll under them. */
const userEvents = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** The element id in a URL fragment; `''` when it cannot be decoded. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/**
 * Scrolls to the element that a URL fragment names and focuses it as soon as it exists, for its data may still be read, and
 * again while the layout settles.
 *
 * @returns stops it
 */
export function scrollToAnchor(hash: string): () => void {
  const id = idOf(hash);
  // Smooth within the page, instant on a page that is still loading.
  const behavior = document.getElementById(id) ? 'auto' : 'instant';
  let reached: HTMLElement | undefined;
  let settled: ReturnType<typeof setTimeout> | undefined;
  let given: ReturnType<typeof setTimeout> | undefined;
  const go = () => {
    const target = document.getElementById(id);
    if (!target) return;
    target.scrollIntoView({ behavior });
    clearTimeout(settled);
    settled = setTimeout(stop, SETTLE_TIME);
    if (target === reached) return;
    reached = target;
    given ??= setTimeout(stop, LONGEST_WAIT);
    // Screen readers announce it, and Tab continues from here.
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new ResizeObserver(go);
  const done = new AbortController();
  const stop = () => {
    observer.disconnect();
    done.abort();
    clearTimeout(settled);
    clearTimeout(given);
  };
  for (const act of userEvents) window.addEventListener(act, stop, { passive: true, signal: done.signal });
  go();
  observer.observe(document.body);
  return stop;
}
