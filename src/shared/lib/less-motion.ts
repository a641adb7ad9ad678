/** Tells whether the person asked their system for less motion. */
export const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Tells whether the visitor's browser asks for less data. */
export const savesData = () =>
  (navigator as { connection?: { saveData?: boolean } }).connection?.saveData === true;
