/** A direction in a panorama, in degrees: `yaw` from its middle to the right, `pitch` up. */
export type Direction = { yaw: number; pitch: number };

/** A direction in a sphere, the vertical field of view, and how far the head leans to the right, in degrees. */
export type View = Direction & { field: number; roll?: number };

export type Size = { width: number; height: number };

/** A place on the screen, in CSS pixels from the upper left corner of the picture. */
export type Point = { x: number; y: number };

/** A rectangle on the screen: its upper left corner, and its size. */
export type Rectangle = Point & Size;

/** An ellipse around a direction, its sides in degrees. */
export type Ellipse = Direction & { width: number; height: number };

/** Widest vertical field of view, in degrees. */
const WIDEST = 100;

/** Narrowest vertical field of view, in degrees. */
const NARROWEST = 1;

/** Screen pixels that one pixel of the picture may be enlarged to. */
const MOST_ENLARGEMENT = 4;

/** Smallest and largest side of an ellipse, in degrees (`private.is_ellipse`). */
export const ellipseLimits = { least: 0.1, most: 180 } as const;

const RADIAN = Math.PI / 180;
const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
const hundredth = (value: number) => Math.round(value * 100) / 100;

/** Normalises an angle to -180…180 degrees. */
export const wrapped = (degrees: number) => ((((degrees + 180) % 360) + 360) % 360) - 180;

/** Normalises an angle to -180…180 degrees, to a hundredth: less than half a pixel of the largest picture. */
export const turned = (degrees: number) => hundredth(wrapped(degrees));

/** Normalises a compass direction to 0…360 degrees, to a hundredth. */
export const asHeading = (degrees: number) => hundredth(((degrees % 360) + 360) % 360);

/** Normalises a direction: the pitch stays within ±90 degrees. */
export const asDirection = ({ yaw, pitch }: Direction): Direction => ({
  yaw: turned(yaw),
  pitch: hundredth(clamp(pitch, -90, 90)),
});

/** Field of view at which a pixel of the picture is as high as so many screen pixels, in the middle of the view. */
const fieldAt = (pictureWidth: number, screenHeight: number, enlarged: number) =>
  (2 * Math.atan((screenHeight * Math.PI) / (enlarged * pictureWidth))) / RADIAN;

/** Returns the field of view within what the picture has to show: from its single pixels to all around. */
export function withinPicture(
  field: number,
  pictureWidth: number,
  { height }: Size,
  density: number,
): number {
  const least = clamp(fieldAt(pictureWidth, height * density, MOST_ENLARGEMENT), NARROWEST, WIDEST);
  return clamp(field, least, WIDEST);
}

/** Returns how much the picture is enlarged in the middle of the view, in percent of the screen's own pixels. */
export const enlargement = (pictureWidth: number, { height }: Size, density: number, field: number) =>
  Math.round(((height * density * Math.PI) / (pictureWidth * Math.tan((field * RADIAN) / 2))) * 100);

/** Returns the angle between two directions, in degrees, along the great circle. */
export function angleBetween(from: Direction, to: Direction): number {
  const [rise, fall] = [from.pitch * RADIAN, to.pitch * RADIAN];
  // The haversine: exact for the small angles that are measured.
  const [up, across] = [(fall - rise) / 2, ((to.yaw - from.yaw) * RADIAN) / 2];
  const share = Math.sin(up) ** 2 + Math.cos(rise) * Math.cos(fall) * Math.sin(across) ** 2;
  return (2 * Math.asin(Math.min(1, Math.sqrt(share)))) / RADIAN;
}

/** Pixels of the screen for a radian, in the middle of the view. */
const scaleOf = ({ field }: View, { height }: Size) => height / 2 / Math.tan((field * RADIAN) / 2);

/** Returns the horizontal field of view, in degrees. */
export const horizontalField = ({ field }: View, { width, height }: Size) =>
  (2 * Math.atan((Math.tan((field * RADIAN) / 2) * width) / height)) / RADIAN;

type Vector = readonly [right: number, up: number, ahead: number];

/** Converts a direction to a vector in front of the view: right, up, ahead. */
function inView(view: View, { yaw, pitch }: Direction): Vector {
  const [turn, tilt, rise] = [(yaw - view.yaw) * RADIAN, view.pitch * RADIAN, pitch * RADIAN];
  const level = Math.cos(rise) * Math.cos(turn);
  const right = Math.cos(rise) * Math.sin(turn);
  const up = Math.sin(rise) * Math.cos(tilt) - level * Math.sin(tilt);
  const [sine, cosine] = leanOf(view);
  return [
    right * cosine - up * sine,
    right * sine + up * cosine,
    level * Math.cos(tilt) + Math.sin(rise) * Math.sin(tilt),
  ];
}

/** Sine and cosine of how far the head leans. */
const leanOf = ({ roll = 0 }: View) => [Math.sin(roll * RADIAN), Math.cos(roll * RADIAN)] as const;

const onScreen = (view: View, size: Size, [right, up, ahead]: Vector): Point => {
  const scale = scaleOf(view, size);
  return { x: size.width / 2 + (scale * right) / ahead, y: size.height / 2 - (scale * up) / ahead };
};

/** Smallest share of a direction that is ahead of the view: with less it is taken as behind. */
const NEAR_PLANE = 0.01;

/** Converts a direction to its place on the screen; undefined behind the view. */
export function project(view: View, size: Size, direction: Direction): Point | undefined {
  const vector = inView(view, direction);
  return vector[2] < NEAR_PLANE ? undefined : onScreen(view, size, vector);
}

/** Converts a place on the screen to its direction. */
export function unproject(view: View, size: Size, { x, y }: Point): Direction {
  const scale = scaleOf(view, size);
  const [aside, above] = [(x - size.width / 2) / scale, (size.height / 2 - y) / scale];
  const [sine, cosine] = leanOf(view);
  const [right, up] = [aside * cosine + above * sine, above * cosine - aside * sine];
  const tilt = view.pitch * RADIAN;
  const rise = up * Math.cos(tilt) + Math.sin(tilt);
  const level = Math.cos(tilt) - up * Math.sin(tilt);
  return {
    yaw: wrapped(view.yaw + Math.atan2(right, level) / RADIAN),
    pitch: Math.atan2(rise, Math.hypot(right, level)) / RADIAN,
  };
}

/** Tells whether a direction shows, at least so many pixels inside the picture. */
export function isInSight(view: View, size: Size, direction: Direction, margin = 0): boolean {
  const at = project(view, size, direction);
  return (
    at !== undefined &&
    at.x >= margin &&
    at.y >= margin &&
    at.x <= size.width - margin &&
    at.y <= size.height - margin
  );
}

/** Turns a view so that a direction lies under a place on the screen, as a sphere that is held there. */
export function holding(view: View, size: Size, direction: Direction, { x, y }: Point): View {
  const scale = scaleOf(view, size);
  const ray = [(x - size.width / 2) / scale, (size.height / 2 - y) / scale, 1];
  const length = Math.hypot(...ray);
  const [right = 0, up = 0, ahead = 1] = ray.map((part) => part / length);
  const reach = Math.hypot(up, ahead);
  const tilt = Math.asin(clamp(Math.sin(direction.pitch * RADIAN) / reach, -1, 1)) - Math.atan2(up, ahead);
  const pitch = clamp(tilt / RADIAN, -90, 90);
  const level = ahead * Math.cos(pitch * RADIAN) - up * Math.sin(pitch * RADIAN);
  return { ...view, pitch, yaw: wrapped(direction.yaw - Math.atan2(right, level) / RADIAN) };
}

/** Returns the ellipse in the rectangle between two directions, the shorter way around. */
export function ellipseBetween(from: Direction, to: Direction): Ellipse {
  const across = wrapped(to.yaw - from.yaw);
  const side = (degrees: number) =>
    hundredth(clamp(Math.abs(degrees), ellipseLimits.least, ellipseLimits.most));
  return {
    ...asDirection({ yaw: from.yaw + across / 2, pitch: (from.pitch + to.pitch) / 2 }),
    width: side(across),
    height: side(to.pitch - from.pitch),
  };
}

/** A corner or a side of an ellipse's rectangle: -1, 0 or 1 to the right and up. */
export type Handle = readonly [right: -1 | 0 | 1, up: -1 | 0 | 1];

/** The handles of an ellipse, clockwise from the upper left corner. */
export const handles: readonly Handle[] = [
  [-1, 1],
  [0, 1],
  [1, 1],
  [1, 0],
  [1, -1],
  [0, -1],
  [-1, -1],
  [-1, 0],
];

/** Returns the direction of a handle of an ellipse. */
export const handleAt = ({ yaw, pitch, width, height }: Ellipse, [right, up]: Handle): Direction =>
  asDirection({ yaw: yaw + (right * width) / 2, pitch: pitch + (up * height) / 2 });

/** Returns the ellipse whose handle was dragged to a direction; the opposite side stays. */
export function resized(ellipse: Ellipse, [right, up]: Handle, to: Direction): Ellipse {
  const next = ellipseBetween(handleAt(ellipse, [-right, -up] as unknown as Handle), to);
  return {
    yaw: right === 0 ? ellipse.yaw : next.yaw,
    width: right === 0 ? ellipse.width : next.width,
    pitch: up === 0 ? ellipse.pitch : next.pitch,
    height: up === 0 ? ellipse.height : next.height,
  };
}

const SEGMENTS = 48;

/**
 * Returns the outline of an ellipse on the screen as the path of an SVG, empty behind the view. Its sides are degrees
 * of the flat picture, in which it is blurred.
 */
export function outlineOf(view: View, size: Size, { yaw, pitch, width, height }: Ellipse): string {
  const around = Array.from({ length: SEGMENTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / SEGMENTS;
    return inView(view, {
      yaw: yaw + (Math.cos(angle) * width) / 2,
      pitch: clamp(pitch + (Math.sin(angle) * height) / 2, -90, 90),
    });
  });
  const points = inFront(around).map((vector) => onScreen(view, size, vector));
  if (points.length < 3) return '';
  return `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}Z`;
}

/** Clips a closed outline at the plane through the eye, behind which nothing can be projected. */
function inFront(around: readonly Vector[]): Vector[] {
  return around.flatMap((vector, index) => {
    const previous = around.at(index - 1) as Vector;
    const [was, is] = [previous[2] >= NEAR_PLANE, vector[2] >= NEAR_PLANE];
    if (was === is) return is ? [vector] : [];
    const share = (NEAR_PLANE - previous[2]) / (vector[2] - previous[2]);
    const edge = previous.map((part, axis) => part + share * ((vector[axis] ?? 0) - part));
    return is ? [edge as unknown as Vector, vector] : [edge as unknown as Vector];
  });
}
