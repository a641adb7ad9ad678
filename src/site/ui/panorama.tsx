import { type ComponentType, lazy, Suspense, useEffect } from 'react';
import type { PanoramaProps } from './panorama-viewer';

const load = () => import('./panorama-viewer');

/** Replaces a viewer that could not be loaded. */
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

/** The panorama viewer, loaded when it is first shown. */
export function Panorama(props: PanoramaProps) {
  return (
    <Suspense>
      <Viewer {...props} />
    </Suspense>
  );
}
