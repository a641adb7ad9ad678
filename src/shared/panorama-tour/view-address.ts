import { paths } from '@/shared/lib/paths';
import { wrapped } from '@/shared/sphere/projection';
import type { Scene } from './panorama-tour';
import { MAX_ZOOM } from './viewer-defaults';

/** A view of a tour: a scene, a direction in degrees, a zoom from 0 (wide), beyond 100 in a large picture. */
export type TourView = { scene: string; view: Scene['view'] };

const clamp = (value: number, min: number, max: number) => Math.min(Math.max(value, min), max);

/** A direction as addresses write it; whole degrees are enough. */
const formatView = ({ yaw, pitch, zoom }: Scene['view']) =>
  [yaw, pitch, zoom].map((number) => Math.round(number) || 0).join(',');

/** The fragment of an address that leads to a view of a tour. */
export const viewHash = ({ scene, view }: TourView): string =>
  `#scene=${encodeURIComponent(scene)}&vue=${formatView(view)}`;

/** Fewest characters of a scene's id in an address. */
const KEY_LENGTH = 8;

/**
 * A scene in an address: the beginning of its id, as long as no other scene begins so. A name would change, and printed
 * signs with it.
 */
export function sceneKey(scene: string, scenes: readonly Scene[]): string {
  for (let length = KEY_LENGTH; length < scene.length; length++) {
    const key = scene.slice(0, length);
    if (!scenes.some(({ id }) => id !== scene && id.startsWith(key))) return key;
  }
  return scene;
}

/** The scene that an address names, or `undefined`. A scene that was added since may begin in the same way: the first counts. */
export const sceneOfKey = (key: string, scenes: readonly Scene[]): Scene | undefined =>
  scenes.find(({ id }) => id === key) ??
  (key.length < KEY_LENGTH ? undefined : scenes.find(({ id }) => id.startsWith(key)));

/** The address of a scene of a tour, which has a page with its title and its picture; with a view, that view. */
export const sceneHref = (
  slug: string,
  scene: string,
  scenes: readonly Scene[],
  view?: Scene['view'],
): string => paths.visitScene.href(slug, sceneKey(scene, scenes)) + (view ? `#vue=${formatView(view)}` : '');

/**
 * The view that an address leads to; `undefined` when it names none of the tour's scenes. A direction that makes no sense
 * gives way to the scene's own.
 *
 * @param ofPage the scene that the page is of: a fragment may name a direction alone
 */
export function viewOfHash(
  hash: string,
  scenes: readonly Pick<Scene, 'id' | 'view'>[],
  ofPage?: Pick<Scene, 'id' | 'view'>,
): TourView | undefined {
  const parameters = new URLSearchParams(hash.slice(1));
  const named = parameters.get('scene');
  const scene = named === null ? ofPage : scenes.find(({ id }) => id === named);
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

/** Computes the yaw on arrival through a link: straight ahead, in the compass direction of the walk. */
export const arrivalYaw = (linkYaw: number, from: Scene, to: Scene) =>
  wrapped(linkYaw + from.heading - to.heading);
