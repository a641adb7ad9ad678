/** Tells whether the person asked their system for less motion. */
export const lessMotion = () => window.matchMedia('(prefers-reduced-motion: reduce)').matches;
