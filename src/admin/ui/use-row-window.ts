import { type RefObject, startTransition, useLayoutEffect, useReducer, useRef } from 'react';
import { flushSync } from 'react-dom';
import { RowHeights } from './row-heights';

/** What a row is taken to measure, in px, until some are there. */
const ROW_HEIGHT = 57;
/** Rows in the page above and under those in sight, so that the keyboard finds them there. */
const MARGIN = 3;
/** Rows drawn before the frame has been measured: what a phone shows. */
const FIRST = 4;

/** The rows in the page, from `first` to before `end`, and the room in px of those above and under them. */
export type RowWindow = { first: number; end: number; before: number; after: number };

/** The element that scrolls. */
const frameOf = (body: RefObject<HTMLElement | null>) => body.current?.closest('section');

/**
 * Which rows of a long table or list are in the page: those in sight in the section that scrolls, and a few around. Rows may
 * have any height; each is measured as it comes (`data-index`), and what is in sight does not move for it.
 *
 * @param isWindowed `false` for all of them
 */
export function useRowWindow(
  body: RefObject<HTMLElement | null>,
  count: number,
  isWindowed: boolean,
): RowWindow {
  const draw = useReducer((drawn: number) => drawn + 1, 0)[1];
  const view = useRef({ top: 0, height: 0, width: 0, first: 0, end: 0, isGrowing: false }).current;
  const kept = useRef<RowHeights>(undefined);
  if (kept.current?.count !== count) {
    kept.current = new RowHeights(count, ROW_HEIGHT, kept.current);
    view.isGrowing = false;
  }
  const heights = kept.current;

  const inSight = () => {
    let first = Math.max(0, heights.at(view.top) - MARGIN);
    let end = view.height > 0 ? heights.at(view.top + view.height) + 1 + MARGIN : first + FIRST;
    // Rows may be low beside few others and high beside many: columns share their width anew. Until the list moves the
    // window only grows, or it would go back and forth between the two for ever.
    if (view.isGrowing) {
      first = Math.min(first, view.first);
      end = Math.max(end, view.end);
    }
    return { first, end: Math.min(count, end) };
  };
  const { first, end } = isWindowed ? inSight() : { first: 0, end: count };

  // After each drawing: what has come is measured before it is painted.
  useLayoutEffect(() => {
    const frame = frameOf(body);
    if (!frame || !isWindowed) return;
    const hasNewWidth = view.width !== frame.clientWidth;
    if (hasNewWidth) heights.forget();
    Object.assign(view, {
      first,
      end,
      top: frame.scrollTop,
      height: frame.clientHeight,
      width: frame.clientWidth,
    });
    // The row at the top of the frame stays where it is, whatever those above it turn out to measure.
    const anchor = heights.at(view.top);
    const was = heights.startOf(anchor);
    for (const row of frame.querySelectorAll<HTMLElement>('[data-index]')) {
      const { height } = row.getBoundingClientRect();
      if (height > 0) heights.measure(Number(row.dataset.index), height);
    }
    if (hasNewWidth) heights.assumeAverage();
    const moved = heights.startOf(anchor) - was;
    if (moved !== 0) {
      frame.scrollTop += moved;
      view.top = frame.scrollTop;
    }
    view.isGrowing = !hasNewWidth;
    const next = inSight();
    // The first rows are painted before the others are drawn: both at once would stop a phone too long.
    if (hasNewWidth) startTransition(draw);
    else if (next.first !== first || next.end !== end) draw();
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: `inSight` is made of what is listed
  useLayoutEffect(() => {
    const frame = frameOf(body);
    if (!frame || !isWindowed) return;
    const follow = () => {
      view.top = frame.scrollTop;
      view.isGrowing = false;
      const next = inSight();
      if (next.first === view.first && next.end === view.end) return;
      const isCovered = heights.at(view.top) >= view.first && heights.at(view.top + view.height) < view.end;
      // Those around come between two frames; those in sight now, or the paint would show that they are not there.
      if (isCovered) startTransition(draw);
      else flushSync(draw);
    };
    frame.addEventListener('scroll', follow, { passive: true });
    // jsdom has none.
    const resizing =
      globalThis.ResizeObserver &&
      new ResizeObserver(() => {
        if (frame.clientHeight === view.height && frame.clientWidth === view.width) return;
        view.isGrowing = false;
        draw();
      });
    resizing?.observe(frame);
    return () => {
      frame.removeEventListener('scroll', follow);
      resizing?.disconnect();
    };
  }, [body, heights, isWindowed, view]);

  return {
    first,
    end,
    before: isWindowed ? heights.startOf(first) : 0,
    after: isWindowed ? heights.total - heights.startOf(end) : 0,
  };
}
