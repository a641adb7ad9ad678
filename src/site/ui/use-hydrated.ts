import { useSyncExternalStore } from 'react';

const never = () => () => {};

/** False while a prerendered page is hydrated, when the rendering must match its HTML; true from then on. */
export const useHydrated = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
