import { bindGestures, type Gestures } from '@/shared/sphere/gestures';
import type { Fetched } from '@/shared/sphere/picture-loading';
import { type View, wrapped } from '@/shared/sphere/projection';
import { createSphere, type Sphere } from '@/shared/sphere/sphere';
import { createSphereView, type SphereView } from '@/shared/sphere/sphere-view';
import { basePath, type FileAddress, type Scene, spherePictureOf } from './panorama-tour';
import { narrowestField, verticalFieldOf, withinPanorama } from './viewer-defaults';

/** State that a sphere reports; see `createSphere`. */
type Listener = Record<'onMissing' | 'onLost' | 'onGone', () => void>;

/** Width of the largest picture of scenes. */
export const widestOf = (scenes: readonly Pick<Scene, 'picture'>[]) =>
  Math.max(...scenes.map(({ picture }) => picture.width));

/** The sphere of a tour in its element, with gestures, and before any mark is placed. */
export type TourSphere = {
  engine: Sphere;
  sphere: SphereView;
  gestures: Gestures;
  /** Keeps a view within what the tour's pictures have to show. */
  within: (view: View) => View;
  /** Returns a scene's view as the sphere has it. */
  asView: (view: Scene['view']) => View;
  /** Shows a scene; see `Sphere.show`. */
  show: (
    scene: Pick<Scene, 'picture'>,
    how: { view: View; fade?: number; preview?: string | undefined },
  ) => Promise<boolean>;
  /** Calls a listener for every event, those before it subscribed included. */
  listen: (listener: Listener) => void;
  destroy: () => void;
};

/** Returns how an element shows the views of a tour whose largest picture is this wide; see `TourSphere`. */
export function viewsIn(container: HTMLElement, widest: number): Pick<TourSphere, 'within' | 'asView'> {
  const within = (view: View) => withinPanorama(view, narrowestField(widest, container.clientHeight));
  return {
    within,
    asView: ({ yaw, pitch, zoom }) => within({ yaw: wrapped(yaw), pitch, field: verticalFieldOf(zoom) }),
  };
}

/**
 * Opens the sphere of a tour in an element, and follows the element's size. The canvas that the element has is drawn in.
 *
 * @param widest width of the tour's largest picture, which says how near one may come
 * @param address where a file of the bucket « panoramas » is
 * @param fetched pictures that are on their way already
 * @param isAlone whether nothing of the page covers the picture from side to side
 * @throws Error when the browser has no WebGL 2
 */
export function openTourSphere(
  container: HTMLElement,
  {
    widest,
    address,
    fetched,
    isAlone = false,
  }: { widest: number; address: FileAddress; fetched?: Fetched; isAlone?: boolean },
): TourSphere {
  const canvas =
    container.querySelector('canvas') ??
    Object.assign(document.createElement('canvas'), { className: 'block size-full' });
  container.prepend(canvas);
  const sphere = createSphereView();
  const untold: (keyof Listener)[] = [];
  let tell = (what: keyof Listener): void => void untold.push(what);
  const engine = createSphere(canvas, {
    sphere,
    isAlone,
    ...(fetched && { fetched }),
    onMissing: () => tell('onMissing'),
    onLost: () => tell('onLost'),
    onGone: () => tell('onGone'),
  });
  const { within, asView } = viewsIn(container, widest);
  const gestures = bindGestures(container, sphere, within, false);
  const resize = () => sphere.resize({ width: container.clientWidth, height: container.clientHeight });
  const sizes = new ResizeObserver(() => {
    resize();
    sphere.look(within(sphere.get().view));
  });
  sizes.observe(container);
  resize();
  return {
    engine,
    sphere,
    gestures,
    within,
    asView,
    show: ({ picture }, { preview, ...how }) =>
      engine.show([spherePictureOf(picture, address, preview)], how),
    listen: (listener) => {
      tell = (what) => listener[what]();
      untold.splice(0).forEach(tell);
    },
    destroy: () => {
      gestures.stop();
      sizes.disconnect();
      engine.destroy();
    },
  };
}

/** A sphere that the page began with, before its scripts had come (begin-visit.ts). */
export type FirstSphere = TourSphere & {
  container: HTMLElement;
  /** Address of its picture. */
  whole: string;
  /** Resolves once it is there; see `Sphere.show`. */
  shown: Promise<boolean>;
};

declare global {
  interface Window {
    firstSphere?: FirstSphere | 'coming';
  }
}

/**
 * Takes over the sphere that the page started with, if it is in this element and of this scene; any other one is
 * released.
 */
export function takeFirstSphere(
  container: HTMLElement,
  { picture }: Pick<Scene, 'picture'>,
  address: FileAddress,
): FirstSphere | undefined {
  const first = window.firstSphere;
  delete window.firstSphere;
  if (first === 'coming') return undefined;
  if (first?.container === container && first.whole === address(basePath(picture))) return first;
  first?.destroy();
  return undefined;
}

/** Data of the first scene in a prerendered page. */
export type FirstView = {
  scene: Pick<Scene, 'id' | 'picture' | 'view'>;
  widest: number;
  /** Address of the bucket « panoramas », with the slash. */
  root: string;
  /** True when the page is of this scene: its address may name a direction alone. */
  isOfPage: boolean;
};
