import { type events, Viewer } from '@photo-sphere-viewer/core';
import { EquirectangularTilesAdapter } from '@photo-sphere-viewer/equirectangular-tiles-adapter';
import type { TiledPicture } from '@/shared/panorama-tour/panorama-tour';
import { panoramaOf } from '@/shared/panorama-tour/tour-engine';
import { onContextLost, viewerDefaults } from '@/shared/panorama-tour/viewer-defaults';
import { panoramaFileUrl } from '../data/panorama-address';
import '@/shared/panorama-tour/viewer-styles';
import type { View } from '@/shared/sphere/projection';

/** A sphere that is only drawn: what is pressed, dragged and typed is the editor's own. */
export type SphereEngine = {
  show: (picture: TiledPicture) => void;
  look: (view: View) => void;
  destroy: () => void;
};

/** The library's range of the field of view, in degrees; the editor keeps its own within it. */
const FIELD = { least: 1, most: 120 };

/**
 * Draws the tiles of one panorama at a time in an element, and follows the element's size. Loaded on demand, with the
 * panorama library.
 *
 * @param onShown called once a picture shows
 * @param onFailure called when a picture's first sphere cannot be read
 * @param onLost called when the browser takes the picture back: a new sphere has to be made
 */
export function createSphere({
  container,
  onShown,
  onFailure,
  onLost,
}: {
  container: HTMLElement;
  onShown: () => void;
  onFailure: () => void;
  onLost: () => void;
}): SphereEngine {
  const viewer = new Viewer({
    container,
    ...viewerDefaults(),
    minFov: FIELD.least,
    maxFov: FIELD.most,
    mousemove: false,
    mousewheel: false,
    keyboard: false,
    adapter: EquirectangularTilesAdapter.withConfig({ baseBlur: false, showErrorTile: false }),
  });
  const stopWatching = onContextLost(container, onLost);
  let wanted: View | undefined;
  const look = () => {
    if (!wanted) return;
    const { yaw, pitch, field } = wanted;
    viewer.zoom(((FIELD.most - field) / (FIELD.most - FIELD.least)) * 100);
    viewer.rotate({ yaw: `${yaw}deg`, pitch: `${pitch}deg` });
  };
  viewer.addEventListener('panorama-error', (_event: events.PanoramaErrorEvent) => onFailure());
  return {
    show: (picture) => {
      // Rejected when another picture is asked for meanwhile.
      viewer
        .setPanorama(panoramaOf(picture, panoramaFileUrl), { transition: false, showLoader: false })
        .then((isShown) => {
          if (!isShown) return;
          look();
          onShown();
        })
        .catch(() => {});
    },
    look: (view) => {
      wanted = view;
      look();
    },
    destroy: () => {
      stopWatching();
      viewer.destroy();
    },
  };
}
