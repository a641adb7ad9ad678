import {
  type Direction,
  type Ellipse,
  handleAt,
  handles,
  type Point,
  project,
  type Size,
  type View,
} from './projection';

/** Side of a round mark, and smallest side of the button of an ellipse, in CSS pixels. */
const SIDES = { round: 36, least: 28 };

/** Rounds in which marks are moved apart: a heap of them opens within these. */
const ROUNDS = 12;

/** Layers of buttons: of ellipses the largest is the lowest, so that one within another can be pressed, and round marks are above them. */
const TOP_LAYER = 9;

/**
 * The place of a mark on the screen: what it marks, and its button, which stands aside where others are too close; `layer` says which
 * buttons it covers.
 */
export type MarkPlace = { at: Point; button: Point & Size; layer: number };

/** Returns the rectangle of an ellipse on the screen, around its middle. */
export function rectangleOf(view: View, size: Size, ellipse: Ellipse): Size {
  const points = handles.flatMap((handle) => project(view, size, handleAt(ellipse, handle)) ?? []);
  const span = (side: keyof Point) => {
    const values = points.map((point) => point[side]);
    return values.length > 0 ? Math.max(...values) - Math.min(...values) : 0;
  };
  return { width: span('x'), height: span('y') };
}

/**
 * Moves round places apart that overlap, each as far as the other, so that a finger finds both.
 *
 * @param places their middles, and the radius that each needs
 */
export function spread(places: readonly (Point & { radius: number })[]): Point[] {
  const moved = places.map(({ x, y }) => ({ x, y }));
  for (let round = 0; round < ROUNDS; round++) {
    let areApart = true;
    for (const [index, one] of moved.entries()) {
      for (let next = index + 1; next < moved.length; next++) {
        const other = moved[next] as Point;
        const [x, y] = [other.x - one.x, other.y - one.y];
        const length = Math.hypot(x, y);
        const lacks = (places[index]?.radius ?? 0) + (places[next]?.radius ?? 0) - length;
        if (lacks < 0.5) continue;
        areApart = false;
        // Two at one place part sideways.
        const [right, down] = length < 0.01 ? [1, 0] : [x / length, y / length];
        one.x -= (right * lacks) / 2;
        one.y -= (down * lacks) / 2;
        other.x += (right * lacks) / 2;
        other.y += (down * lacks) / 2;
      }
    }
    if (areApart) break;
  }
  return moved;
}

/**
 * Returns the places of the marks that are in sight of a view. An ellipse that is larger than a finger stays where it is.
 *
 * @param dragged id of the mark that is being dragged: it is under the hand, and moves no other
 */
export function placesOf(
  view: View,
  size: Size,
  marks: readonly (Direction & { id: string; ellipse?: Pick<Ellipse, 'width' | 'height'> | undefined })[],
  dragged?: string,
): Map<string, MarkPlace> {
  const places = new Map<string, MarkPlace>();
  const ellipses: MarkPlace[] = [];
  const small: { place: MarkPlace; radius: number }[] = [];
  for (const { id, ellipse, yaw, pitch } of marks) {
    const at = project(view, size, { yaw, pitch });
    if (!at) continue;
    const box = ellipse && rectangleOf(view, size, { yaw, pitch, ...ellipse });
    const width = box ? Math.max(SIDES.least, box.width) : SIDES.round;
    const height = box ? Math.max(SIDES.least, box.height) : SIDES.round;
    const isInSight =
      at.x > -width / 2 &&
      at.y > -height / 2 &&
      at.x < size.width + width / 2 &&
      at.y < size.height + height / 2;
    if (!isInSight) continue;
    const place = { at, button: { ...at, width, height }, layer: TOP_LAYER };
    if (box) ellipses.push(place);
    places.set(id, place);
    const side = Math.max(width, height);
    if (id !== dragged && side <= SIDES.round) small.push({ place, radius: side / 2 });
  }
  const areaOf = ({ button: { width, height } }: MarkPlace) => width * height;
  ellipses.sort((one, other) => areaOf(other) - areaOf(one));
  for (const [index, place] of ellipses.entries()) place.layer = Math.min(index, TOP_LAYER - 1);
  const apart = spread(small.map(({ place, radius }) => ({ ...place.at, radius })));
  for (const [index, { place }] of small.entries()) Object.assign(place.button, apart[index]);
  return places;
}
