import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { REDRAWN } from '@/shared/panorama-tour/viewer-defaults';
import { Compass, hasWebGl, ViewerButtons, writeBearing } from '@/shared/panorama-tour/viewer-parts';
import type { Panorama, View } from './panorama-engine';

/** The viewer and, beside it instead of after it, the panorama library, which is much larger than this file. */
const loadEngine = async () =>
  (await Promise.all([import('./panorama-engine'), import('@/shared/panorama-tour/viewer-styles')]))[0];

export type PanoramaProps = {
  src: string;
  /** Description of the panorama for screen readers. */
  label: string;
  /** The initial view, given the size of the viewer in CSS pixels. */
  view: (width: number, height: number) => View;
  /** True when the mouse wheel zooms instead of scrolling the page. */
  wheel?: boolean;
  onReady?: () => void;
  /** Called without WebGL or network, or when the picture cannot be read. */
  onFailure: () => void;
  /** More controls, before those of the viewer. */
  children?: ReactNode;
};

/**
 * A 360° picture that can be dragged, pinched, and moved with the arrow keys, + and − while it has the focus, which it
 * takes once it is ready. Fills its parent, which must have a size.
 */
export function PanoramaViewer({
  src,
  label,
  view,
  wheel = false,
  onReady,
  onFailure,
  children,
}: PanoramaProps) {
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const compass = useRef<HTMLDivElement>(null);
  const panorama = useRef<Panorama>(undefined);
  const [ready, setReady] = useState(false);
  /** Times that the browser took the picture back. */
  const [losses, setLosses] = useState(0);

  const create = useEffectEvent(
    (container: HTMLElement, { createPanorama }: Awaited<ReturnType<typeof loadEngine>>) => {
      let isDrawn = false;
      return createPanorama({
        container,
        src,
        wheel,
        view: view(container.clientWidth, container.clientHeight),
        onReady: () => {
          isDrawn = true;
          // Waits for the render: a hidden element cannot take the focus.
          flushSync(() => {
            setReady(true);
            onReady?.();
          });
          if (losses === 0) surface.current?.focus({ preventScroll: true });
        },
        onRotate: (bearing) => writeBearing(compass.current, bearing),
        onFailure,
        onLost: () => {
          // Lost again before anything was drawn: there is no memory to be had.
          if (!isDrawn) return onFailure();
          setReady(false);
          setLosses((count) => count + 1);
        },
      });
    },
  );
  const fail = useEffectEvent(onFailure);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new panorama for each picture, and for each that was lost
  useEffect(() => {
    const container = surface.current;
    let unmounted = false;
    if (!container) return;
    if (!hasWebGl()) {
      fail();
      return;
    }
    loadEngine()
      .then((engine) => {
        if (!unmounted) panorama.current = create(container, engine);
      })
      .catch(() => {
        if (!unmounted) fail();
      });
    return () => {
      unmounted = true;
      panorama.current?.destroy();
      panorama.current = undefined;
    };
  }, [src, losses]);

  return (
    <div ref={frame} className="on-dark absolute inset-0 overflow-hidden">
      <div
        ref={surface}
        // Screen readers pass the arrow keys on instead of reading the page.
        role="application"
        aria-label={`${label}. Flèches pour tourner, plus et moins pour agrandir ou réduire.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys rotate it
        tabIndex={0}
        onFocus={() => panorama.current?.listenToKeys(true)}
        onBlur={() => panorama.current?.listenToKeys(false)}
        className="absolute inset-0 cursor-grab touch-none -outline-offset-4 active:cursor-grabbing [&_.psv-container]:bg-none! [&_.psv-loader-container]:hidden!"
      />
      {!ready && losses > 0 && (
        <p role="status" className="absolute top-4 left-4 rounded-xl bg-white px-4 py-2 text-ink">
          {REDRAWN}
        </p>
      )}
      {ready && (
        <>
          <Compass ref={compass} className="absolute bottom-[4.75rem] left-5 sm:bottom-5 sm:left-8" />
          <div className="absolute right-5 bottom-5 flex gap-2 sm:right-8">
            {children}
            <ViewerButtons frame={frame} onZoom={(direction) => panorama.current?.zoom(direction)} />
          </div>
        </>
      )}
    </div>
  );
}
