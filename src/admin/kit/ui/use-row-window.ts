import { type RefObject, useLayoutEffect, useState } from 'react';

/** Number of rows from which only the visible ones are rendered. */
const WINDOWED_FROM = 40;
/** Rows rendered above and below the visible ones, so that the keyboard finds them there. */
const MARGIN_ROWS = 5;
/** Assumed height of the frame until it has been laid out (in jsdom it never is), in px. */
const FIRST_HEIGHT = 480;

/** The rendered rows, from `first` to before `end`, and the space in px above and below them. */
export type RowWindow = { first: number; end: number; before: number; after: number };

/** Computes the rows of a visible range in px from the list's top, with a margin. */
function rowsAt(top: number, height: number, rowHeight: number) {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - MARGIN_ROWS),
    end: Math.max(0, Math.ceil((top + height) / rowHeight) + MARGIN_ROWS),
  };
}

/** Computes the rendered rows. Every row has the same height, so nothing is measured row by row (0042). */
function useRowWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  frameOf: (list: HTMLElement) => HTMLElement | null,
): RowWindow {
  const [rows, setRows] = useState(() => rowsAt(0, FIRST_HEIGHT, rowHeight));
  const isWindowed = count >= WINDOWED_FROM;
  useLayoutEffect(() => {
    const inside = list.current;
    if (!inside || !isWindowed) return;
    const frame = frameOf(inside);
    const look = () => {
      const top = (frame?.getBoundingClientRect().top ?? 0) - inside.getBoundingClientRect().top;
      const height = frame ? frame.clientHeight || FIRST_HEIGHT : window.innerHeight;
      const now = rowsAt(top, height, rowHeight);
      setRows((before) => (before.first === now.first && before.end === now.end ? before : now));
    };
    // A ResizeObserver reports the layout at once; reading it would force a layout during rendering.
    const sized = new ResizeObserver(look);
    sized.observe(frame ?? inside);
    const scrolled = frame ?? window;
    scrolled.addEventListener('scroll', look, { passive: true });
    window.addEventListener('resize', look);
    return () => {
      sized.disconnect();
      scrolled.removeEventListener('scroll', look);
      window.removeEventListener('resize', look);
    };
  }, [list, isWindowed, rowHeight, frameOf]);

  if (!isWindowed) return { first: 0, end: count, before: 0, after: 0 };
  // There are fewer rows than before: shows the last ones until the browser has scrolled and fired its event,
  // since measuring at each letter of a search would force a layout.
  const end = Math.min(rows.end, count);
  const first = Math.max(0, Math.min(rows.first, end - (rows.end - rows.first)));
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}

const sectionOf = (list: HTMLElement) => list.closest('section');
const noFrame = () => null;

/**
 * Returns the rendered rows of a long list in its scrolling section.
 *
 * @param list element inside of the section: React knows a child before its container
 */
export const useFrameWindow = (list: RefObject<HTMLElement | null>, count: number, rowHeight: number) =>
  useRowWindow(list, count, rowHeight, sectionOf);

/** Returns the rendered rows of a long list where the page itself scrolls, on phones. */
export const usePageWindow = (list: RefObject<HTMLElement | null>, count: number, rowHeight: number) =>
  useRowWindow(list, count, rowHeight, noFrame);
