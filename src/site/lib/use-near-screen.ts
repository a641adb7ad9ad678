import { useEffect, useRef, useState } from 'react';

/**
 * Whether a part of the page has come near the screen, once: what is heavy and seen by few is loaded then.
 *
 * @param margin how far from the screen is near
 */
export function useNearScreen<E extends HTMLElement>(margin: string) {
  const frame = useRef<E>(null);
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (!frame.current || !('IntersectionObserver' in window)) return;
    const observer = new IntersectionObserver(
      ([first]) => {
        if (!first?.isIntersecting) return;
        observer.disconnect();
        setIsNear(true);
      },
      { rootMargin: margin },
    );
    observer.observe(frame.current);
    return () => observer.disconnect();
  }, [margin]);
  return { frame, isNear };
}
