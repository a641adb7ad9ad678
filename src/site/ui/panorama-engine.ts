import { type events, Viewer } from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';

/** The only module that imports the panorama library; loaded on demand, since with three.js it outweighs the whole site. */

/** Narrowest and widest vertical fields of view, in degrees. */
const MIN_FIELD = 30;
const MAX_FIELD = 95;

/** Every text that the library may show; its defaults are English. */
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

/** A direction and vertical field of view in a panorama, in degrees; yaw is clockwise from its middle. */
export type View = { yaw: number; pitch: number; verticalField: number };

/** A panorama shown in an element. */
export type Panorama = {
  /** Starts or stops listening to arrows, + and −, wherever the focus is. */
  listenToKeys: (listen: boolean) => void;
  zoom: (direction: 'in' | 'out') => void;
  destroy: () => void;
};

/** The step of the zoom buttons, in percent of the whole range. */
const ZOOM_STEP = 15;

/**
 * Shows an equirectangular picture in an element and follows the element's size.
 *
 * @param wheel whether the mouse wheel zooms instead of scrolling the page
 * @param onRotate receives the bearing of the view in degrees, 0 to 359, at each move
 */
export function createPanorama({
  container,
  src,
  view,
  wheel,
  onReady,
  onRotate,
  onFailure,
}: {
  container: HTMLElement;
  src: string;
  view: View;
  wheel: boolean;
  onReady: () => void;
  onRotate: (bearing: number) => void;
  onFailure: () => void;
}): Panorama {
  const viewer = new Viewer({
    container,
    panorama: src,
    navbar: false,
    lang: french,
    minFov: MIN_FIELD,
    maxFov: MAX_FIELD,
    defaultYaw: `${view.yaw}deg`,
    defaultPitch: `${view.pitch}deg`,
    defaultZoomLvl: ((MAX_FIELD - view.verticalField) / (MAX_FIELD - MIN_FIELD)) * 100,
    mousewheel: wheel,
    moveInertia: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  const rotated = (yaw: number) => onRotate(Math.round((yaw * 180) / Math.PI + 360) % 360);
  viewer.addEventListener('ready', () => {
    onReady();
    rotated(viewer.getPosition().yaw);
  });
  viewer.addEventListener('panorama-error', onFailure);
  viewer.addEventListener('position-updated', ({ position }: events.PositionUpdatedEvent) =>
    rotated(position.yaw),
  );
  return {
    listenToKeys: (listen) => (listen ? viewer.startKeyboardControl() : viewer.stopKeyboardControl()),
    zoom: (direction) => viewer.zoom(viewer.getZoomLevel() + (direction === 'in' ? ZOOM_STEP : -ZOOM_STEP)),
    destroy: () => viewer.destroy(),
  };
}
