import type { Scene, SceneLink } from '@/shared/panorama-tour/panorama-tour';
import type { Direction } from '@/shared/sphere/projection';
import { asDirection } from '@/shared/sphere/projection';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';

/** Computes the direction back from the other scene: the opposite compass direction, at the same height. */
const wayBack = (from: Scene, to: Scene, { yaw, pitch }: Direction): Direction =>
  asDirection({ yaw: from.heading + yaw + 180 - to.heading, pitch });
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
  id: string = crypto.randomUUID(),
): DraftTour {
  const [here, there] = [from, to].map((id) => tour.scenes.find((scene) => scene.id === id));
  if (!here || !there) return tour;
  const link = (target: string, direction: Direction, id: string = crypto.randomUUID()): SceneLink => ({
    id,
    to: target,
    ...direction,
  });
  const linked = changeScene(from, (scene) => ({ ...scene, links: [...scene.links, link(to, at, id)] }))(
    tour,
  );
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
