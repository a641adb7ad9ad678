import { type Blur, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { dot, inPicture, type Turn, type Vector, vectorOf } from '@/shared/sphere/camera';
import { angleBetween, type Direction, ellipseLimits, wrapped } from '@/shared/sphere/projection';
import type { Tilt } from './level';
import type { DraftScene } from './panorama-tour.schema';
import type { Area } from './sphere';

const RADIAN = Math.PI / 180;

/** The tilt of a level picture. */
export const LEVEL: Tilt = { roll: 0, pitch: 0 };

/** Tells whether two pictures are levelled alike. A picture without a tilt is as the camera gave it. */
export const sameTilt = (a: Tilt = LEVEL, b: Tilt = LEVEL) => a.roll === b.roll && a.pitch === b.pitch;

/** Returns where right, up and ahead of a levelled picture stand in the camera's own. */
function axesOf(tilt: Tilt = LEVEL): readonly [Vector, Vector, Vector] {
  const at = (axis: Vector) => inPicture(axis, { heading: 0, ...tilt });
  return [at([1, 0, 0]), at([0, 1, 0]), at([0, 0, 1])];
}

/** Rounds to a ten-thousandth of a degree: finer than a pixel, so that a direction that is turned back is the former one; never −0. */
const roundFinely = (degrees: number) => Math.round(degrees * 1e4) / 1e4 + 0;

/** Returns the function that finds a direction of a picture levelled by `from` in the same picture levelled by `to`. */
export function turnBetween(from: Tilt | undefined, to: Tilt | undefined) {
  const [was, is] = [axesOf(from), axesOf(to)];
  return ({ yaw, pitch }: Direction): Direction => {
    const [x, y, z] = vectorOf(yaw * RADIAN, pitch * RADIAN);
    const camera = ([0, 1, 2] as const).map(
      (axis) => was[0][axis] * x + was[1][axis] * y + was[2][axis] * z,
    ) as unknown as Vector;
    const [right, up, ahead] = [dot(is[0], camera), dot(is[1], camera), dot(is[2], camera)];
    return {
      yaw: roundFinely(Math.atan2(right, ahead) / RADIAN),
      // The arc tangent is exact near the poles, where the arc sine is not.
      pitch: roundFinely(Math.atan2(up, Math.hypot(right, ahead)) / RADIAN),
    };
  };
}

/** Returns how a camera stood whose picture, levelled by `from`, shows when drawn so as if it were levelled by `to`. */
export function cameraBetween(from: Tilt | undefined, to: Tilt | undefined): Turn {
  const [was, is] = [axesOf(from), axesOf(to)];
  const at = (row: 0 | 1 | 2, column: 0 | 1 | 2) => dot(was[row], is[column]);
  return {
    heading: Math.atan2(at(2, 0), at(2, 2)) / RADIAN,
    pitch: Math.asin(Math.min(1, Math.max(-1, at(2, 1)))) / RADIAN,
    roll: Math.atan2(-at(0, 1), at(1, 1)) / RADIAN,
  };
}

/** Number of outline points that are turned, and the margin added because the outline bulges between them. */
const OUTLINE_POINTS = 64;
const BULGE_FACTOR = 1.01;

/** Largest side of an area whose outline is followed, in degrees; a larger one is held by a circle. */
const MAX_DEGREES = 60;

/** Degrees from a pole within which nothing is an ellipse in a flat picture. */
const NEAR_POLE = 5;

const { least: LEAST, most: WIDEST } = ellipseLimits;

/** Areas around a pole that together hold a cap, and how much higher than the cap they have to be. */
const ELLIPSES_AROUND = 6;
const HEIGHT_FACTOR = 1 / Math.sqrt(1 - (180 / ELLIPSES_AROUND / (WIDEST / 2)) ** 2);
const LARGEST_CAP = WIDEST / 2 / HEIGHT_FACTOR;

const outlineOf = ({ yaw, pitch, width, height }: Area): Direction[] =>
  Array.from({ length: OUTLINE_POINTS }, (_, index) => {
    const angle = (2 * Math.PI * index) / OUTLINE_POINTS;
    const up = pitch + (Math.sin(angle) * height) / 2;
    return { yaw: yaw + (Math.cos(angle) * width) / 2, pitch: Math.min(90, Math.max(-90, up)) };
  });

/** A part of the sphere: around a pole, up to a number of degrees from it, or around the horizon. */
type SphereCap = { pole: 1 | 0 | -1; radius: number };

/** Returns the directions so many degrees from another one, all around it. */
function circleAround({ yaw, pitch }: Direction, radius: number): Direction[] {
  const [sin, cos] = [Math.sin(radius * RADIAN), Math.cos(radius * RADIAN)];
  const [up, level] = [Math.sin(pitch * RADIAN), Math.cos(pitch * RADIAN)];
  return Array.from({ length: OUTLINE_POINTS }, (_, index) => {
    const bearing = (2 * Math.PI * index) / OUTLINE_POINTS;
    const rise = up * cos + level * sin * Math.cos(bearing);
    const across = Math.atan2(Math.sin(bearing) * sin * level, cos - up * rise);
    return { yaw: yaw + across / RADIAN, pitch: Math.asin(Math.min(1, Math.max(-1, rise))) / RADIAN };
  });
}

/** Returns the smallest area of these proportions around an outline. */
function areaAround(middle: Direction, outline: readonly Direction[]): Area {
  const across = outline.map(({ yaw }) => wrapped(yaw - middle.yaw));
  const up = outline.map(({ pitch }) => pitch - middle.pitch);
  const [x, wide] = middleAndHalf(across);
  const [y, tall] = middleAndHalf(up);
  const scale =
    2 *
    BULGE_FACTOR *
    Math.max(
      ...across.map((right, index) => Math.hypot((right - x) / wide, ((up[index] as number) - y) / tall)),
    );
  return {
    yaw: roundFinely(wrapped(middle.yaw + x)),
    pitch: roundFinely(middle.pitch + y),
    width: roundFinely(Math.max(LEAST, wide * scale)),
    height: roundFinely(Math.max(LEAST, tall * scale)),
  };
}

/** Returns the middle of some numbers and how far they reach from it. */
function middleAndHalf(values: readonly number[]): [middle: number, half: number] {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return [(least + most) / 2, Math.max(1e-3, (most - least) / 2)];
}

/** Returns the area that holds another one in the picture levelled by `to`, or the caps where no area of a flat picture does. */
function coverOf(area: Area, from: Tilt | undefined, to: Tilt | undefined): Area | SphereCap[] {
  const turn = turnBetween(from, to);
  const outline = outlineOf(area).map(turn);
  const middle = turn(area);
  const radius = BULGE_FACTOR * Math.max(...outline.map((at) => angleBetween(middle, at)));
  const fromPole = 90 - Math.abs(middle.pitch);
  if (radius < fromPole - NEAR_POLE) {
    const isLarge = Math.max(area.width, area.height) > MAX_DEGREES;
    const found = areaAround(middle, isLarge ? circleAround(middle, radius) : outline);
    if (Math.max(found.width, found.height) <= WIDEST) return found;
  }
  const reach = radius + fromPole;
  return reach <= LARGEST_CAP
    ? [{ pole: middle.pitch < 0 ? -1 : 1, radius: reach }]
    : // More than half of the sphere: all of it.
      ([1, 0, -1] as const).map((pole) => ({ pole, radius: LARGEST_CAP }));
}

/** Finds an area in the same picture levelled otherwise; one around a pole becomes as wide as can be. */
export function turnedArea<T extends Area>(area: T, from: Tilt | undefined, to: Tilt | undefined): T {
  if (sameTilt(from, to)) return area;
  const cover = coverOf(area, from, to);
  return Array.isArray(cover)
    ? { ...area, ...turnBetween(from, to)(area), width: WIDEST }
    : { ...area, ...cover };
}

/**
 * Finds blurs in the same picture levelled otherwise: each still covers all that it covered. Around a pole, where no ellipse of a
 * flat picture can, several do.
 */
export function turnedBlurs(blurs: readonly Blur[], from: Tilt | undefined, to: Tilt | undefined): Blur[] {
  if (sameTilt(from, to)) return [...blurs];
  const caps = new Map<SphereCap['pole'], number>();
  const found = blurs.flatMap((blur): Blur[] => {
    const cover = coverOf(blur, from, to);
    if (!Array.isArray(cover)) return [{ ...blur, ...cover }];
    for (const { pole, radius } of cover) caps.set(pole, Math.max(radius, caps.get(pole) ?? 0));
    return [];
  });
  const around = [...caps].flatMap(([pole, radius]) =>
    Array.from(
      { length: ELLIPSES_AROUND },
      (_, index): Blur => ({
        id: `${(['sol', 'horizon', 'ciel'] as const)[pole + 1]}-${index + 1}`,
        yaw: wrapped((360 * index) / ELLIPSES_AROUND),
        pitch: 90 * pole,
        width: WIDEST,
        height: roundFinely(Math.min(WIDEST, Math.max(LEAST, 2 * radius * HEIGHT_FACTOR))),
      }),
    ),
  );
  return [...found, ...around];
}

/**
 * Finds all that is placed in a scene in the same picture levelled otherwise. The compass direction of its middle stays: leaning
 * a camera does not turn it.
 *
 * @param withAreas false when its blurs and proposals belong to the picture as it is
 */
export function turnedScene(
  scene: DraftScene,
  from: Tilt | undefined,
  to: Tilt | undefined,
  withAreas = true,
): DraftScene {
  if (sameTilt(from, to)) return scene;
  const turn = turnBetween(from, to);
  const turned = <T extends Direction>(one: T): T => ({ ...one, ...turn(one) });
  const placed = {
    ...scene,
    view: turned(scene.view),
    links: scene.links.map(turned),
    points: scene.points.map(turned),
  };
  if (!withAreas) return placed;
  const proposals = scene.proposals?.map((one) => turnedArea(one, from, to));
  return { ...placed, blurs: turnedBlurs(scene.blurs, from, to), ...(proposals ? { proposals } : {}) };
}

/** Returns a scene with another levelling: everything placed in it moves along, so that it marks the same things. */
export function levelledScene(scene: DraftScene, tilt: Tilt | undefined): DraftScene {
  const { tilt: was, ...turned } = turnedScene(scene, scene.tilt, tilt);
  return sameTilt(tilt) ? turned : { ...turned, tilt };
}

/** Tells whether a scene would have more blurs than it may have, since some around a pole become several. */
export const hasTooManyBlurs = ({ blurs }: DraftScene) => blurs.length > tourLimits.blurs;

/**
 * Gives a scene the blurs and the level that are wanted of it and that its tiles lack.
 *
 * @param was level of its tiles when these were wanted: only another one is wanted
 */
export function wantedScene(
  scene: DraftScene,
  wanted: Pick<DraftScene, 'blurs' | 'tilt'>,
  was: Tilt | undefined,
): DraftScene {
  const tilt = sameTilt(wanted.tilt, was) ? scene.tilt : wanted.tilt;
  return { ...levelledScene(scene, tilt), blurs: turnedBlurs(wanted.blurs, wanted.tilt, tilt) };
}
