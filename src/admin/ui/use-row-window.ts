import { type RefObject, useLayoutEffect, useState } from 'react';

/** From how many rows on only those in sight are in the page. */
const WINDOWED_FROM = 40;
/** Rows in the page above and under those in sight, so that the keyboard finds them there. */
const MARGIN = 5;
/** What is taken to be in sight until the frame has been laid out (in jsdom it never is), in px. */
const FIRST_HEIGHT = 480;

/** The rows in the page, from `first` to before `end`, and the room in px of those above and under them. */
export type RowWindow = { first: number; end: number; before: number; after: number };

/** The rows of what is in sight, from so many px under the list's top, and a few around. */
function rowsAt(top: number, height: number, rowHeight: number) {
  return {
    first: Math.max(0, Math.floor(top / rowHeight) - MARGIN),
    end: Math.max(0, Math.ceil((top + height) / rowHeight) + MARGIN),
  };
}

/** Every row has the same height: what is in sight is a division, and nothing is measured row by row (0042). */
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
    // Tells at once what the browser has laid out, where to ask would have it do so in the middle of a rendering.
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
  // Fewer rows than before: its last ones, until the browser has scrolled there and said so. Measuring at each letter of a
  // search would have the page laid out before its time.
  const end = Math.min(rows.end, count);
  const first = Math.max(0, Math.min(rows.first, end - (rows.end - rows.first)));
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}

const sectionOf = (list: HTMLElement) => list.closest('section');
const noFrame = () => null;

/**
 * Which rows of a long list are in the page: those in sight in the section that scrolls, and a few around.
 *
 * @param list inside of the section: React knows a child before what holds it
 */
export const useFrameWindow = (list: RefObject<HTMLElement | null>, count: number, rowHeight: number) =>
  useRowWindow(list, count, rowHeight, sectionOf);

/** The same where the page itself scrolls: phones. */
export const usePageWindow = (list: RefObject<HTMLElement | null>, count: number, rowHeight: number) =>
  useRowWindow(list, count, rowHeight, noFrame);
