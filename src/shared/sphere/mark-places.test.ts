import { expect, it } from 'vitest';
import { placesOf, spread } from './mark-places';

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
