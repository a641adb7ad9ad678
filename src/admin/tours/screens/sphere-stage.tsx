import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { notify } from '@/shared/lib/notify';
import { spherePictureOf, type TiledPicture } from '@/shared/panorama-tour/panorama-tour';
import { REDRAWN_NOTICE } from '@/shared/panorama-tour/viewer-defaults';
import { FullscreenButton, ZoomButtons } from '@/shared/panorama-tour/viewer-parts';
import type { Turn } from '@/shared/sphere/camera';
import {
  asDirection,
  asHeading,
  type Direction,
  type Ellipse,
  enlargement,
  type View,
  withinPicture,
} from '@/shared/sphere/projection';
import { arrowOf, type SphereMark, SphereMarks } from '@/shared/sphere/sphere-marks';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { overPicture, useCovers } from '@/shared/sphere/use-covers';
import { useFrame, useSphere } from '@/shared/sphere/use-sphere';
import { type SphereMode, useSphereGestures } from '@/shared/sphere/use-sphere-gestures';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import { Button } from '@/shared/ui/button';
import { panoramaFileUrl } from '../data/panorama-address';

/** Share of the field of view that an arrow key turns by, and with Shift. */
const TURN_SHARES = { usual: 1 / 8, fine: 1 / 40 };

/** The picture of a scene in which one looks around and places marks. */
export type StageHandle = { focus: () => void };

type Props = {
  ref: Ref<StageHandle>;
  /** The element that fills the screen: the picture with its tools. */
  frame: RefObject<HTMLElement | null>;
  sphere: SphereView;
  picture: TiledPicture;
  /** Rotation in which the picture is drawn, until its tiles are level. */
  turn: Turn;
  /** Name of the scene. */
  name: string;
  heading: number;
  mode: SphereMode;
  marks: readonly SphereMark[];
  selected: string | undefined;
  onSelect: (id: string | undefined) => void;
  onPlace: (direction: Direction) => void;
  onDraw: (ellipse: Ellipse) => void;
  onEscape: () => void;
  /** Drawn over the picture, below its marks. */
  overlay?: ReactNode;
  /** The panel beside or over the picture. */
  children?: ReactNode;
};

const pixelDensity = () => window.devicePixelRatio || 1;

/**
 * Shows a panorama as visitors see it, and lets one look, zoom to its single pixels, and place marks there. By keyboard:
 * arrows look, + and − zoom, Enter places in the middle.
 */
export function SphereStage({
  ref,
  frame,
  sphere,
  picture,
  turn,
  name,
  heading,
  mode,
  marks,
  selected,
  onSelect,
  onPlace,
  onDraw,
  onEscape,
  overlay,
  children,
}: Props) {
  const [box, stage] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)];
  useCovers(box, sphere.cover);
  const [hintId, markHintId] = [useId(), useId()];
  const [spoken, setSpoken] = useState('');
  useImperativeHandle(ref, () => ({ focus: () => stage.current?.focus({ preventScroll: true }) }));

  const within = (view: View): View => ({
    ...view,
    pitch: Math.min(90, Math.max(-90, view.pitch)),
    field: withinPicture(view.field, picture.width, sphere.get().size, pixelDensity()),
  });
  const canvas = useRef<HTMLDivElement>(null);
  const { engine, state, retry } = useSphere({
    box: canvas,
    sphere,
    pictures: [{ ...spherePictureOf(picture, panoramaFileUrl), turn }],
    onLost: () => notify.info(REDRAWN_NOTICE),
  });
  const { heading: turned, pitch: tilted, roll } = turn;
  useEffect(() => {
    // A new picture is shown with its own.
    if (state === 'shown') engine.current?.turn(0, { heading: turned, pitch: tilted, roll });
  }, [engine, state, turned, tilted, roll]);
  const keepWithin = useEffectEvent(() => {
    const element = stage.current;
    if (!element) return;
    const { width, height } = element.getBoundingClientRect();
    if (width > 0 && height > 0) sphere.resize({ width, height });
    sphere.look(within(sphere.get().view));
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a smaller picture allows less zoom
  useEffect(() => {
    keepWithin();
    const observer = new ResizeObserver(() => keepWithin());
    if (stage.current) observer.observe(stage.current);
    return () => observer.disconnect();
  }, [picture.width]);

  const { dragged, handlers } = useSphereGestures({
    stage,
    sphere,
    within,
    mode,
    marks,
    selected,
    onPlace: (direction) => (mode === 'look' ? onSelect(undefined) : onPlace(direction)),
    onDraw,
  });
  const zoom = (direction: 'in' | 'out') => sphere.zoom(direction, within);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const { view } = sphere.get();
    const arrow = arrowOf(event);
    if (arrow) {
      const by = view.field * (event.shiftKey ? TURN_SHARES.fine : TURN_SHARES.usual);
      const to = asDirection({ yaw: view.yaw + arrow[0] * by, pitch: view.pitch + arrow[1] * by });
      sphere.look(within({ ...view, ...to }));
      setSpoken(`${to.yaw}° à l’horizontale, ${to.pitch}° en hauteur`);
    } else if (event.key === '+' || event.key === '=') zoom('in');
    else if (event.key === '-') zoom('out');
    else if (event.key === 'Escape') onEscape();
    else if ((event.key === 'Enter' || event.key === ' ') && mode !== 'look') onPlace(asDirection(view));
    else return;
    event.preventDefault();
  };

  return (
    <div className="relative min-h-0 flex-1">
      <div ref={box} className="relative h-full scroll-mt-14 overflow-clip bg-ink lg:rounded-xl">
        {/* A surface, not a button: where one looks in it, and the position of a press, are its value. */}
        <div
          ref={stage}
          role="application"
          aria-label={`Panorama de ${name}`}
          aria-describedby={hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          {...handlers}
          onKeyDown={onKeyDown}
          className={`group relative isolate h-[60dvh] min-h-80 lg:h-[max(60dvh,100dvh-14rem)] touch-none select-none in-[:fullscreen]:h-full ${mode === 'look' ? 'cursor-grab active:cursor-grabbing' : 'cursor-crosshair'} focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac`}
        >
          <div ref={canvas} aria-hidden="true" className="pointer-events-none absolute inset-0" />
          {overlay}
          <SphereMarks
            sphere={sphere}
            marks={marks}
            selected={selected}
            dragged={dragged}
            hintId={markHintId}
            onSelect={onSelect}
            onLeave={() => stage.current?.focus({ preventScroll: true })}
          />
          <span
            aria-hidden="true"
            className={`pointer-events-none absolute top-1/2 left-1/2 size-8 -translate-1/2 rounded-full border-3 border-white ring-2 ring-ink ${mode === 'look' ? 'hidden' : 'hidden group-focus-visible:block'}`}
          />
          <span id={hintId} className="sr-only">
            Les flèches tournent la vue, plus et moins l’agrandissent ou la réduisent, Entrée place au milieu.
          </span>
          <span role="status" className="sr-only">
            {spoken}
          </span>
        </div>
        <span id={markHintId} hidden>
          Glissez ce repère ou pressez les flèches pour le déplacer; Maj et les flèches changent la taille
          d’un flou; Suppr le retire.
        </span>
        {state === 'loading' && (
          <p
            role="status"
            className="pointer-events-none absolute inset-0 flex items-center justify-center gap-3 text-white"
          >
            <AzimuthRing className="size-10" spinning />
            <span className="sr-only">Chargement du panorama</span>
          </p>
        )}
        {(state === 'failed' || state === 'impossible') && (
          <div
            role={state === 'failed' ? 'alert' : 'status'}
            className="absolute inset-0 flex flex-col items-center justify-center gap-3 bg-ink/85 p-6 text-center text-white"
          >
            <p className="max-w-prose">
              {state === 'failed'
                ? 'Ce panorama n’a pas pu être chargé. Vérifiez votre connexion, puis réessayez.'
                : 'Votre navigateur ne peut pas montrer ce panorama (WebGL est absent ou désactivé). Les listes ci-dessous restent utilisables.'}
            </p>
            {state === 'failed' && (
              <Button size="sm" variant="outline" onClick={retry}>
                Réessayer
              </Button>
            )}
          </div>
        )}
        <Readout sphere={sphere} heading={heading} pictureWidth={picture.width} />
        <div {...overPicture} className="absolute right-3 bottom-3 flex gap-2">
          <ZoomButtons onZoom={zoom} />
          <FullscreenButton frame={frame} />
        </div>
      </div>
      {children}
    </div>
  );
}

/** Shows the present direction and the enlargement of the picture. */
function Readout({
  sphere,
  heading,
  pictureWidth,
}: {
  sphere: SphereView;
  heading: number;
  pictureWidth: number;
}) {
  const { view, size } = useFrame(sphere);
  return (
    <p
      {...overPicture}
      aria-hidden="true"
      title={
        'Direction de la vue, et agrandissement\u00a0: à 100\u00a0%, un pixel du panorama est un pixel de l’écran'
      }
      className="absolute bottom-3 left-3 rounded-full bg-ink/75 px-3 py-1 text-sm text-white tabular-nums"
    >
      {Math.round(asHeading(heading + view.yaw)) % 360}° ·{' '}
      {enlargement(pictureWidth, size, pixelDensity(), view.field)}
      &nbsp;%
    </p>
  );
}
