import {
  observeElementRect,
  observeWindowRect,
  type Rect,
  useVirtualizer,
  useWindowVirtualizer,
} from '@tanstack/react-virtual';
import { type RefObject, useLayoutEffect, useState } from 'react';

/** From how many rows on only those in sight are in the page. */
const WINDOWED_FROM = 40;
/** Rows in the page above and under those in sight, so that the keyboard finds them there. */
const MARGIN = 5;
/** What is taken to be in sight until the frame has been measured. */
const FIRST_RECT: Rect = { width: 0, height: 300 };

/** The rows in the page, from `first` to before `end`, and the room in px of those above and under them. */
export type RowWindow = { first: number; end: number; before: number; after: number };

/** A frame that is not laid out (jsdom) shows as many rows as one that has not been measured yet. */
const seen = (report: (rect: Rect) => void) => (rect: Rect) => {
  if (rect.height > 0) report(rect);
};

type Virtual = { getVirtualItems: () => { index: number }[] };

function windowOf(virtual: Virtual, count: number, rowHeight: number): RowWindow {
  if (count < WINDOWED_FROM) return { first: 0, end: count, before: 0, after: 0 };
  const items = virtual.getVirtualItems();
  const first = items[0]?.index ?? 0;
  const end = (items.at(-1)?.index ?? -1) + 1;
  return { first, end, before: first * rowHeight, after: (count - end) * rowHeight };
}

/**
 * Which rows of a long list are in the page: those in sight in the section that scrolls, and a few around.
 *
 * @param list inside of the section: React knows a child before what holds it
 */
export function useFrameWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const virtual = useVirtualizer<HTMLElement, HTMLElement>({
    count,
    getScrollElement: () => list.current?.closest('section') ?? null,
    estimateSize: () => rowHeight,
    overscan: MARGIN,
    enabled: count >= WINDOWED_FROM,
    initialRect: FIRST_RECT,
    observeElementRect: (instance, report) => observeElementRect(instance, seen(report)),
  });
  return windowOf(virtual, count, rowHeight);
}

/** The same where the page itself scrolls: phones. */
export function usePageWindow(
  list: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
): RowWindow {
  const [top, setTop] = useState(0);
  const virtual = useWindowVirtualizer<HTMLElement>({
    count,
    estimateSize: () => rowHeight,
    overscan: MARGIN,
    enabled: count >= WINDOWED_FROM,
    scrollMargin: top,
    initialRect: FIRST_RECT,
    observeElementRect: (instance, report) => observeWindowRect(instance, seen(report)),
  });
  // What stands above the list comes and goes (a bar, a filter).
  useLayoutEffect(() => {
    const place = list.current?.getBoundingClientRect().top;
    if (place !== undefined) setTop(Math.round(place + window.scrollY));
  });
  return windowOf(virtual, count, rowHeight);
}
