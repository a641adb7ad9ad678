import { lessMotion } from '@/shared/lib/less-motion';
import { standInForStorage } from '@/shared/lib/page-storage';
import type { View } from '@/shared/sphere/projection';

/**
 * Widest vertical field of view, in degrees, and that of a zoom of 100. What is stored never changes its meaning: a
 * zoom beyond 100 is a narrower field, which only a large picture deserves.
 */
const MAX_FIELD = 95;
const MIN_FIELD = 30;

/** Narrowest vertical field of view of any picture, in degrees. */
const DEEPEST_FIELD = 5;

/** Every text that the panorama library may show; its defaults are English. */
const french = {
  zoom: 'Zoom',
  zoomOut: 'Réduire',
  zoomIn: 'Agrandir',
  moveUp: 'Vers le haut',
  moveDown: 'Vers le bas',
  moveLeft: 'Vers la gauche',
  moveRight: 'Vers la droite',
  description: 'Description',
  download: 'Télécharger',
  fullscreen: 'Plein écran',
  loading: 'Chargement…',
  menu: 'Menu',
  close: 'Fermer',
  twoFingers: 'Utilisez deux doigts pour vous déplacer',
  ctrlZoom: 'Utilisez Ctrl et la molette pour agrandir',
  loadError: 'Le panorama n’a pas pu être chargé',
  webglError: 'Votre navigateur ne peut pas montrer ce panorama',
};

/** The zoom, from 0 (wide) to 100, at which a viewer has a vertical field of view in degrees. */
export const zoomOf = (verticalField: number) =>
  ((MAX_FIELD - verticalField) / (MAX_FIELD - MIN_FIELD)) * 100;

/** The vertical field of view, in degrees, at a zoom from 0 to 100. */
export const verticalFieldOf = (zoom: number) => MAX_FIELD - ((MAX_FIELD - MIN_FIELD) * zoom) / 100;

/** Keeps a view within what a single panorama has to show. */
export const withinPanorama = (view: View): View => ({
  ...view,
  pitch: Math.min(90, Math.max(-90, view.pitch)),
  field: Math.min(MAX_FIELD, Math.max(MIN_FIELD, view.field)),
});

/** The deepest zoom that an address may ask for. */
export const MAX_ZOOM = zoomOf(DEEPEST_FIELD);

/**
 * The narrowest vertical field of view, in degrees, at which a frame shows a picture about pixel for pixel.
 *
 * @param width of the whole picture
 * @param height of the frame in CSS pixels
 */
export const narrowestField = (width: number, height: number) =>
  Math.min(MIN_FIELD, Math.max(DEEPEST_FIELD, (360 * height) / width));

/** The zoom of the library, whose 100 is the narrowest field of its picture, for a stored zoom; not beyond it. */
export const libraryZoom = (zoom: number, narrowest: number) =>
  Math.min(100, Math.max(0, ((MAX_FIELD - verticalFieldOf(zoom)) / (MAX_FIELD - narrowest)) * 100));

/** The stored zoom for one of the library. */
export const storedZoom = (level: number, narrowest: number) =>
  zoomOf(MAX_FIELD - (level / 100) * (MAX_FIELD - narrowest));

/** Tells whether the browser draws in software: no graphics card, or one that it does not trust. */
const drawsInSoftware = () =>
  document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true }) === null;

/** Options of every viewer: French texts, the same fields of view, our own buttons instead of the library's bar. */
export const viewerDefaults = () => {
  // The library keeps there whether the screen is touched, and opens nothing where it cannot.
  standInForStorage();
  return {
    navbar: false as const,
    lang: french,
    minFov: MIN_FIELD,
    maxFov: MAX_FIELD,
    moveInertia: !lessMotion(),
    // In software the page reads the picture again at each scroll, and finds it cleared unless it is preserved.
    rendererParameters: { alpha: true, antialias: true, preserveDrawingBuffer: drawsInSoftware() },
  };
};

/** A yaw as a bearing, 0 to 359 degrees. */
export const bearingOf = (yaw: number, heading = 0) => (Math.round(yaw + heading) + 720) % 360;

/**
 * Calls back, once, when the browser takes back the graphics memory of the canvas in an element: too many viewers, a phone that
 * slept, a driver that was restarted. What it showed is gone, and only a new viewer is sure to draw again.
 *
 * @returns a function that stops it
 */
export function onContextLost(container: HTMLElement, callback: () => void): () => void {
  // It does not bubble.
  container.addEventListener('webglcontextlost', callback, { capture: true, once: true });
  return () => container.removeEventListener('webglcontextlost', callback, { capture: true });
}

/** Sentence for a visitor while a viewer that lost its picture is made again. */
export const REDRAWN = 'Le navigateur a repris la mémoire de l’image\u00a0: elle est redessinée.';
