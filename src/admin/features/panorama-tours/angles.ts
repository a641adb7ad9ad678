import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import type { Direction, Scene, SceneLink } from '@/shared/panorama-tour/panorama-tour';

const tenth = (value: number) => Math.round(value * 10) / 10;

/** Normalises an angle to -180…180 degrees, to a tenth. */
export const turned = (degrees: number) => tenth(((((degrees + 180) % 360) + 360) % 360) - 180);

/** Normalises a compass direction to 0…360 degrees, to a tenth. */
export const asHeading = (degrees: number) => tenth(((degrees % 360) + 360) % 360);

/** Converts a position on the flat picture, from 0 to 1 of its width and height, to a direction. */
export const directionAt = (x: number, y: number): Direction => ({
  yaw: tenth(Math.min(1, Math.max(0, x)) * 360 - 180),
  pitch: tenth(90 - Math.min(1, Math.max(0, y)) * 180),
});

/** Converts a direction to a position on the flat picture, in percent. */
export const placeOf = ({ yaw, pitch }: Direction) => ({
  left: `${((yaw + 180) / 360) * 100}%`,
  top: `${((90 - pitch) / 180) * 100}%`,
});

const ARROWS: Readonly<Record<string, readonly [right: number, up: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** Returns the direction after an arrow key: five degrees away, one with Shift; undefined for another key. */
export function stepOf(
  { yaw, pitch }: Direction,
  { key, shiftKey }: { key: string; shiftKey: boolean },
): Direction | undefined {
  const arrow = ARROWS[key];
  if (!arrow) return undefined;
  const by = shiftKey ? 1 : 5;
  return {
    yaw: turned(yaw + arrow[0] * by),
    pitch: tenth(Math.min(90, Math.max(-90, pitch + arrow[1] * by))),
  };
}

/** Computes the direction back from the other scene: the opposite compass direction, at the same height. */
const wayBack = (from: Scene, to: Scene, { yaw, pitch }: Direction): Direction => ({
  yaw: turned(from.heading + yaw + 180 - to.heading),
  pitch,
});

/** Changes a scene within its tour. */
export const changeScene =
  (id: string, change: (scene: DraftScene) => DraftScene) =>
  (tour: DraftTour): DraftTour => ({
    ...tour,
    scenes: tour.scenes.map((scene) => (scene.id === id ? change(scene) : scene)),
  });

/** Adds a link from one scene to another, and the way back unless there is one. */
export function linkScenes(
  tour: DraftTour,
  from: string,
  to: string,
  at: Direction,
  isTwoWay: boolean,
): DraftTour {
  const [here, there] = [from, to].map((id) => tour.scenes.find((scene) => scene.id === id));
  if (!here || !there) return tour;
  const link = (target: string, direction: Direction): SceneLink => ({
    id: crypto.randomUUID(),
    to: target,
    ...direction,
  });
  const linked = changeScene(from, (scene) => ({ ...scene, links: [...scene.links, link(to, at)] }))(tour);
  if (!isTwoWay || there.links.some((known) => known.to === from)) return linked;
  const back = link(from, wayBack(here, there, at));
  return changeScene(to, (scene) => ({ ...scene, links: [...scene.links, back] }))(linked);
}

/** Removes a scene with all links to it. */
export const withoutScene = (tour: DraftTour, id: string): DraftTour => ({
  ...tour,
  scenes: tour.scenes
    .filter((scene) => scene.id !== id)
    .map((scene) =>
      scene.links.some(({ to }) => to === id)
        ? { ...scene, links: scene.links.filter(({ to }) => to !== id) }
        : scene,
    ),
});
