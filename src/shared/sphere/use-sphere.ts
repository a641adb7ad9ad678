import { type RefObject, useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { createSphere, type Sphere, type SpherePicture } from './sphere';
import type { Frame, SphereView } from './sphere-view';

/** State of a sphere: on its way, there, not to be had now, or never in this browser. */
export type SphereState = 'loading' | 'shown' | 'failed' | 'impossible';

/** Renders the component again at each move of the view. */
export const useFrame = (view: SphereView): Frame => useSyncExternalStore(view.subscribe, view.get, view.get);

/**
 * Shows pictures in an element as the view turns, as long as the component is there.
 *
 * @param pictures the former ones stay until they have come
 * @param onLost called when the browser takes the graphics memory back: the same view is drawn again by itself
 */
export function useSphere({
  box,
  sphere,
  pictures,
  onLost,
}: {
  box: RefObject<HTMLElement | null>;
  sphere: SphereView;
  pictures: readonly SpherePicture[];
  onLost: () => void;
}) {
  const engine = useRef<Sphere>(undefined);
  const [state, setState] = useState<SphereState>('loading');
  const [shown, setShown] = useState('');
  const [attempt, setAttempt] = useState(0);
  const lost = useEffectEvent(onLost);
  useEffect(() => {
    const canvas = document.createElement('canvas');
    canvas.className = 'block size-full';
    box.current?.append(canvas);
    try {
      const onGone = () => setState('impossible');
      engine.current = createSphere(canvas, { sphere, onLost: () => lost(), onGone });
    } catch {
      canvas.remove();
      setState('impossible');
    }
    return () => {
      engine.current?.destroy();
      engine.current = undefined;
    };
  }, [box, sphere]);

  const addresses = addressesOf(pictures);
  const show = useEffectEvent(async () => {
    try {
      return (await engine.current?.show(pictures)) ? 'shown' : undefined;
    } catch {
      return 'failed';
    }
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads them again
  useEffect(() => {
    let isLeft = false;
    if (!engine.current) return;
    setState('loading');
    show().then((next) => {
      if (isLeft || !next) return;
      setState(next);
      if (next === 'shown') setShown(addresses);
    });
    return () => {
      isLeft = true;
    };
  }, [sphere, addresses, attempt]);

  // Other pictures are on their way from the render in which they are asked for.
  const isOld = state === 'shown' && shown !== addresses;
  return { engine, state: isOld ? 'loading' : state, retry: () => setAttempt((count) => count + 1) };
}

/** The addresses of pictures as one text. */
const addressesOf = (pictures: readonly SpherePicture[]) => pictures.map(({ whole }) => whole).join(' ');
