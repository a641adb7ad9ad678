import { useSyncExternalStore } from 'react';

const neverChanges = () => () => {};

/** False while a prerendered page is hydrated, when the rendering must match its HTML; true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    neverChanges,
    () => true,
    () => false,
  );
