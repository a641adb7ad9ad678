import type { Scene } from './panorama-tour';
import { MAX_ZOOM } from './viewer-defaults';

/** A view of a tour: a scene, a direction in degrees, a zoom from 0 (wide), beyond 100 in a large picture. */
export type TourView = { scene: string; view: Scene['view'] };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** The fragment of an address that leads to a view of a tour; whole degrees are enough. */
export function viewHash({ scene, view: { yaw, pitch, zoom } }: TourView): string {
  const rounded = [yaw, pitch, zoom].map((number) => Math.round(number) || 0);
  return `#scene=${encodeURIComponent(scene)}&vue=${rounded.join(',')}`;
}

/**
 * The view that an address leads to; `undefined` when it names none of the tour's scenes. A direction that makes no sense
 * gives way to the scene's own.
 */
export function viewOfHash(hash: string, scenes: readonly Scene[]): TourView | undefined {
  const parameters = new URLSearchParams(hash.slice(1));
  const scene = scenes.find(({ id }) => id === parameters.get('scene'));
  if (!scene) return undefined;
  const numbers = (parameters.get('vue') ?? '').split(',').map((text) => (text === '' ? Number.NaN : +text));
  const [yaw = Number.NaN, pitch = Number.NaN, zoom = Number.NaN] = numbers;
  if (!Number.isFinite(yaw + pitch + zoom)) return { scene: scene.id, view: scene.view };
  return {
    scene: scene.id,
    view: {
      yaw: clamp(yaw, -360, 360),
      pitch: clamp(pitch, -90, 90),
      zoom: clamp(zoom, 0, Math.round(MAX_ZOOM)),
    },
  };
}

/** Normalises a yaw to −180…180 degrees. */
const turned = (yaw: number) => ((((yaw + 180) % 360) + 360) % 360) - 180;

/** Computes the yaw on arrival through a link: straight ahead, in the compass direction of the walk. */
export const arrivalYaw = (linkYaw: number, from: Scene, to: Scene) =>
  turned(linkYaw + from.heading - to.heading);
