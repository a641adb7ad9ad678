import { describe, expect, it } from 'vitest';
import { clearOf, placesOf, spread } from './mark-places';
import type { Point, Size } from './projection';

/** Side that a target needs (WCAG 2.5.8), in CSS pixels. */
const TARGET = 24;

const size = { width: 375, height: 480 };
const view = { yaw: 0, pitch: 0, field: 70 };
const apart = (one: { x: number; y: number }, other: { x: number; y: number }) =>
  Math.hypot(one.x - other.x, one.y - other.y);

it('marks at one place, or nearly, are each found by a finger, and those that are alone stay', () => {
  const marks = [
    { id: 'a', yaw: 2, pitch: 0 },
    { id: 'b', yaw: 2, pitch: 0 },
    { id: 'c', yaw: 2.5, pitch: 0.5 },
    { id: 'face', yaw: 3, pitch: 0, ellipse: { width: 1, height: 1 } },
    { id: 'plate', yaw: 3, pitch: 0.2, ellipse: { width: 1, height: 0.5 } },
    { id: 'alone', yaw: -20, pitch: 10 },
  ];
  const places = placesOf(view, size, marks);
  const buttons = [...places.values()].map(({ button }) => button);
  expect(buttons).toHaveLength(6);
  for (const [index, one] of buttons.entries()) {
    expect(Math.min(one.width, one.height)).toBeGreaterThanOrEqual(TARGET);
    for (const other of buttons.slice(index + 1)) expect(apart(one, other)).toBeGreaterThanOrEqual(TARGET);
  }
  const alone = places.get('alone');
  expect(alone?.button).toMatchObject(alone?.at ?? {});
});

it('the mark under the hand is where it is dragged, and moves no other', () => {
  const marks = [
    { id: 'a', yaw: 0, pitch: 0 },
    { id: 'b', yaw: 1, pitch: 0 },
  ];
  for (const { at, button } of placesOf(view, size, marks, 'b').values()) expect(button).toMatchObject(at);
});

it('an ellipse within another covers it, and round marks cover both; what is out of sight has no place', () => {
  const places = placesOf(view, size, [
    { id: 'way', yaw: 0, pitch: 0 },
    { id: 'small', yaw: 0, pitch: 0, ellipse: { width: 10, height: 10 } },
    { id: 'large', yaw: 0, pitch: 0, ellipse: { width: 30, height: 30 } },
    { id: 'behind', yaw: 180, pitch: 0 },
    { id: 'beside', yaw: 70, pitch: 0 },
  ]);
  const layers = ['large', 'small', 'way'].map((id) => places.get(id)?.layer ?? -1);
  expect(layers).toEqual([...layers].sort((a, b) => a - b));
  expect(new Set(layers).size).toBe(3);
  expect([...places.keys()]).not.toContain('behind');
  expect([...places.keys()]).not.toContain('beside');
});

it('a heap of places opens around its middle', () => {
  const heap = Array.from({ length: 7 }, (_, index) => ({
    x: 100 + (index % 3),
    y: 100 + (index % 2),
    radius: 18,
  }));
  const opened = spread(heap);
  for (const [index, one] of opened.entries())
    for (const other of opened.slice(index + 1)) expect(apart(one, other)).toBeGreaterThanOrEqual(TARGET);
  const mean = (of: readonly { x: number }[]) => of.reduce((sum, { x }) => sum + x, 0) / of.length;
  expect(mean(opened)).toBeCloseTo(mean(heap), 6);
});

describe('what stands over a picture', () => {
  const compass = { x: 12, y: 424, width: 100, height: 44 };
  const buttons = { x: 219, y: 424, width: 144, height: 44 };
  const caption = { x: 60, y: 16, width: 255, height: 40 };
  const covers = [compass, buttons, caption];
  const radius = 18;
  /** How far apart a round mark and a rectangle are; less than 0 where one lies over the other. */
  const air = ({ x, y }: Point, box: Point & Size) =>
    Math.hypot(
      Math.max(box.x - x, 0, x - box.x - box.width),
      Math.max(box.y - y, 0, y - box.y - box.height),
    ) - radius;

  it('covers no round mark, wherever one looks, and moves none that is clear of it', () => {
    const places = [];
    for (let yaw = -40; yaw <= 40; yaw += 2) {
      for (let pitch = -40; pitch <= 40; pitch += 1)
        places.push(...placesOf(view, size, [{ id: 'way', yaw, pitch }], undefined, covers).values());
    }
    const airOf = (at: Point) => Math.min(...covers.map((cover) => air(at, cover)));
    expect(Math.min(...places.map(({ button }) => airOf(button)))).toBeGreaterThan(-0.001);
    const clear = places.filter(({ at }) => airOf(at) > 60);
    expect(clear.map(({ button }) => button)).toMatchObject(clear.map(({ at }) => at));
    const lifted = places.filter(({ at, button }) => at.y !== button.y);
    expect(Math.min(lifted.length, clear.length)).toBeGreaterThan(50);
  });

  it('lifts a mark that passes below it little by little, as the picture turns', () => {
    let before: Point | undefined;
    for (let x = 0; x <= size.width; x += 0.5) {
      const spot = clearOf({ x, y: 446 }, radius, size, covers) as Point;
      if (before) expect(Math.abs(spot.y - before.y)).toBeLessThan(2);
      before = spot;
    }
  });

  it('does not bring back a mark that has left the picture', () => {
    const [x, below] = [compass.x + 40, size.height + 10];
    expect(clearOf({ x, y: below }, radius, size, covers)).toBeUndefined();
    expect(clearOf({ x: 100, y: -10 }, radius, size, covers)).toBeUndefined();
    expect(clearOf({ x: 190, y: 300 }, radius, size, covers)).toEqual({ x: 190, y: 300 });
  });

  it('leaves marks that stand together there apart', () => {
    const marks = ['a', 'b', 'c'].map((id, index) => ({ id, yaw: -20 + index / 2, pitch: -30 }));
    const places = [...placesOf(view, size, marks, undefined, [compass]).values()];
    expect(places).toHaveLength(3);
    for (const [index, { button }] of places.entries()) {
      expect(air(button, compass)).toBeGreaterThanOrEqual(-0.001);
      for (const other of places.slice(index + 1))
        expect(apart(button, other.button)).toBeGreaterThanOrEqual(TARGET);
    }
  });
});
