import { showVisit } from './delivered-tour';
import { basePath } from './panorama-tour';
import { type FirstView, openTourSphere } from './tour-sphere';
import { viewOfHash } from './view-address';

/**
 * Begins the visit that the page describes, before its scripts have come: it stands in the page itself. The visit takes the sphere over
 * (`takeFirstSphere`), and says what there is to say where it cannot be had.
 */
function begin(container: HTMLElement): void {
  const { scene, widest, root, isOfPage } = JSON.parse(container.dataset.firstView ?? '') as FirstView;
  const { hash } = window.location;
  const found = viewOfHash(hash, [scene], isOfPage ? scene : undefined);
  // The address leads to another scene, which this page does not describe.
  if (!found && hash.includes('scene=')) return;
  const address = (path: string) => root + path;
  const picture = container.parentElement?.querySelector('img')?.src;
  const preview = picture?.startsWith('data:') ? picture : undefined;
  const tour = openTourSphere(container, { widest, address });
  const view = tour.asView(found?.view ?? scene.view);
  tour.sphere.look(view);
  const shown = tour.show(scene, { view, preview });
  // The visit says it, once it has come.
  shown.catch(() => {});
  window.firstSphere = { ...tour, container, whole: address(basePath(scene.picture)), shown };
}

/** Begins the visit of a delivered page, unless its pictures cannot be read by a script: on a disk, or in a frame without an origin. */
function beginDelivered(container: HTMLElement): void {
  if (window.location.protocol === 'file:' || window.origin === 'null') return;
  showVisit(true);
  try {
    begin(container);
  } finally {
    showVisit(window.firstSphere !== undefined);
  }
}

const container = document.querySelector<HTMLElement>('[data-first-view]');
try {
  if (container?.closest('[hidden]')) beginDelivered(container);
  else if (container) begin(container);
} catch {
  // Without WebGL the visit says so.
}
