import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** How far each frame was scrolled, in px, by entry of the history and name. */
const places = new Map<string, number>();

/**
 * Gives a frame that scrolls by itself its place again on Back and Forward; browsers and the router do so for the window
 * only.
 *
 * @param name tells the frames of a screen apart
 */
export function useFramePlace(name: string): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const entry = `${useLocation().key} ${name}`;
  const latest = useRef(entry);
  latest.current = entry;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    element.scrollTop = places.get(latest.current) ?? 0;
    return () => {
      places.set(latest.current, element.scrollTop);
    };
  }, []);
  return frame;
}
