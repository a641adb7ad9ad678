import type { Position } from '@/shared/survey/track';

/** Québec and its near borders: a place out of it lost its sign, its order or its satellites. */
const QUEBEC = { south: 44, north: 63.5, west: -81, east: -55 };

/** Tells whether a place is in Québec or near its borders. */
export const isInQuebec = ({ lat, lon }: Position): boolean =>
  lat >= QUEBEC.south && lat <= QUEBEC.north && lon >= QUEBEC.west && lon <= QUEBEC.east;
