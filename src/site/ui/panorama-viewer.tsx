import { Maximize, Minimize, Minus, Plus } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import type { Panorama, View } from './panorama-engine';

/** Loads the panorama library, which is much larger than this file. */
export const loadEngine = () => import('./panorama-engine');

export type PanoramaProps = {
  src: string;
  /** What the panorama shows, for screen readers. */
  label: string;
  /** The initial view, given the size of the viewer in CSS pixels. */
  view: (width: number, height: number) => View;
  /** Whether the mouse wheel zooms instead of scrolling the page. */
  wheel?: boolean;
  onReady?: () => void;
  /** Called without WebGL or network, or when the picture cannot be read. */
  onFailure: () => void;
  /** More controls, before those of the viewer. */
  children?: ReactNode;
};

/** Whether the browser supports WebGL 2. */
function hasWebGl(): boolean {
  try {
    return document.createElement('canvas').getContext('webgl2') !== null;
  } catch {
    return false;
  }
}

function subscribeToFullscreen(notify: () => void) {
  document.addEventListener('fullscreenchange', notify);
  return () => document.removeEventListener('fullscreenchange', notify);
}

const buttonClass =
  'inline-flex size-11 items-center justify-center rounded-full bg-ink/75 text-white hover:bg-ink';

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
  const full = useSyncExternalStore(
    subscribeToFullscreen,
    () => document.fullscreenElement !== null && document.fullscreenElement === frame.current,
  );

  const create = useEffectEvent(
    (container: HTMLElement, { createPanorama }: Awaited<ReturnType<typeof loadEngine>>) =>
      createPanorama({
        container,
        src,
        wheel,
        view: view(container.clientWidth, container.clientHeight),
        onReady: () => {
          // Rendered first: a hidden element cannot take the focus.
          flushSync(() => {
            setReady(true);
            onReady?.();
          });
          surface.current?.focus({ preventScroll: true });
        },
        onRotate: (bearing) => {
          // Sixty times a second: written to the DOM without rendering.
          const [ring, text] = compass.current?.children ?? [];
          if (ring instanceof HTMLElement) ring.style.transform = `rotate(${-bearing}deg)`;
          if (text) text.textContent = `${bearing}°`;
        },
        onFailure,
      }),
  );
  const fail = useEffectEvent(onFailure);

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new panorama for each picture
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
  }, [src]);

  const toggleFull = () => {
    const change = full ? document.exitFullscreen() : frame.current?.requestFullscreen();
    change?.catch(() => {});
  };

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
      {ready && (
        <>
          <div
            ref={compass}
            aria-hidden="true"
            data-testid="cap"
            className="pointer-events-none absolute bottom-[4.75rem] left-5 flex items-center gap-2.5 sm:bottom-5 rounded-full bg-ink/75 py-1.5 pr-4 pl-1.5 font-medium text-white tabular-nums sm:left-8"
          >
            <span className="block">
              <AzimuthRing className="size-8" />
            </span>
            <span />
          </div>
          <div className="absolute right-5 bottom-5 flex gap-2 sm:right-8">
            {children}
            <button
              type="button"
              aria-label="Réduire"
              onClick={() => panorama.current?.zoom('out')}
              className={buttonClass}
            >
              <Minus aria-hidden="true" className="size-5" />
            </button>
            <button
              type="button"
              aria-label="Agrandir"
              onClick={() => panorama.current?.zoom('in')}
              className={buttonClass}
            >
              <Plus aria-hidden="true" className="size-5" />
            </button>
            {document.fullscreenEnabled && (
              <button
                type="button"
                aria-label={full ? 'Quitter le plein écran' : 'Plein écran'}
                onClick={toggleFull}
                className={buttonClass}
              >
                {full ? (
                  <Minimize aria-hidden="true" className="size-5" />
                ) : (
                  <Maximize aria-hidden="true" className="size-5" />
                )}
              </button>
            )}
          </div>
        </>
      )}
    </div>
  );
}
