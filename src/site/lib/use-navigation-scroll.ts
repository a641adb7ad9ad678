import { useEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router-dom';

/** How long parts of a page may still arrive and push an anchor away, in ms. */
const SETTLING = 5000;

/** What a person does to go elsewhere by themselves: from then on the page no longer moves under them. */
const takingOver = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

/** The id that an address names; one that cannot be decoded names nothing. */
function idOf(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return '';
  }
}

/**
 * Takes the page and the keyboard to an anchor, as soon as it is there, and keeps it in place while the page settles.
 * @returns how to stop
 */
function follow(id: string): () => void {
  // On the page it is already on, a move is seen; to a page that is still coming, it is not.
  const behavior = document.getElementById(id) ? 'auto' : 'instant';
  let reached: HTMLElement | undefined;
  const go = () => {
    const target = document.getElementById(id);
    if (!target) return;
    target.scrollIntoView({ behavior });
    if (target === reached) return;
    reached = target;
    // Screen readers say where they are, and Tab continues from here.
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
  const timer = setTimeout(stop, SETTLING);
  for (const act of takingOver) window.addEventListener(act, stop, { passive: true, signal: done.signal });
  go();
  observer.observe(document.body);
  return stop;
}

/**
 * Scrolls and moves the keyboard on each navigation: to the anchor that the address names, else to the top of the new
 * page. Where the browser itself goes back, or opens a page, it also finds the place again by itself.
 *
 * @param mainId the element that takes the keyboard on a new page
 */
export function useNavigationScroll(mainId: string): void {
  const { pathname, hash, key } = useLocation();
  const isPop = useNavigationType() === 'POP';
  // The same anchor may be asked for twice; anything else that changes in place (filters) is no navigation.
  const visit = hash ? key : pathname;

  // biome-ignore lint/correctness/useExhaustiveDependencies: how the person came counts when they come, not after
  useEffect(() => {
    if (hash) return follow(idOf(hash));
    if (isPop) return;
    window.scrollTo({ top: 0, behavior: 'instant' });
    document.getElementById(mainId)?.focus({ preventScroll: true });
  }, [visit, hash]);
}
