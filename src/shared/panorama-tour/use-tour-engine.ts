import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import type { FileAddress, InfoPoint, PanoramaTour, Scene } from './panorama-tour';
import { createTour, type TourEngine } from './tour-engine';
import { type FirstView, widestOf } from './tour-sphere';
import { sceneHref, sceneOfKey, type TourView, viewHash, viewOfHash } from './view-address';
import { REDRAWN_NOTICE } from './viewer-defaults';

/** State of a visit: on its way, there, or not to be had because of the browser or of the pictures. */
export type VisitState = 'loading' | 'ready' | 'no-webgl' | 'no-pictures';

/** Time without movement before the address is updated: browsers limit the rate of history changes. */
const STILL_MS = 400;

/**
 * Way in which the view is kept in the address: in the fragment alone (`#scene=…&vue=…`), or, for a tour alone in its window, as the
 * address of the scene's own page, which shared links show with its title and its picture.
 */
export type ViewAddress = { slug: string; scene?: string | undefined } | 'fragment';

/**
 * Keeps the view in the address, so that it can be shared and reloaded. It replaces the history entry: « Back »
 * leaves the visit instead of walking it backwards.
 *
 * @param onAsked receives the view of an address that is typed or pasted meanwhile
 * @returns a function to call at each move
 */
function useViewAddress(
  scenes: readonly Scene[],
  place: ViewAddress | undefined,
  onAsked: (view: TourView) => void,
): (view: TourView) => void {
  const isOn = place !== undefined;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const asked = useEffectEvent(() => {
    const view = viewInAddress(place, scenes);
    if (view) onAsked(view);
  });
  const forget = useEffectEvent(() => {
    clearTimeout(timer.current);
    if (place === 'fragment' && viewInAddress(place, scenes))
      replaceAddress(window.location.pathname + window.location.search);
  });
  useEffect(() => {
    if (!isOn) return;
    const onHash = () => asked();
    window.addEventListener('hashchange', onHash);
    return () => {
      window.removeEventListener('hashchange', onHash);
      forget();
    };
  }, [isOn]);
  return (view) => {
    if (!isOn) return;
    clearTimeout(timer.current);
    timer.current = setTimeout(
      () =>
        replaceAddress(
          place === 'fragment'
            ? window.location.pathname + window.location.search + viewHash(view)
            : sceneHref(place.slug, view.scene, scenes, view.view),
        ),
      STILL_MS,
    );
  };
}

function replaceAddress(address: string): void {
  window.history.replaceState(window.history.state, '', address);
}

/** The view that the present address leads to; `undefined` when it names no scene of the tour. */
export function viewInAddress(
  place: ViewAddress | undefined,
  scenes: readonly Scene[],
): TourView | undefined {
  if (!place) return undefined;
  const key = place === 'fragment' ? undefined : place.scene;
  return viewOfHash(window.location.hash, scenes, key ? sceneOfKey(key, scenes) : undefined);
}

/** A scene of a tour, or its first one. */
export const sceneOf = ({ scenes }: PanoramaTour, id?: string) =>
  scenes.find((scene) => scene.id === id) ?? (scenes[0] as Scene);

/** Shows a tour in an element, follows the scene it shows, and takes it away with the component. */
export function useTourEngine({
  tour,
  address,
  preview,
  surface,
  place,
  takesFocus,
  onTurn,
  onPoint,
  onMessage,
}: {
  tour: PanoramaTour;
  address: FileAddress;
  preview: string | undefined;
  surface: RefObject<HTMLElement | null>;
  place: ViewAddress | undefined;
  takesFocus: boolean;
  onTurn: (bearing: number) => void;
  onPoint: (point: InfoPoint) => void;
  onMessage: (message: string) => void;
}) {
  const [state, setState] = useState<VisitState>('loading');
  // An address is read once the page is in the browser: a prerendered page shows the first scene.
  const [start, setStart] = useState((): TourView & { preview?: string | undefined } => {
    const key = typeof place === 'object' ? place.scene : undefined;
    const { id, view } = (key && sceneOfKey(key, tour.scenes)) || sceneOf(tour);
    return { scene: id, view, preview };
  });
  const [firstView] = useState(() => {
    const { id, view, picture } = sceneOf(tour, start.scene);
    const isOfPage = typeof place === 'object' && place.scene !== undefined;
    const scene = { id, view, picture };
    return JSON.stringify({
      scene,
      widest: widestOf(tour.scenes),
      root: address(''),
      isOfPage,
    } satisfies FirstView);
  });
  const [sceneId, setSceneId] = useState(start.scene);
  /** Undefined until it has begun to turn slowly: there is nothing to stop before. */
  const [turns, setTurns] = useState<boolean>();
  const [hasGyroscope, setHasGyroscope] = useState(false);
  const [hasHeadset, setHasHeadset] = useState(false);
  const engine = useRef<TourEngine>(undefined);

  const keepView = useViewAddress(tour.scenes, place, ({ scene, view }) => engine.current?.show(scene, view));
  const create = useEffectEvent((container: HTMLElement) => {
    const found = viewInAddress(place, tour.scenes);
    // A link shows the view that was sent, without turning.
    const from = found ? { ...found, preview: found.scene === start.scene ? preview : undefined } : start;
    setStart(from);
    setSceneId(from.scene);
    let isFirst = true;
    let shown = from.scene;
    return createTour({
      container,
      scenes: tour.scenes,
      start: from,
      address,
      turns: from === start,
      onTurning: setTurns,
      onScene: (id) => {
        shown = id;
        setSceneId(id);
        setState('ready');
        if (isFirst && takesFocus) surface.current?.focus({ preventScroll: true });
        isFirst = false;
      },
      onView: (view, bearing) => {
        onTurn(bearing);
        if (!isFirst) keepView({ scene: shown, view });
      },
      onPoint: (id) => {
        const point = sceneOf(tour, shown).points.find((one) => one.id === id);
        if (point) onPoint(point);
      },
      onFailure: () => {
        if (isFirst) setState('no-pictures');
        else onMessage('Cette scène n’a pas pu être chargée. Vérifiez votre connexion, puis réessayez.');
      },
      onMissing: () => onMessage('Une partie de cette image n’a pas pu être lue\u00a0: elle reste floue.'),
      onLost: () => onMessage(REDRAWN_NOTICE),
      onGone: () => setState('no-webgl'),
    });
  });

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new viewer for each tour
  useEffect(() => {
    if (!surface.current) return;
    let isLeft = false;
    try {
      const made = create(surface.current);
      engine.current = made;
      void made.hasGyroscope().then((has) => !isLeft && setHasGyroscope(has));
      void made.hasHeadset().then((has) => !isLeft && setHasHeadset(has));
    } catch {
      setState('no-webgl');
    }
    return () => {
      isLeft = true;
      engine.current?.destroy();
      engine.current = undefined;
    };
  }, [tour]);

  return { state, start, firstView, sceneId, engine, turns, hasGyroscope, hasHeadset };
}
