import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False while a prerendered page is being taken over: the first rendering must agree with what was written at build
 * time. True from then on, and at once on a page that the browser makes itself.
 */
export const useTakenOver = () =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
