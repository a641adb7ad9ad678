import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bindGestures } from './gestures';
import { createSphereView } from './sphere-view';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame', 'performance'] });
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

/** Makes a focused element. */
function focused(): HTMLElement {
  const element = document.body.appendChild(document.createElement('div'));
  element.tabIndex = 0;
  element.focus();
  return element;
}

/** Dispatches a key to the focused element. */
const key = (type: 'keydown' | 'keyup', code: string, key: string, held: KeyboardEventInit = {}) =>
  document.activeElement?.dispatchEvent(new KeyboardEvent(type, { code, key, bubbles: true, ...held }));

test.each([
  ['Shift is released before the key that it makes a plus of', 'Equal', '+', '=', {}],
  ['Control is pressed meanwhile', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft', { ctrlKey: true }],
])('a key moves the view until it is released: %s', (_, code, pressed, released, held) => {
  const sphere = createSphereView();
  const gestures = bindGestures(focused(), sphere, (view) => view, false);
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
  const gestures = bindGestures(focused(), sphere, (view) => view, false);
  key('keydown', 'ArrowLeft', 'ArrowLeft');
  vi.advanceTimersByTime(100);
  key('keydown', 'MetaLeft', 'Meta', { metaKey: true });
  const { yaw } = sphere.get().view;
  vi.advanceTimersByTime(1000);
  expect(sphere.get().view.yaw).toBeCloseTo(yaw);
  gestures.stop();
});

test('keys move the view only while the picture has the focus, and nothing goes on once it has lost it', () => {
  const sphere = createSphereView();
  const element = focused();
  const gestures = bindGestures(element, sphere, (view) => view, false);
  key('keydown', 'ArrowLeft', 'ArrowLeft');
  vi.advanceTimersByTime(100);
  element.blur();
  const { yaw } = sphere.get().view;
  key('keydown', 'ArrowRight', 'ArrowRight');
  vi.advanceTimersByTime(1000);
  expect(yaw).not.toBe(0);
  expect(sphere.get().view.yaw).toBeCloseTo(yaw);
  gestures.stop();
});
