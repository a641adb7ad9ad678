import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindGestures } from './gestures';
import { createSphereView } from './sphere-view';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const key = (type: 'keydown' | 'keyup', code: string, key: string, held: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent(type, { code, key, ...held }));

test.each([
  ['Shift is released before the key that it makes a plus of', 'Equal', '+', '=', {}],
  ['Control is pressed meanwhile', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', { ctrlKey: true }],
])('a key moves the view until it is released: %s', (_, code, pressed, released, held) => {
  const sphere = createSphereView();
  const gestures = bindGestures(document.createElement('div'), sphere, (view) => view, false);
  gestures.listenToKeys(true);
  key('keydown', code, pressed);
  const tapped = sphere.get().view;
  vi.advanceTimersByTime(500);
  const moved = sphere.get().view;
  expect([moved.yaw, moved.field]).not.toEqual([tapped.yaw, tapped.field]);
  key('keyup', code, released, held);
  vi.advanceTimersByTime(1000);
  expect(sphere.get().view.yaw).toBeCloseTo(moved.yaw);
  expect(sphere.get().view.field).toBeCloseTo(moved.field);
  gestures.stop();
});

test('a key whose release a Mac does not tell moves nothing more once ⌘ is pressed', () => {
  const sphere = createSphereView();
  const gestures = bindGestures(document.createElement('div'), sphere, (view) => view, false);
  gestures.listenToKeys(true);
  key('keydown', 'ArrowLeft', 'ArrowLeft');
  vi.advanceTimersByTime(100);
  key('keydown', 'MetaLeft', 'Meta', { metaKey: true });
  const { yaw } = sphere.get().view;
  vi.advanceTimersByTime(1000);
  expect(sphere.get().view.yaw).toBeCloseTo(yaw);
  gestures.stop();
});
