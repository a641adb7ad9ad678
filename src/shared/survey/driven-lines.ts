import type { PlanLine } from './street-plan';
import { distance, type Position } from './track';

/** Farther apart than this, in metres, two viewpoints that follow one another are not on one line. */
const LINE_GAP = 60;

/** The driven lines through places in their order, cut where a sequence ends or a gap begins. */
export function drivenLines(places: readonly (Position & { sequence: number | null })[]): PlanLine[] {
  const lines: Position[][] = [];
  for (const [index, place] of places.entries()) {
    const former = places[index - 1];
    const isNext = former && former.sequence === place.sequence && distance(former, place) <= LINE_GAP;
    if (isNext) lines.at(-1)?.push(place);
    else lines.push([place]);
  }
  return lines.map((points, index) => ({ id: `${index}`, points, look: 'driven' }));
}
