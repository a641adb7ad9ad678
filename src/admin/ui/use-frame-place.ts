import { type RefObject, useLayoutEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

/** What a person does to scroll, or to go on: the place that was wanted is theirs to choose from then on. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

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
    const wanted = places.get(latest.current) ?? 0;
    element.scrollTop = wanted;
    // The frame gets its height, and the table its rows, a little later; until then it scrolls less far.
    const waiting = new ResizeObserver(() => {
      element.scrollTop = wanted;
      if (element.scrollTop >= wanted - 1) stop();
    });
    const stop = () => {
      waiting.disconnect();
      for (const act of ACTS) element.removeEventListener(act, stop);
    };
    if (element.scrollTop < wanted - 1) {
      waiting.observe(element);
      if (element.firstElementChild) waiting.observe(element.firstElementChild);
      for (const act of ACTS) element.addEventListener(act, stop, { passive: true });
    }
    // Not read when the screen goes: what stands above is gone by then, and the frame taller.
    const note = () => void places.set(latest.current, element.scrollTop);
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      stop();
      element.removeEventListener('scroll', note);
    };
  }, []);
  return frame;
}
