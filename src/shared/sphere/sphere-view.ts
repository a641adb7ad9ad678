import { lessMotion } from '@/shared/lib/less-motion';
import { type Direction, type Rectangle, type Size, type View, wrapped } from './projection';

/** The present state of the sphere: its view, in a picture of this size on the screen, and what stands over it there. */
export type Frame = { view: View; size: Size; covers: readonly Rectangle[] };

/** The view of the sphere, read by all that is drawn over it or turns with it. */
export type SphereView = ReturnType<typeof createSphereView>;

const TURN_MS = 350;

/** Factor of the field of view of a press on a button, or on + or −. */
const ZOOM = 0.8;

const ease = (share: number) => 1 - (1 - share) ** 3;

/** Creates the view of a sphere: a store, since it changes sixty times a second while the rest of the editor stays. */
export function createSphereView() {
  let frame: Frame = {
    view: { yaw: 0, pitch: 0, field: 70 },
    size: { width: 960, height: 540 },
    covers: [],
  };
  let animation = 0;
  const listeners = new Set<() => void>();
  const set = (part: Partial<Frame>) => {
    frame = { ...frame, ...part };
    for (const listener of listeners) listener();
  };
  const look = (view: View) => {
    cancelAnimationFrame(animation);
    set({ view });
  };
  const turnTo = ({ yaw, pitch }: Direction, field = frame.view.field) => {
    const from = frame.view;
    if (lessMotion()) return look({ yaw, pitch, field });
    cancelAnimationFrame(animation);
    const across = wrapped(yaw - from.yaw);
    let start: number | undefined;
    const step = (now: number) => {
      start ??= now;
      const share = ease(Math.min(1, (now - start) / TURN_MS));
      const between = (a: number, b: number) => a + (b - a) * share;
      set({
        view: {
          yaw: wrapped(from.yaw + across * share),
          pitch: between(from.pitch, pitch),
          field: between(from.field, field),
        },
      });
      if (share < 1) animation = requestAnimationFrame(step);
    };
    animation = requestAnimationFrame(step);
  };
  return {
    get: () => frame,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    resize: (size: Size) => set({ size }),
    /** Says what stands over the picture: round marks are kept clear of it. */
    cover: (covers: readonly Rectangle[]) => set({ covers }),
    /** Shows a view at once. */
    look,
    /** Turns to a direction, at once for people who want less motion. */
    turnTo,
    /** Zooms by a step, within what the picture has to show. */
    zoom: (direction: 'in' | 'out', within: (view: View) => View) => {
      const { view } = frame;
      const field = view.field * (direction === 'in' ? ZOOM : 1 / ZOOM);
      turnTo(view, within({ ...view, field }).field);
    },
  };
}
