import { type events, Viewer } from '@photo-sphere-viewer/core';
import {
  bearingOf,
  onContextLost,
  viewerDefaults,
  ZOOM_STEP,
  zoomOf,
} from '@/shared/panorama-tour/viewer-defaults';
import '@/shared/panorama-tour/viewer-styles';

/** One panorama by the panorama library; loaded on demand, since with three.js it outweighs the whole site. */

/** A direction and vertical field of view in a panorama, in degrees; yaw is clockwise from its middle. */
export type View = { yaw: number; pitch: number; verticalField: number };

/** A panorama shown in an element. */
export type Panorama = {
  /** Starts or stops listening to arrows, + and −, wherever the focus is. */
  listenToKeys: (listen: boolean) => void;
  zoom: (direction: 'in' | 'out') => void;
  destroy: () => void;
};

/**
 * Shows an equirectangular picture in an element and follows the element's size.
 *
 * @param wheel whether the mouse wheel zooms instead of scrolling the page
 * @param onRotate receives the bearing of the view in degrees, 0 to 359, at each move
 * @param onLost called when the browser takes the picture back: a new panorama has to be made
 */
export function createPanorama({
  container,
  src,
  view,
  wheel,
  onReady,
  onRotate,
  onFailure,
  onLost,
}: {
  container: HTMLElement;
  src: string;
  view: View;
  wheel: boolean;
  onReady: () => void;
  onRotate: (bearing: number) => void;
  onFailure: () => void;
  onLost: () => void;
}): Panorama {
  const viewer = new Viewer({
    container,
    panorama: src,
    ...viewerDefaults(),
    defaultYaw: `${view.yaw}deg`,
    defaultPitch: `${view.pitch}deg`,
    defaultZoomLvl: zoomOf(view.verticalField),
    mousewheel: wheel,
  });
  const stopWatching = onContextLost(container, onLost);
  const rotated = (yaw: number) => onRotate(bearingOf(yaw));
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
    destroy: () => {
      stopWatching();
      viewer.destroy();
    },
  };
}
