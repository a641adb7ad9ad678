import { lessMotion } from '@/shared/lib/less-motion';

/** Narrowest and widest vertical fields of view, in degrees. */
const MIN_FIELD = 30;
const MAX_FIELD = 95;

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

/** The step of the zoom buttons, in percent of the whole range. */
export const ZOOM_STEP = 15;

/** The zoom, from 0 (wide) to 100, at which a viewer has a vertical field of view in degrees. */
export const zoomOf = (verticalField: number) =>
  ((MAX_FIELD - verticalField) / (MAX_FIELD - MIN_FIELD)) * 100;

/** The vertical field of view, in degrees, at a zoom from 0 to 100. */
export const verticalFieldOf = (zoom: number) => MAX_FIELD - ((MAX_FIELD - MIN_FIELD) * zoom) / 100;

/** Tells whether the browser draws in software: no graphics card, or one that it does not trust. */
const drawsInSoftware = () =>
  document.createElement('canvas').getContext('webgl2', { failIfMajorPerformanceCaveat: true }) === null;

/** Options of every viewer: French texts, the same fields of view, our own buttons instead of the library's bar. */
export const viewerDefaults = () => ({
  navbar: false as const,
  lang: french,
  minFov: MIN_FIELD,
  maxFov: MAX_FIELD,
  moveInertia: !lessMotion(),
  // In software the page reads the picture again at each scroll, and finds it cleared unless it is preserved.
  rendererParameters: { alpha: true, antialias: true, preserveDrawingBuffer: drawsInSoftware() },
});

/** An angle in radians as a bearing, 0 to 359 degrees. */
export const bearingOf = (yaw: number, heading = 0) =>
  (Math.round((yaw * 180) / Math.PI + heading) + 720) % 360;
