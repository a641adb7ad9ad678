import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** Inputs by which a person scrolls or moves on: from then on the stored position is not restored. */
const SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Scroll position of each frame, in px, by history entry and name. */
const scrollPositions = new Map<string, number>();

/**
 * Restores the scroll position of a frame on Back and Forward; browsers and the router do so for the window only.
 *
 * @param name distinguishes the frames of a screen
 */
export function useFrameScroll(name: string): RefObject<HTMLElement | null> {
  const frame = useRef<HTMLElement>(null);
  const entry = `${useLocation().key} ${name}`;
  const latest = useRef(entry);
  latest.current = entry;
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const wanted = scrollPositions.get(latest.current) ?? 0;
    element.scrollTop = wanted;
    // The frame gets its height, and the table its rows, a little later; until then the position may be out of range.
    const waiting = new ResizeObserver(() => {
      element.scrollTop = wanted;
      if (element.scrollTop >= wanted - 1) stop();
    });
    const stop = () => {
      waiting.disconnect();
      for (const act of SCROLL_EVENTS) element.removeEventListener(act, stop);
    };
    if (element.scrollTop < wanted - 1) {
      waiting.observe(element);
      if (element.firstElementChild) waiting.observe(element.firstElementChild);
      for (const act of SCROLL_EVENTS) element.addEventListener(act, stop, { passive: true });
    }
    // Recorded on scroll and not at unmount, when the elements above are gone and the frame is taller.
    const note = () => void scrollPositions.set(latest.current, element.scrollTop);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', note);
    };
  }, []);
  return frame;
}
