import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { notify } from '@/shared/lib/notify';
import { REDRAWN } from '@/shared/panorama-tour/viewer-defaults';
import { hasWebGl } from '@/shared/panorama-tour/viewer-parts';
import type { Size } from '@/shared/sphere/projection';
import type { SphereView } from '@/shared/sphere/sphere-view';
import type { DatedPair } from './dated-pictures';
import type { Layout, TwoSpheres } from './two-spheres';

/** State of the picture: on its way, there, not to be had now, or never in this browser. */
export type PictureState = 'loading' | 'shown' | 'failed' | 'impossible';

/**
 * Draws two panoramas in an element, at each move of the view and each change of the layout.
 *
 * @returns the pair that shows, with its dates: the former one while the next is on its way
 */
export function useTwoSpheres({
  canvas,
  sphere,
  pair,
  layout,
}: {
  canvas: RefObject<HTMLElement | null>;
  sphere: SphereView;
  pair: DatedPair;
  layout: Layout;
}) {
  const engine = useRef<TwoSpheres>(undefined);
  const frame = useRef(0);
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  const [state, setState] = useState<PictureState>('loading');
  const [loaded, setLoaded] = useState<DatedPair>();
  const isSame = loaded?.before.src === pair.before.src && loaded.after.src === pair.after.src;
  const shown = loaded && !isSame ? loaded : pair;
  const [isReady, setIsReady] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const isDrawn = useRef(false);
  const retry = () => {
    isDrawn.current = false;
    setState('loading');
    setAttempt((count) => count + 1);
  };

  const draw = useEffectEvent(() => {
    const headings = { before: shown.before.heading, after: shown.after.heading };
    if (loaded) engine.current?.draw(sphere.get().view, layout, headings, size);
  });
  const redraw = useEffectEvent(() => {
    cancelAnimationFrame(frame.current);
    frame.current = requestAnimationFrame(() => draw());
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads it again
  useEffect(() => {
    const container = canvas.current;
    if (!container) return;
    if (!hasWebGl()) {
      setState('impossible');
      return;
    }
    let isLeft = false;
    import('./two-spheres')
      .then(({ createTwoSpheres }) => {
        if (isLeft) return;
        engine.current = createTwoSpheres(container, () => {
          // Lost again before anything was drawn: there is no memory to be had.
          if (!isDrawn.current) return setState('impossible');
          notify.info(REDRAWN);
          retry();
        });
        setIsReady(true);
      })
      .catch(() => {
        if (!isLeft) setState('failed');
      });
    return () => {
      isLeft = true;
      cancelAnimationFrame(frame.current);
      engine.current?.destroy();
      engine.current = undefined;
      setIsReady(false);
      setLoaded(undefined);
    };
  }, [canvas, attempt]);

  useEffect(() => {
    return sphere.subscribe(() => redraw());
  }, [sphere]);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      setSize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);

  const [before, after] = [pair.before.src, pair.after.src];
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads them again
  useEffect(() => {
    if (!isReady) return;
    const leaving = new AbortController();
    setState('loading');
    engine.current
      ?.load({ before, after }, leaving.signal)
      .then(() => {
        if (leaving.signal.aborted) return;
        isDrawn.current = true;
        setLoaded(pair);
        setState('shown');
      })
      .catch(() => {
        if (!leaving.signal.aborted) setState('failed');
      });
    return () => leaving.abort();
  }, [isReady, before, after, attempt]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each changes what is drawn
  useEffect(() => redraw(), [loaded, size, layout, shown]);

  return {
    shown,
    state,
    size,
    retry,
  };
}
