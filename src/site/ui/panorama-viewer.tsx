import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import {
  bearingOf,
  MESSAGE_MS,
  REDRAWN_NOTICE,
  withinPanorama,
} from '@/shared/panorama-tour/viewer-defaults';
import { Compass, ViewerButtons, writeBearing } from '@/shared/panorama-tour/viewer-parts';
import { bindGestures, type Gestures } from '@/shared/sphere/gestures';
import type { View } from '@/shared/sphere/projection';
import { createSphereView } from '@/shared/sphere/sphere-view';
import { useSphere } from '@/shared/sphere/use-sphere';

/**
 * A 360° picture that can be dragged, pinched, and moved with the arrow keys, + and − while it has the focus, which it
 * takes once it is ready. Fills its parent, which must have a size.
 *
 * @param label description of the panorama for screen readers
 * @param view the initial view
 * @param wheel true when the mouse wheel zooms instead of scrolling the page
 * @param onFailure called without WebGL or network, or when the picture cannot be read
 * @param children more controls, before those of the viewer
 */
export function PanoramaViewer({
  src,
  label,
  view,
  wheel = false,
  onReady,
  onFailure,
  children,
}: {
  src: string;
  label: string;
  view: View;
  wheel?: boolean;
  onReady?: () => void;
  onFailure: () => void;
  children?: ReactNode;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const compass = useRef<HTMLDivElement>(null);
  const gestures = useRef<Gestures>(undefined);
  const [ready, setReady] = useState(false);
  const [isRedrawn, setIsRedrawn] = useState(false);
  const [sphere] = useState(createSphereView);
  const pictures = useMemo(() => [{ whole: src }], [src]);
  const { state } = useSphere({ box: surface, sphere, pictures, onLost: () => setIsRedrawn(true) });
  useEffect(() => {
    if (!isRedrawn) return;
    const timer = setTimeout(() => setIsRedrawn(false), MESSAGE_MS);
    return () => clearTimeout(timer);
  }, [isRedrawn]);
  const begin = useEffectEvent((element: HTMLElement) => {
    sphere.look(view);
    gestures.current = bindGestures(element, sphere, withinPanorama, wheel);
    return () => gestures.current?.stop();
  });
  useEffect(() => {
    const element = surface.current;
    if (!element) return;
    const stop = begin(element);
    const stopWriting = sphere.subscribe(() =>
      writeBearing(compass.current, bearingOf(sphere.get().view.yaw)),
    );
    const sizes = new ResizeObserver(() =>
      sphere.resize({ width: element.clientWidth, height: element.clientHeight }),
    );
    sizes.observe(element);
    return () => {
      stop();
      stopWriting();
      sizes.disconnect();
    };
  }, [sphere]);

  const arrive = useEffectEvent(() => {
    // Waits for the render: a hidden element cannot take the focus.
    flushSync(() => {
      setReady(true);
      onReady?.();
    });
    writeBearing(compass.current, bearingOf(sphere.get().view.yaw));
    surface.current?.focus({ preventScroll: true });
  });
  const fail = useEffectEvent(onFailure);
  useEffect(() => {
    // It waits for the end of the effect, in which nothing can be rendered at once.
    if (state === 'shown') queueMicrotask(() => arrive());
    else if (state !== 'loading') fail();
  }, [state]);

  return (
    <div ref={frame} className="on-dark absolute inset-0 overflow-hidden">
      <div
        ref={surface}
        // Screen readers pass the arrow keys on instead of reading the page.
        role="application"
        aria-label={`${label}. Flèches pour tourner, plus et moins pour agrandir ou réduire.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys rotate it
        tabIndex={0}
        className="absolute inset-0 cursor-grab touch-none -outline-offset-4 active:cursor-grabbing"
      />
      {isRedrawn && (
        <p role="status" className="absolute top-4 left-4 rounded-xl bg-white px-4 py-2 text-ink">
          {REDRAWN_NOTICE}
        </p>
      )}
      {ready && (
        <>
          <Compass ref={compass} className="absolute bottom-[4.75rem] left-5 sm:bottom-5 sm:left-8" />
          <div className="absolute right-5 bottom-5 flex gap-2 sm:right-8">
            {children}
            <ViewerButtons frame={frame} onZoom={(direction) => sphere.zoom(direction, withinPanorama)} />
          </div>
        </>
      )}
    </div>
  );
}
