import { savesData } from '@/shared/lib/less-motion';
import { whenIdle } from '@/shared/lib/when-idle';
import { wrapped } from '@/shared/sphere/projection';
import type { Sphere } from '@/shared/sphere/sphere';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { type FileAddress, type Scene, spherePictureOf } from './panorama-tour';
import { arrivalYaw } from './view-address';

/** Milliseconds between two checks whether everything in sight is loaded, after which the pictures of neighbouring scenes are fetched. */
const SHARPNESS_CHECK_MS = 800;

/** Slow enough to look at what passes, in degrees for a second. */
const TURN_SPEED = 1.5;

/**
 * Does what a tour does while nobody touches it: once all that is in sight is sharp, it turns slowly, and fetches the
 * scenes that may be next, one after the other.
 *
 * @param turns whether it turns until it is touched
 * @param ahead returns the ids of the scenes that the ways in sight lead to
 */
export function createIdleTour({
  engine,
  sphere,
  address,
  turns,
  scenes,
  shown,
  ahead,
  onTurning,
}: {
  engine: Sphere;
  sphere: SphereView;
  address: FileAddress;
  turns: boolean;
  scenes: ReadonlyMap<string, Scene>;
  shown: () => Scene | undefined;
  ahead: () => readonly string[];
  onTurning: (turns: boolean) => void;
}) {
  let waitsToTurn = turns;
  let turning = 0;
  /** Turns slowly, or stops. */
  const turn = (isOn: boolean) => {
    if (isOn === turning > 0) return;
    cancelAnimationFrame(turning);
    turning = 0;
    let before = performance.now();
    const step = (now: number) => {
      const { view } = sphere.get();
      sphere.look({ ...view, yaw: wrapped(view.yaw + (TURN_SPEED * (now - before)) / 1000) });
      before = now;
      turning = requestAnimationFrame(step);
    };
    if (isOn) turning = requestAnimationFrame(step);
    onTurning(isOn);
  };

  const fetched = new Set<string>();
  let isFetching = false;
  /** Fetches what a scene shows first, while nothing else is on its way. */
  const fetchScene = (id: string) => {
    const [from, scene] = [shown(), scenes.get(id)];
    if (!from || !scene || scene === from || fetched.has(id)) return;
    if (isFetching || !engine.isSharp() || savesData()) return;
    fetched.add(id);
    isFetching = true;
    const link = from.links.find(({ to }) => to === id);
    const yaw = link ? arrivalYaw(link.yaw, from, scene) : scene.view.yaw;
    // A scene that cannot be loaded now is asked for again when somebody goes there.
    void engine
      .prefetch(spherePictureOf(scene.picture, address), { yaw, pitch: 0, field: sphere.get().view.field })
      .finally(() => {
        isFetching = false;
      });
  };
  const fetch = (ids: readonly string[]) => ids.forEach(fetchScene);

  let callOff = () => {};
  const timer = setInterval(() => {
    if (!shown() || !engine.isSharp()) return;
    if (waitsToTurn) turn(true);
    waitsToTurn = false;
    callOff = whenIdle(() => fetch(ahead()));
  }, SHARPNESS_CHECK_MS);

  return {
    turn,
    /** Stops the slow turn, for good unless somebody asks for it. */
    stopTurning: () => {
      waitsToTurn = false;
      turn(false);
    },
    /** Fetches what these scenes show first. */
    fetch,
    stop: () => {
      clearInterval(timer);
      callOff();
      cancelAnimationFrame(turning);
    },
  };
}
