import { useSyncExternalStore } from 'react';

export type WindowKind = 'phone' | 'usual' | 'large';

// Created once, because a list reads it at each render. jsdom has no media queries.
/** Includes tablets held upright, on which a table's columns would cut the main content. */
const phoneQuery = globalThis.matchMedia?.('(width < 56.25rem)');
/** Large windows, from 1 600 px on; in the classes, `min-[100rem]`. */
const largeQuery = globalThis.matchMedia?.('(width >= 100rem)');

function subscribe(changed: () => void): () => void {
  for (const media of [phoneQuery, largeQuery]) media?.addEventListener('change', changed);
  return () => {
    for (const media of [phoneQuery, largeQuery]) media?.removeEventListener('change', changed);
  };
}

const currentKind = (): WindowKind =>
  phoneQuery?.matches ? 'phone' : largeQuery?.matches ? 'large' : 'usual';

/** Returns the kind of window by its width, for layouts that differ in structure, not only in style. */
export const useWindowKind = (): WindowKind => useSyncExternalStore(subscribe, currentKind);

/** Windows from Tailwind's `lg` on, in which a list has room for an open item beside it. */
const wideQuery = globalThis.matchMedia?.('(width >= 64rem)');

function subscribeToWide(changed: () => void): () => void {
  wideQuery?.addEventListener('change', changed);
  return () => wideQuery?.removeEventListener('change', changed);
}

/** Tells whether a list and its open item stand side by side. */
export const useHasTwoPanes = (): boolean =>
  useSyncExternalStore(subscribeToWide, () => wideQuery?.matches === true);
