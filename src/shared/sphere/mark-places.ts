import {
  type Direction,
  type Ellipse,
  handleAt,
  handles,
  type Point,
  project,
  type Rectangle,
  type Size,
  type View,
} from './projection';

/** Side of a round mark, and smallest side of the button of an ellipse, in CSS pixels. */
const SIDES = { round: 36, least: 28 };

/** Width beside what stands over a picture in which a mark on its way there rises, so that it never jumps, in CSS pixels. */
const SLOPE = 48;

/** Rounds in which marks are moved apart: a heap of them opens within these. */
const ROUNDS = 12;

/** Layers of buttons: of ellipses the largest is the lowest, so that one within another can be pressed, and round marks are above them. */
const TOP_LAYER = 9;

/**
 * The place of a mark on the screen: what it marks, and its button, which stands aside where others are too close; `layer` says which
 * buttons it covers.
 */
export type MarkPlace = { at: Point; button: Rectangle; layer: number };

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
 * Returns the place of a round mark above or below what stands over the picture; undefined when what it marks has left the picture
 * there.
 *
 * @param covers what stands along the upper or the lower edge of the picture
 */
export function clearOf(
  at: Point,
  radius: number,
  { height }: Size,
  covers: readonly Rectangle[],
): Point | undefined {
  let { y } = at;
  for (const cover of covers) {
    const aside = Math.max(cover.x - at.x, at.x - cover.x - cover.width) - radius;
    const share = Math.min(1, Math.max(0, 1 - aside / SLOPE));
    if (share === 0) continue;
    const isBelow = cover.y + cover.height / 2 > height / 2;
    y = isBelow
      ? Math.min(y, height - share * (height - cover.y + radius))
      : Math.max(y, share * (cover.y + cover.height + radius));
  }
  const hasLeft = at.y < 0 || at.y > height;
  return hasLeft && y !== at.y ? undefined : { x: at.x, y };
}

/**
 * Moves round places apart that overlap, each as far as the other, so that a finger finds both.
 *
 * @param places their middles, and the radius that each needs
 * @param keep returns the nearest place that a mark may have
 */
export function spread(
  places: readonly (Point & { radius: number })[],
  keep: (at: Point, radius: number) => Point = (at) => at,
): Point[] {
  const moved = places.map(({ x, y, radius }) => ({ ...keep({ x, y }, radius) }));
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
    for (const [index, at] of moved.entries()) Object.assign(at, keep(at, places[index]?.radius ?? 0));
  }
  return moved;
}

/**
 * Returns the places of the marks that are in sight of a view. An ellipse that is larger than a finger stays where it is.
 *
 * @param dragged id of the mark that is being dragged: it is under the hand, and moves no other
 * @param covers what stands over the picture, of which small marks are kept clear
 */
export function placesOf(
  view: View,
  size: Size,
  marks: readonly (Direction & { id: string; ellipse?: Pick<Ellipse, 'width' | 'height'> | undefined })[],
  dragged?: string,
  covers: readonly Rectangle[] = [],
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
    const radius = Math.max(width, height) / 2;
    const isFree = id === dragged || radius > SIDES.round / 2;
    if (!isInSight || !(isFree || clearOf(at, radius, size, covers))) continue;
    const place = { at, button: { ...at, width, height }, layer: TOP_LAYER };
    if (box) ellipses.push(place);
    places.set(id, place);
    if (!isFree) small.push({ place, radius });
  }
  const areaOf = ({ button: { width, height } }: MarkPlace) => width * height;
  ellipses.sort((one, other) => areaOf(other) - areaOf(one));
  for (const [index, place] of ellipses.entries()) place.layer = Math.min(index, TOP_LAYER - 1);
  const apart = spread(
    small.map(({ place, radius }) => ({ ...place.at, radius })),
    (at, radius) => clearOf(at, radius, size, covers) ?? at,
  );
  for (const [index, { place }] of small.entries()) Object.assign(place.button, apart[index]);
  return places;
}
