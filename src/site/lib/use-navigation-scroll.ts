import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** Time during which the layout may still move an anchor's target after navigation, in ms. */
const SETTLE_TIME = 5000;

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
 * Scrolls to an element and focuses it as soon as it exists, and again while the layout settles.
 *
 * @returns stops it
 */
function scrollToAnchor(id: string): () => void {
  // Smooth within the page, instant on a page that is still loading.
  const behavior = document.getElementById(id) ? 'auto' : 'instant';
  let reached: HTMLElement | undefined;
  const go = () => {
    const target = document.getElementById(id);
    if (!target) return;
    target.scrollIntoView({ behavior });
    if (target === reached) return;
    reached = target;
    // Screen readers announce it, and Tab continues from here.
    target.tabIndex = -1;
    target.focus({ preventScroll: true });
  };
  const observer = new ResizeObserver(go);
  const done = new AbortController();
  const stop = () => {
    observer.disconnect();
    done.abort();
    clearTimeout(timer);
  };
  const timer = setTimeout(stop, SETTLE_TIME);
  for (const act of userEvents) window.addEventListener(act, stop, { passive: true, signal: done.signal });
  go();
  observer.observe(document.body);
  return stop;
}

/**
 * Scrolls and moves the focus on each navigation: to the element that the address names, else to the top of the new
 * page. On back, forward and first load the browser restores the scroll position itself.
 *
 * @param mainId the element that takes the focus on a new page
 */
export function useNavigationScroll(mainId: string): void {
  const { pathname, hash, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  // A link to the same anchor may be followed twice; a change of the query string (filters) is no navigation.
  const navigation = hash ? key : pathname;

  // biome-ignore lint/correctness/useExhaustiveDependencies: the kind of navigation matters only when it happens
  useEffect(() => {
    if (hash) return scrollToAnchor(idOf(hash));
    if (isPop) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [navigation, hash]);
}
