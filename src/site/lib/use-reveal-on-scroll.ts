import { useEffect, useRef, useState } from 'react';

/** The longest delay of an item, in steps: without it the hundredth card would appear after five seconds. */
const MAX_STEPS = 8;

/**
 * Animates the items of a list one after the other, once, when the list scrolls into view. Before that, and without
 * JavaScript, the items are simply visible.
 *
 * @param step delay between two items, in ms (specification, section 9)
 */
export function useRevealOnScroll<E extends HTMLElement>(step: number) {
  const list = useRef<E>(null);
  const [revealed, setRevealed] = useState(false);

  useEffect(() => {
    if (!list.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(([first]) => {
      if (!first?.isIntersecting) return;
      setRevealed(true);
      observer.disconnect();
    });
    observer.observe(list.current);
    return () => observer.disconnect();
  }, []);

  /** Class and style of the item at an index. */
  const item = (index: number) => ({
    className: revealed ? 'animate-enter' : '',
    style: { animationDelay: `${Math.min(index, MAX_STEPS) * step}ms` },
  });
  return { list, item };
}
