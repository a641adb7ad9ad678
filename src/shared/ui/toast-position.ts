import { useLayoutEffect, useState } from 'react';
import { type HeaderPlace, placeInHeader } from './header-place';

type Box = { left: number; right: number; top: number; bottom: number };

/** Room below a notice, and between it and the elements it must not cover, in px. */
const GAP_PX = 12;
/** Height of the site's header, above which no notice is placed. */
const HEADER_PX = 60;
/** Shortest time between two measurements, in ms. */
const MEASURE_MS = 100;

/** Finds the lowest distance from the foot of the window at which a notice of that size covers none of the boxes. */
export function lowestPosition(
  notice: { left: number; right: number; height: number },
  { height, foot }: { height: number; foot: number },
  boxes: readonly Box[],
): number {
  const inTheWay = boxes.filter(({ left, right }) => left < notice.right && right > notice.left);
  const places = [foot, ...inTheWay.map(({ top }) => height - top + GAP_PX)].filter((place) => place >= foot);
  const free = places
    .sort((a, b) => a - b)
    .find((place) => {
      const bottom = height - place;
      const top = bottom - notice.height;
      return top > HEADER_PX && !inTheWay.some((box) => box.top < bottom && box.bottom > top);
    });
  return free ?? foot;
}

/** Returns the boxes of a heading's words: its own box is as wide as the page. */
function wordsOf(element: Element): DOMRectList {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects();
}

/** Returns the boxes that a notice must not cover: headings, and the buttons of an open dialog. */
function boxesInSight(): Box[] {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].at(-1);
  const all = (within: ParentNode, selector: string) => [...within.querySelectorAll(selector)];
  return [
    ...all(dialog ?? document, 'h1, h2, h3').flatMap((heading) => [...wordsOf(heading)]),
    ...(dialog ? all(dialog, 'button, a[href]').map((button) => button.getBoundingClientRect()) : []),
  ].filter(({ top, bottom }) => bottom > HEADER_PX && top < window.innerHeight && bottom > top);
}

/** Height of the window's foot that a phone's keyboard covers. */
function keyboardHeight(): number {
  const view = window.visualViewport;
  if (view?.scale !== 1) return 0;
  return Math.max(0, window.innerHeight - view.height - view.offsetTop);
}

/** Position of the notices: in a header, or at the foot of the window, which is that many px above its edge. */
type ToastPlace = HeaderPlace | { edge: 'bottom'; bottom: number };

function measure(): ToastPlace | undefined {
  const inHeader = placeInHeader();
  if (inHeader) return inHeader;
  const notice = document.querySelector('[data-sonner-toast][data-front=true]');
  if (!notice) return undefined;
  const { left, right, height } = notice.getBoundingClientRect();
  const foot = (window.innerWidth < 600 ? 16 : 24) + keyboardHeight();
  const view = { height: window.innerHeight, foot };
  return { edge: 'bottom', bottom: lowestPosition({ left, right, height }, view, boxesInSight()) };
}

/** Tells whether two places are the same, so that measuring one again renders nothing. */
const isSame = (one: ToastPlace | undefined, other: ToastPlace) =>
  JSON.stringify(one) === JSON.stringify(other);

/**
 * Returns the place of the notices, measured again when their surroundings change: in the header of a screen that keeps
 * a part of it for them (`data-notices`), otherwise at the foot of the window.
 *
 * @param count number of notices; nothing is observed while there is none
 */
export function useToastPlace(count: number): ToastPlace | undefined {
  const [place, setPlace] = useState<ToastPlace>();
  // Before the first paint, so that notices do not jump between the edges.
  useLayoutEffect(() => {
    if (count === 0) return;
    const place = () => {
      const measured = measure();
      if (measured) setPlace((before) => (isSame(before, measured) ? before : measured));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        place();
      }, MEASURE_MS);
    };
    // A dialog that opens or closes, or a screen with another header.
    const watcher = new MutationObserver(soon);
    watcher.observe(document.body, {
      childList: true,
      subtree: true,
      attributes: true,
      attributeFilter: ['open'],
    });
    place();
    const stop = new AbortController();
    const { signal } = stop;
    window.addEventListener('scroll', soon, { signal, capture: true, passive: true });
    window.addEventListener('resize', soon, { signal });
    window.visualViewport?.addEventListener('resize', soon, { signal });
    return () => {
      clearTimeout(timer);
      watcher.disconnect();
      stop.abort();
    };
  }, [count]);
  return place;
}
