import { useEffect, useRef, useState } from 'react';

/** No item waits longer than this many steps: the hundredth card would appear after five seconds. */
const MOST_STEPS = 8;

/**
 * Plays the entrance of a list's items one after the other, once, when the list comes into view. Before that, and
 * where scripts do not run, the items are simply there.
 *
 * @param step delay between two items, in ms (specification, section 9)
 */
export function useEntrance<E extends HTMLElement>(step: number) {
  const list = useRef<E>(null);
  const [entered, setEntered] = useState(false);

  useEffect(() => {
    if (!list.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([first]) => {
      if (!first?.isIntersecting) return;
      setEntered(true);
      observer.disconnect();
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);

  /** Class and delay of the item at an index. */
  const item = (index: number) => ({
    className: entered ? 'animate-enter' : '',
    style: { animationDelay: `${Math.min(index, MOST_STEPS) * step}ms` },
  });
  return { list, item };
}
