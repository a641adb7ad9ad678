import { type events, Viewer } from '@photo-sphere-viewer/core';
import '@photo-sphere-viewer/core/index.css';

/** Loaded apart, on demand: with three.js below it, it weighs more than the rest of the site together. */

/** Narrowest and widest vertical fields of view, in degrees. */
const NEAREST = 30;
const WIDEST = 95;

/** Every text that the library could show; its own are English. */
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

/** Where a panorama is looked at first, in degrees; yaw from its middle, clockwise. */
export type View = { yaw: number; pitch: number; verticalField: number };

/** A panorama on the screen. */
export type Panorama = {
  /** Starts or stops listening to arrows, + and −, wherever the focus is. */
  listenToKeys: (listen: boolean) => void;
  zoom: (direction: 'in' | 'out') => void;
  destroy: () => void;
};

/** How much one press of a zoom button changes, in percent of the whole range. */
const ZOOM_STEP = 15;

/**
 * Shows an equirectangular picture in an element and follows its size.
 *
 * @param wheel whether the mouse wheel zooms; where it must scroll the page it does not
 * @param onTurn is given the bearing of the view in degrees, 0 to 359, at each move
 */
export function createPanorama({
  container,
  src,
  view,
  wheel,
  onReady,
  onTurn,
  onFailure,
}: {
  container: HTMLElement;
  src: string;
  view: View;
  wheel: boolean;
  onReady: () => void;
  onTurn: (bearing: number) => void;
  onFailure: () => void;
}): Panorama {
  const viewer = new Viewer({
    container,
    panorama: src,
    navbar: false,
    lang: french,
    minFov: NEAREST,
    maxFov: WIDEST,
    defaultYaw: `${view.yaw}deg`,
    defaultPitch: `${view.pitch}deg`,
    defaultZoomLvl: ((WIDEST - view.verticalField) / (WIDEST - NEAREST)) * 100,
    mousewheel: wheel,
    moveInertia: !window.matchMedia('(prefers-reduced-motion: reduce)').matches,
  });
  const turned = (yaw: number) => onTurn(Math.round((yaw * 180) / Math.PI + 360) % 360);
  viewer.addEventListener('ready', () => {
    onReady();
    turned(viewer.getPosition().yaw);
  });
  viewer.addEventListener('panorama-error', onFailure);
  viewer.addEventListener('position-updated', ({ position }: events.PositionUpdatedEvent) =>
    turned(position.yaw),
  );
  return {
    listenToKeys: (listen) => (listen ? viewer.startKeyboardControl() : viewer.stopKeyboardControl()),
    zoom: (direction) => viewer.zoom(viewer.getZoomLevel() + (direction === 'in' ? ZOOM_STEP : -ZOOM_STEP)),
    destroy: () => viewer.destroy(),
  };
}
