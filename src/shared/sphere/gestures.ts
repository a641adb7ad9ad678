import { lessMotion } from '@/shared/lib/less-motion';
import { type Direction, holding, type Point, unproject, type View, wrapped } from './projection';
import type { SphereView } from './sphere-view';

/** Distance after which a press becomes a drag, in CSS pixels. */
export const DRAG_THRESHOLD = 4;

/** Share of the field of view that one pixel of the wheel adds, and one of a pinch on a touch pad. */
const WHEEL = { turned: 0.0015, pinched: 0.01 };

/** Pixels of a line and of a page, which some browsers count instead. */
const UNITS = [1, 16, 400];

/** Factor of the field of view of a turn of the wheel. A browser tells a pinch on a touch pad as a wheel with Ctrl. */
export const wheelFactor = ({
  deltaY,
  deltaMode,
  ctrlKey,
}: Pick<WheelEvent, 'deltaY' | 'deltaMode' | 'ctrlKey'>) =>
  Math.exp(deltaY * (UNITS[deltaMode] ?? 1) * (ctrlKey ? WHEEL.pinched : WHEEL.turned));

/** The middle of two fingers. */
export const middle = ([a, b]: readonly Point[]): Point => ({
  x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2,
  y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2,
});

/** The distance of two fingers. */
export const distance = ([a, b]: readonly Point[]) =>
  Math.hypot((a?.x ?? 0) - (b?.x ?? 0), (a?.y ?? 0) - (b?.y ?? 0));

/** Keys that turn or zoom: so much to the right, up, and nearer. */
const STEERING: Readonly<Record<string, readonly [right: number, up: number, nearer: number]>> = {
  ArrowLeft: [-1, 0, 0],
  ArrowRight: [1, 0, 0],
  ArrowUp: [0, 1, 0],
  ArrowDown: [0, -1, 0],
  // The letters that viewers of streets have in common.
  a: [-1, 0, 0],
  d: [1, 0, 0],
  r: [0, 1, 0],
  f: [0, -1, 0],
  '+': [0, 0, 1],
  '=': [0, 0, 1],
  '-': [0, 0, -1],
};

/** Share of the field of view that a held arrow turns by in a second, and of it that a held + leaves. */
const SPEED = { turn: 0.7, zoom: 0.35 };

/** Seconds that a key counts for when it is only tapped. */
const TAP = 0.08;

/** Returns the view after some keys were held for some seconds. */
export function steered(view: View, keys: Iterable<string>, seconds: number): View {
  let { yaw, pitch, field } = view;
  for (const key of keys) {
    const [right, up, nearer] = STEERING[key] ?? [0, 0, 0];
    yaw += right * view.field * SPEED.turn * seconds;
    pitch += up * view.field * SPEED.turn * seconds;
    field *= SPEED.zoom ** (nearer * seconds);
  }
  return { ...view, yaw: wrapped(yaw), pitch, field };
}

/** Time in which a spin loses most of its speed, in seconds, and the speed at which it stops, in fields of view for a second. */
const SPIN = { slows: 0.25, stops: 0.01 };

/** A spin: degrees for a second. */
export type Spin = { yaw: number; pitch: number };

/** Returns the view after a spin of some seconds, and what is left of the spin; undefined once it has stopped. */
export function spun(view: View, spin: Spin, seconds: number): { view: View; spin: Spin | undefined } {
  const left = Math.exp(-seconds / SPIN.slows);
  const way = SPIN.slows * (1 - left);
  const next = { yaw: spin.yaw * left, pitch: spin.pitch * left };
  return {
    view: { ...view, yaw: wrapped(view.yaw + spin.yaw * way), pitch: view.pitch + spin.pitch * way },
    spin: Math.hypot(next.yaw, next.pitch) < view.field * SPIN.stops ? undefined : next,
  };
}

/** Time before the release over which the speed of a drag is measured, in ms: a hand that rested lets nothing spin. */
const RELEASE = 100;

/** Returns the spin of a drag that is released, from the views it went through. */
export function spinOf(track: readonly { time: number; view: View }[], now: number): Spin | undefined {
  const recent = track.filter(({ time }) => now - time <= RELEASE);
  const [first, last] = [recent[0], recent.at(-1)];
  if (!first || !last || last.time - first.time < 8) return undefined;
  const seconds = (now - first.time) / 1000;
  return {
    yaw: wrapped(last.view.yaw - first.view.yaw) / seconds,
    pitch: (last.view.pitch - first.view.pitch) / seconds,
  };
}

/** Turns a sphere by hand; see `bindGestures`. */
export type Gestures = {
  /** Lets the wheel zoom, or scroll the page. */
  setWheel: (zooms: boolean) => void;
  /** Stops what still moves. */
  rest: () => void;
  stop: () => void;
};

/**
 * Lets fingers, the mouse, the wheel and keys turn and zoom a sphere: a drag holds the picture where it was taken, and lets it
 * spin unless less motion is asked for. Arrows, the letters A, D, R and F, + and − are listened to while the element has the focus.
 *
 * @param within keeps a view within what the picture has to show
 */
export function bindGestures(
  element: HTMLElement,
  sphere: SphereView,
  within: (view: View) => View,
  wheelZooms: boolean,
): Gestures {
  const fingers = new Map<number, Point>();
  /** Keys that are held, by their place on the keyboard: Shift changes what a key is called while it is held. */
  const held = new Map<string, string>();
  let start: Point | undefined;
  let hold: { direction: Direction; distance: number; field: number } | undefined;
  let track: { time: number; view: View }[] = [];
  let [isDrag, zooms] = [false, wheelZooms];
  let spin: Spin | undefined;
  let [frame, before] = [0, 0];

  const at = ({ clientX, clientY }: MouseEvent): Point => {
    const { left, top } = element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  };
  const under = (point: Point) => unproject(sphere.get().view, sphere.get().size, point);
  const zoomAt = (point: Point, direction: Direction, field: number) => {
    const { view, size } = sphere.get();
    sphere.look(within(holding(within({ ...view, field }), size, direction, point)));
  };
  const move = (now: number) => {
    const seconds = Math.min(0.1, (now - before) / 1000);
    before = now;
    let { view } = sphere.get();
    if (spin) ({ view, spin } = spun(view, spin, seconds));
    sphere.look(within(steered(view, held.values(), seconds)));
    frame = held.size > 0 || spin ? requestAnimationFrame(move) : 0;
  };
  const begin = () => {
    if (frame !== 0) return;
    before = performance.now();
    frame = requestAnimationFrame(move);
  };
  const rest = () => {
    spin = undefined;
    held.clear();
    cancelAnimationFrame(frame);
    frame = 0;
  };
  const take = () => {
    const points = [...fingers.values()];
    const direction = under(points.length > 1 ? middle(points) : (points[0] ?? { x: 0, y: 0 }));
    hold = { direction, distance: distance(points), field: sphere.get().view.field };
    track = [];
  };
  const onDown = (event: PointerEvent) => {
    spin = undefined;
    fingers.set(event.pointerId, at(event));
    isDrag = fingers.size > 1;
    start = at(event);
    take();
  };
  const onMove = (event: PointerEvent) => {
    if (!fingers.has(event.pointerId) || !hold) return;
    const point = at(event);
    if (!isDrag && distance([point, start ?? point]) < DRAG_THRESHOLD) return;
    if (!isDrag) element.setPointerCapture(event.pointerId);
    isDrag = true;
    fingers.set(event.pointerId, point);
    const points = [...fingers.values()];
    const isPinch = points.length > 1;
    const field = isPinch ? (hold.field * hold.distance) / Math.max(1, distance(points)) : hold.field;
    zoomAt(isPinch ? middle(points) : point, hold.direction, field);
    track.push({ time: event.timeStamp, view: sphere.get().view });
  };
  const onUp = (event: PointerEvent) => {
    if (!fingers.delete(event.pointerId)) return;
    if (fingers.size > 0) return take();
    hold = undefined;
    if (!isDrag || lessMotion()) return;
    spin = spinOf(track, event.timeStamp);
    if (spin) begin();
  };
  // The click that ends a drag presses nothing.
  const onClick = (event: MouseEvent) => {
    if (!isDrag) return;
    isDrag = false;
    event.preventDefault();
    event.stopPropagation();
  };
  const onWheel = (event: WheelEvent) => {
    if (!zooms && !event.ctrlKey) return;
    event.preventDefault();
    spin = undefined;
    zoomAt(at(event), under(at(event)), sphere.get().view.field * wheelFactor(event));
  };
  const onKey = (event: KeyboardEvent) => {
    const code = event.code || event.key;
    if (event.type === 'keyup') return void held.delete(code);
    // A Mac does not tell what is released while ⌘ is held.
    if (event.ctrlKey || event.metaKey || event.altKey) return held.clear();
    const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
    if (!STEERING[key]) return;
    event.preventDefault();
    // A key that is pressed for less than a frame turns too.
    if (!held.has(code)) sphere.look(within(steered(sphere.get().view, [key], TAP)));
    held.set(code, key);
    begin();
  };
  const stopping = new AbortController();
  const { signal } = stopping;
  element.addEventListener('pointerdown', onDown, { signal });
  element.addEventListener('pointermove', onMove, { signal });
  for (const name of ['pointerup', 'pointercancel'] as const)
    element.addEventListener(name, onUp, { signal });
  element.addEventListener('click', onClick, { capture: true, signal });
  element.addEventListener('wheel', onWheel, { passive: false, signal });
  for (const name of ['keydown', 'keyup'] as const) element.addEventListener(name, onKey, { signal });
  element.addEventListener('blur', () => held.clear(), { signal });
  return {
    setWheel: (next) => {
      zooms = next;
    },
    rest,
    stop: () => {
      rest();
      stopping.abort();
    },
  };
}
