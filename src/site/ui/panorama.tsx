import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { PanoramaProps } from './panorama-viewer';

const load = () => import('./panorama-viewer');

/** Fetches the viewer ahead of its use, when somebody is about to ask for it. A failure shows when they do. */
export function warmUpPanorama(): void {
  load()
    .then(({ loadEngine }) => loadEngine())
    .catch(() => {});
}

/** Stands in for a viewer that could not be fetched. */
function Unavailable({ onFailure }: PanoramaProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(onFailure, []);
  return null;
}

const Viewer = lazy<ComponentType<PanoramaProps>>(() =>
  load().then(
    ({ PanoramaViewer }) => ({ default: PanoramaViewer }),
    () => ({ default: Unavailable }),
  ),
);

/** The viewer of panoramas, fetched when it is first shown: visitors who look at none do not pay for it. */
export function Panorama(props: PanoramaProps) {
  return (
    <Suspense>
      <Viewer {...props} />
    </Suspense>
  );
}
