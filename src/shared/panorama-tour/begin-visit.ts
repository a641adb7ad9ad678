import { eyeOf } from '@/shared/sphere/camera';
import { fetchEarly } from '@/shared/sphere/picture-loading';
import { tilesOf } from '@/shared/sphere/sphere-tiles';
import { showVisit } from './delivered-tour';
import { basePath, spherePictureOf } from './panorama-tour';
import { type FirstView, openTourSphere, viewsIn } from './tour-sphere';
import { viewOfHash } from './view-address';
import { FIRST_PICTURE } from './viewer-defaults';

/** Longest wait for the first paint, in ms: a hidden tab never paints. */
const START_TIMEOUT_MS = 500;

/** Runs something once the page has been painted. */
function afterPaint(run: () => void): void {
  let hasRun = false;
  const once = () => {
    if (!hasRun) run();
    hasRun = true;
  };
  requestAnimationFrame(() => setTimeout(once));
  setTimeout(once, START_TIMEOUT_MS);
}

/**
 * Begins the visit that the page describes, before its scripts have come: it stands in the page itself. The visit takes the sphere over
 * (`takeFirstSphere`), and says what there is to say where it cannot be had. The tiles are asked for at once, but a graphics context takes
 * as long to open as a paint: first the page shows the picture that it holds.
 *
 * @param onFailure called when there is nothing to draw with
 */
function beginVisit(container: HTMLElement, onFailure = () => {}): void {
  const { scene, widest, root, isOfPage } = JSON.parse(container.dataset.firstView ?? '') as FirstView;
  const { hash } = window.location;
  const found = viewOfHash(hash, [scene], isOfPage ? scene : undefined);
  // The address leads to another scene, which this page does not describe.
  if (!found && hash.includes('scene=')) return;
  const address = (path: string) => root + path;
  const view = viewsIn(container, widest).asView(found?.view ?? scene.view);
  const size = { width: container.clientWidth, height: container.clientHeight };
  const fetched = fetchEarly(tilesOf(spherePictureOf(scene.picture, address), eyeOf(view, size), size));
  window.firstSphere = 'coming';
  afterPaint(() => {
    // The visit has come first.
    if (window.firstSphere !== 'coming') return;
    try {
      const picture = container.parentElement?.querySelector('img')?.src;
      const preview = picture?.startsWith('data:') ? picture : undefined;
      const tour = openTourSphere(container, { widest, address, fetched, isAlone: true });
      tour.sphere.look(view);
      const shown = tour.show(scene, { view, preview });
      // The viewer reports the failure once it has loaded.
      shown.catch(() => {});
      window.firstSphere = { ...tour, container, whole: address(basePath(scene.picture)), shown };
    } catch {
      // Without WebGL the viewer reports it.
      delete window.firstSphere;
      onFailure();
    }
  });
}

/** Begins the visit of a delivered page, unless its pictures cannot be read by a script: on a disk, or in a frame without an origin. */
function beginDelivered(container: HTMLElement): void {
  if (window.location.protocol === 'file:' || window.origin === 'null') return;
  showVisit(true);
  beginVisit(container, () => showVisit(false));
  if (!window.firstSphere) showVisit(false);
}

// The visit's own picture has come over it.
document.getElementById(FIRST_PICTURE)?.remove();
const container = document.querySelector<HTMLElement>('[data-first-view]');
if (container?.closest('[hidden]')) beginDelivered(container);
else if (container) beginVisit(container);
