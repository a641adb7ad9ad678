import { useSyncExternalStore } from 'react';

export type WindowKind = 'phone' | 'usual' | 'large';

// Asked once: a list asks at each drawing. jsdom has no media.
/** Tablets held upright too: the columns of a table would cut there what one came to read. */
const phone = globalThis.matchMedia?.('(width < 56.25rem)');
/** From 1 600 px on; in the classes, `min-[100rem]`. */
const large = globalThis.matchMedia?.('(width >= 100rem)');

function subscribe(changed: () => void): () => void {
  for (const media of [phone, large]) media?.addEventListener('change', changed);
  return () => {
    for (const media of [phone, large]) media?.removeEventListener('change', changed);
  };
}

const kind = (): WindowKind => (phone?.matches ? 'phone' : large?.matches ? 'large' : 'usual');

/** How wide the window is: for what is another structure there, not another style. */
export const useWindowKind = (): WindowKind => useSyncExternalStore(subscribe, kind);

/** From Tailwind's `lg` on: a list has room for what is open beside it. */
const wide = globalThis.matchMedia?.('(width >= 64rem)');

function subscribeToWide(changed: () => void): () => void {
  wide?.addEventListener('change', changed);
  return () => wide?.removeEventListener('change', changed);
}

/** Whether a list and what is open of it stand side by side. */
export const useHasTwoPanes = (): boolean =>
  useSyncExternalStore(subscribeToWide, () => wide?.matches === true);
