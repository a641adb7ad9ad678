import { ChevronsLeftRight } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { type Direction, type Ellipse, outlineOf, project, type View } from '@/shared/sphere/projection';
import { type SphereMark, SphereMarks } from '@/shared/sphere/sphere-marks';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';
import { useSphereGestures } from '@/shared/sphere/use-sphere-gestures';
import { type DatedPair, dayOf } from './dated-pictures';
import type { ViewingTool } from './two-dates-viewer';

/** One picture in which one looks, presses and draws: the whole frame, or one of two beside one another. */
export function Pane({
  label,
  sphere,
  within,
  tool,
  marks,
  selected,
  ruler,
  wheelZooms,
  isEcho = false,
  onSelect,
  onPlace,
  onDraw,
  onKeyDown,
  children,
}: {
  label: string;
  sphere: SphereView;
  within: (view: View) => View;
  tool: ViewingTool;
  marks: readonly SphereMark[];
  selected: string | undefined;
  ruler: readonly Direction[];
  wheelZooms: boolean;
  /** True when another picture has the buttons of the marks: this one shows their outlines. */
  isEcho?: boolean;
  onSelect: (id: string | undefined) => void;
  onPlace: (direction: Direction) => void;
  onDraw: (ellipse: Ellipse) => void;
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void;
  children: ReactNode;
}) {
  const stage = useRef<HTMLDivElement>(null);
  const [hintId, markHintId] = [useId(), useId()];
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => {
      const { width, height } = element.getBoundingClientRect();
      if (width > 0 && height > 0) sphere.resize({ width, height });
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [sphere]);
  const { dragged, handlers } = useSphereGestures({
    stage,
    sphere,
    within,
    mode: tool === 'mark' ? 'draw' : tool === 'measure' ? 'place' : 'look',
    marks: isEcho ? [] : marks,
    selected,
    onPlace,
    onDraw,
    wheelZooms,
  });
  return (
    // A surface, not a button: where one looks in it, and the position of a press, are its value.
    <div
      ref={stage}
      role="application"
      aria-label={label}
      aria-describedby={hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
      tabIndex={0}
      {...handlers}
      onKeyDown={onKeyDown}
      className={`group relative isolate size-full touch-none overflow-clip select-none ${tool === 'look' ? 'cursor-grab active:cursor-grabbing' : 'cursor-crosshair'} focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac`}
    >
      <Drawn sphere={sphere} marks={isEcho ? marks : []} ruler={ruler} />
      {!isEcho && (
        <SphereMarks
          sphere={sphere}
          marks={marks}
          selected={selected}
          dragged={dragged}
          hintId={markHintId}
          onSelect={onSelect}
          onLeave={() => stage.current?.focus({ preventScroll: true })}
        />
      )}
      {children}
      <span
        aria-hidden="true"
        className={`pointer-events-none absolute top-1/2 left-1/2 size-8 -translate-1/2 rounded-full border-3 border-white ring-2 ring-ink ${tool === 'look' ? 'hidden' : 'hidden group-focus-visible:block'}`}
      />
      <span id={hintId} className="sr-only">
        Les flèches tournent les deux images ensemble, plus et moins les agrandissent ou les réduisent, 1, 2
        et 3 changent le mode, la barre d’espace montre l’autre date en alternance, Entrée place au milieu.
      </span>
      <span id={markHintId} hidden>
        Glissez ce repère ou pressez les flèches pour le déplacer; Maj et les flèches changent sa taille;
        Suppr le retire.
      </span>
    </div>
  );
}

/** Outlines of the marks of the other picture, and the measured angle: a straight line is a great circle. */
function Drawn({
  sphere,
  marks,
  ruler,
}: {
  sphere: SphereView;
  marks: readonly SphereMark[];
  ruler: readonly Direction[];
}) {
  const { view, size } = useFrame(sphere);
  const ends = ruler.flatMap((end) => project(view, size, end) ?? []);
  const [from, to] = ends;
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full">
      {marks.map(({ id, ellipse, ...at }) => {
        const path = ellipse && outlineOf(view, size, { ...at, ...ellipse });
        return (
          path && (
            <g key={id} className="fill-none">
              <path d={path} className="stroke-ink/70" strokeWidth={4} />
              <path d={path} className="stroke-[#ffd166]" strokeWidth={2} strokeDasharray="10 5" />
            </g>
          )
        );
      })}
      {from && to && ruler.length === 2 && (
        <g strokeLinecap="round">
          <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="stroke-ink" strokeWidth={6} />
          <line x1={from.x} y1={from.y} x2={to.x} y2={to.y} className="stroke-white" strokeWidth={2.5} />
        </g>
      )}
      {ends.map(({ x, y }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the first and the second end
        <circle key={index} cx={x} cy={y} r={5} strokeWidth={2} className="fill-sumac stroke-white" />
      ))}
    </svg>
  );
}

const percent = (split: number) => Math.round(split * 100);

/** Steps of the line by an arrow key, and by Page Up or Down. */
const CURTAIN_STEPS: Readonly<Record<string, number>> = {
  ArrowLeft: -0.02,
  ArrowDown: -0.02,
  ArrowRight: 0.02,
  ArrowUp: 0.02,
  PageDown: -0.1,
  PageUp: 0.1,
  Home: -1,
  End: 1,
};

/** The line between two dates: dragged by its handle, or moved by keys. It stands in the picture, which the wheel over it zooms. */
export function Curtain({
  split,
  onSplit,
  pair,
}: {
  split: number;
  onSplit: (split: number) => void;
  pair: DatedPair;
}) {
  const clamped = (value: number) => Math.min(1, Math.max(0, value));
  const drag = (event: PointerEvent<HTMLElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { left = 0, width = 1 } = event.currentTarget.parentElement?.getBoundingClientRect() ?? {};
    onSplit(clamped((event.clientX - left) / width));
  };
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label="Ligne entre les deux dates"
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={percent(split)}
      aria-valuetext={`${percent(split)}\u00a0% de l’image du ${dayOf(pair.before)}`}
      onPointerDown={(event) => {
        event.preventDefault();
        // The picture stays while the line moves.
        event.stopPropagation();
        event.currentTarget.focus({ preventScroll: true });
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const by = CURTAIN_STEPS[event.key];
        if (by === undefined) return;
        event.preventDefault();
        onSplit(clamped(split + by));
      }}
      style={{ left: `${split * 100}%` }}
      className="absolute inset-y-0 z-10 flex w-11 -translate-x-1/2 cursor-ew-resize touch-none items-center justify-center rounded-full focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac"
    >
      <span
        aria-hidden="true"
        className="absolute inset-y-0 w-0.5 bg-white shadow-[0_0_0_1px_rgb(0_0_0/0.4)]"
      />
      <span
        aria-hidden="true"
        className="relative flex size-11 items-center justify-center rounded-full bg-white text-ink shadow-lg"
      >
        <ChevronsLeftRight className="size-5" />
      </span>
    </div>
  );
}
