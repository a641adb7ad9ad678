import { useEffect, useState } from 'react';

type Box = { left: number; right: number; top: number; bottom: number };

/** Room below a notice, and between it and the elements it must not cover, in px. */
const GAP_PX = 12;
/** Height of the headers of site and back office, above which no notice is placed. */
const HEADER = 60;
/** Shortest time between two measurements, in ms. */
const PAUSE = 100;

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
      return top > HEADER && !inTheWay.some((box) => box.top < bottom && box.bottom > top);
    });
  return free ?? foot;
}

/** Returns the boxes of a heading's words: its own box is as wide as the page. */
function wordsOf(element: Element): DOMRectList {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getClientRects();
}

/**
 * Returns the boxes that a notice must not cover: bars at the foot of the screen, headings, and the buttons of an
 * open dialog.
 */
function boxesInSight(): Box[] {
  const dialog = [...document.querySelectorAll('[role=dialog], [role=alertdialog], dialog[open]')].at(-1);
  const all = (within: ParentNode, selector: string) => [...within.querySelectorAll(selector)];
  return [
    ...all(document, '[data-bottom-bar]').map((bar) => bar.getBoundingClientRect()),
    ...all(dialog ?? document, 'h1, h2, h3').flatMap((heading) => [...wordsOf(heading)]),
    ...(dialog ? all(dialog, 'button, a[href]').map((button) => button.getBoundingClientRect()) : []),
  ].filter(({ top, bottom }) => bottom > HEADER && top < window.innerHeight && bottom > top);
}

/** Height of the window's foot that a phone's keyboard covers. */
function keyboardHeight(): number {
  const view = window.visualViewport;
  if (view?.scale !== 1) return 0;
  return Math.max(0, window.innerHeight - view.height - view.offsetTop);
}

function measure(): number | undefined {
  const notice = document.querySelector('[data-sonner-toast][data-front=true]');
  if (!notice) return undefined;
  const { left, right, height } = notice.getBoundingClientRect();
  const foot = (window.innerWidth < 600 ? 16 : 24) + keyboardHeight();
  return lowestPosition({ left, right, height }, { height: window.innerHeight, foot }, boxesInSight());
}

/**
 * Returns the notices' distance from the foot of the window, measured again when their surroundings change.
 *
 * @param count number of notices; nothing is observed while there is none
 */
export function useToastPosition(count: number): number | undefined {
  const [place, setPlace] = useState<number>();
  useEffect(() => {
    if (count === 0) return;
    const place = () => {
      const measured = measure();
      if (measured !== undefined) setPlace(measured);
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    const soon = () => {
      timer ??= setTimeout(() => {
        timer = undefined;
        place();
      }, PAUSE);
    };
    // A dialog that opens or closes, or the bar that appears with the first selected row.
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
