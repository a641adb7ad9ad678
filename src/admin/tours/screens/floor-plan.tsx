import { type KeyboardEvent, type PointerEvent, type RefObject, useRef, useState } from 'react';
import type { Floor } from '@/shared/panorama-tour/panorama-tour';
import { PlanDrawing, ViewCone } from '@/shared/panorama-tour/plan-drawing';
import { asHeading, horizontalField } from '@/shared/sphere/projection';
import { arrowOf } from '@/shared/sphere/sphere-marks';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';
import { panoramaFileUrl } from '../data/panorama-address';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { changeScene } from './angles';
import type { StepKind } from './draft-history';

type Place = { x: number; y: number };

const clampShare = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

/** Part of the plan that an arrow key moves by. */
const KEY_STEP = 0.02;

/** Distance after which a press becomes a drag, in CSS pixels. */
const DRAG_THRESHOLD = 4;

/** Things that are dragged on a plan: a scene, the cone of the view, or the plan's north. */
type DraggedMark =
  | { kind: 'scene'; id: string; to: Place }
  | { kind: 'cone'; bearing: number }
  | { kind: 'north'; degrees: number };

/** One floor of a tour to edit: scenes placed by a press or a drag, the cone of the view, and the north. */
export function FloorPlan({
  floor,
  tour,
  scene,
  sphere,
  isReadOnly,
  onEdit,
  onNorth,
  onOpenScene,
}: {
  floor: Floor;
  tour: DraftTour;
  scene: DraftScene;
  sphere: SphereView;
  isReadOnly: boolean;
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;
  onNorth: (degrees: number) => void;
  onOpenScene: (id: string) => void;
}) {
  const plan = useRef<HTMLDivElement>(null);
  const [cross, setCross] = useState<Place>({ x: 0.5, y: 0.5 });
  const [dragged, setDragged] = useState<DraggedMark>();
  const placed = tour.scenes.flatMap(({ id, name, onPlan }, index) => {
    if (onPlan?.floor !== floor.id) return [];
    const at = dragged?.kind === 'scene' && dragged.id === id ? dragged.to : onPlan;
    return [{ id, name: name || 'Sans nom', number: index + 1, x: at.x, y: at.y }];
  });
  const here = placed.find(({ id }) => id === scene.id);

  const put = (id: string, place: Place, what: string, field?: string) =>
    onEdit(
      changeScene(id, (old) => ({ ...old, onPlan: { floor: floor.id, ...place } })),
      { what, scene: id, part: 'plan', field },
    );
  const placeHere = (place: Place) => put(scene.id, place, 'place d’une scène sur le plan');
  const drag = useDrags(plan, setDragged);

  const press = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    placeHere(placeAt(plan, clientX, clientY));
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (event.key === 'Enter' || event.key === ' ') placeHere(cross);
    else if (arrow)
      setCross(({ x, y }) => ({
        x: clampShare(x + arrow[0] * KEY_STEP),
        y: clampShare(y - arrow[1] * KEY_STEP),
      }));
    else return;
    event.preventDefault();
  };
  const north = dragged?.kind === 'north' ? dragged.degrees : floor.north;

  return (
    <div className="relative">
      <PlanDrawing
        ref={plan}
        floor={floor}
        address={panoramaFileUrl}
        scenes={placed}
        current={scene.id}
        className="rounded-xl border border-line bg-paper"
        buttonOf={({ id, name }) => ({
          'aria-label': `${name}${isReadOnly ? '' : ', flèches pour la déplacer sur le plan'}`,
          onClick: () => onOpenScene(id),
          ...(!isReadOnly && {
            ...drag(
              (clientX, clientY) => ({ kind: 'scene', id, to: placeAt(plan, clientX, clientY) }),
              (end) => end.kind === 'scene' && put(id, end.to, 'place d’une scène sur le plan'),
            ),
            onKeyDown: (event: KeyboardEvent) => {
              const arrow = arrowOf(event);
              const at = tour.scenes.find((one) => one.id === id)?.onPlan;
              if (!arrow || !at) return;
              event.preventDefault();
              const to = {
                x: clampShare(at.x + arrow[0] * KEY_STEP),
                y: clampShare(at.y - arrow[1] * KEY_STEP),
              };
              put(id, to, 'place d’une scène sur le plan', `${id}/onPlan`);
            },
          }),
        })}
      >
        {!isReadOnly && (
          <div
            role="application"
            aria-label={`Plan\u00a0: les flèches déplacent la croix, Entrée place «\u00a0${scene.name || 'Sans nom'}\u00a0»`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
            tabIndex={0}
            className="group absolute inset-0 cursor-crosshair focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac"
            onClick={press}
            onKeyDown={onKeyDown}
          >
            <span
              aria-hidden="true"
              style={{ left: `${cross.x * 100}%`, top: `${cross.y * 100}%` }}
              className="absolute hidden size-8 -translate-1/2 rounded-full border-4 border-white ring-2 ring-ink group-focus-visible:block"
            />
          </div>
        )}
        {here && (
          <LiveCone
            at={here}
            floor={floor}
            sphere={sphere}
            heading={scene.heading}
            bearing={dragged?.kind === 'cone' ? dragged.bearing : undefined}
          />
        )}
        {here && !isReadOnly && (
          <ConeHandle
            at={here}
            floor={floor}
            sphere={sphere}
            heading={scene.heading}
            bearing={dragged?.kind === 'cone' ? dragged.bearing : undefined}
            {...drag(
              (clientX, clientY) => ({
                kind: 'cone',
                bearing: asHeading(angleAt(plan, here, clientX, clientY) + floor.north),
              }),
              (end) => {
                if (end.kind !== 'cone') return;
                const heading = asHeading(end.bearing - sphere.get().view.yaw);
                onEdit(
                  changeScene(scene.id, (old) => ({ ...old, heading })),
                  { what: 'direction du nord', scene: scene.id, part: 'plan' },
                );
              },
            )}
          />
        )}
      </PlanDrawing>
      <NorthHandle
        north={north}
        {...(!isReadOnly && {
          ...drag(
            (clientX, clientY, target) => ({
              kind: 'north',
              degrees: asHeading(-Math.round(angleAround(target, clientX, clientY))),
            }),
            (end) => end.kind === 'north' && onNorth(end.degrees),
          ),
          onKeyDown: (event: KeyboardEvent) => {
            const arrow = arrowOf(event);
            if (!arrow) return;
            event.preventDefault();
            const by = (arrow[0] - arrow[1]) * (event.shiftKey ? 1 : 5);
            onNorth(asHeading(floor.north - by));
          },
        })}
      />
      <p className="mt-1.5 text-sm text-slate">
        {here
          ? 'Glissez une scène pour la déplacer, et la pointe du cône pour dire où regarde la vue présente.'
          : `Pressez sur le plan l’endroit de «\u00a0${scene.name || 'Sans nom'}\u00a0».`}
      </p>
    </div>
  );
}

/** Converts a place on the screen to one of the plan, from 0 to 1. */
function placeAt(plan: RefObject<HTMLElement | null>, clientX: number, clientY: number): Place {
  const box = plan.current?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: clampShare((clientX - box.left) / box.width), y: clampShare((clientY - box.top) / box.height) };
}

/** Returns the angle from upwards, clockwise, in which a place on the screen lies from another. */
const angleFrom = (x: number, y: number) => (Math.atan2(x, -y) * 180) / Math.PI;

/** Returns that angle from a place of the plan. */
function angleAt(plan: RefObject<HTMLElement | null>, { x, y }: Place, clientX: number, clientY: number) {
  const box = plan.current?.getBoundingClientRect();
  return box ? angleFrom(clientX - box.left - x * box.width, clientY - box.top - y * box.height) : 0;
}

/** Returns that angle from the middle of an element. */
function angleAround(element: Element, clientX: number, clientY: number): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  return angleFrom(clientX - left - width / 2, clientY - top - height / 2);
}

/** Handlers of something that is dragged on a plan: shown while it moves, changed once it is dropped. */
function useDrags(plan: RefObject<HTMLElement | null>, show: (dragged: DraggedMark | undefined) => void) {
  const start = useRef<Place>(undefined);
  const last = useRef<DraggedMark>(undefined);
  const wasDragged = useRef(false);
  return (
    at: (clientX: number, clientY: number, target: Element) => DraggedMark,
    drop: (dragged: DraggedMark) => void,
  ) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      wasDragged.current = false;
      if (event.button !== 0 || !plan.current) return;
      start.current = { x: event.clientX, y: event.clientY };
      event.currentTarget.setPointerCapture?.(event.pointerId);
    },
    onPointerMove: ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>) => {
      const from = start.current;
      if (!from || (!last.current && Math.hypot(clientX - from.x, clientY - from.y) < DRAG_THRESHOLD)) return;
      wasDragged.current = true;
      last.current = at(clientX, clientY, currentTarget);
      show(last.current);
    },
    onPointerUp: () => {
      const end = last.current;
      start.current = undefined;
      last.current = undefined;
      show(undefined);
      if (end) drop(end);
    },
    onPointerCancel: () => {
      start.current = undefined;
      last.current = undefined;
      show(undefined);
    },
    // The click that ends a drag opens nothing.
    onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
      if (!wasDragged.current) return;
      wasDragged.current = false;
      event.preventDefault();
      event.stopPropagation();
    },
    style: { touchAction: 'none' as const },
  });
}

type ConeProps = {
  at: Place;
  floor: Floor;
  sphere: SphereView;
  heading: number;
  /** While it is dragged. */
  bearing: number | undefined;
};

function LiveCone({ at, floor, sphere, heading, bearing }: ConeProps) {
  const { view, size } = useFrame(sphere);
  return (
    <ViewCone
      at={at}
      floor={floor}
      bearing={bearing ?? heading + view.yaw}
      field={horizontalField(view, size)}
    />
  );
}

/** Distance of the cone's handle from its scene, in rem. */
const CONE_LENGTH = 4.5;

/** The tip of the cone, by which it is turned; a pointer's only, since the scene's heading is also a field. */
function ConeHandle({
  at,
  floor,
  sphere,
  heading,
  bearing,
  style,
  ...handlers
}: ConeProps & ReturnType<ReturnType<typeof useDrags>>) {
  const { view } = useFrame(sphere);
  const angle = (((bearing ?? heading + view.yaw) - floor.north) * Math.PI) / 180;
  return (
    <span
      aria-hidden="true"
      {...handlers}
      style={{
        ...style,
        left: `calc(${at.x * 100}% + ${(CONE_LENGTH * Math.sin(angle)).toFixed(3)}rem)`,
        top: `calc(${at.y * 100}% - ${(CONE_LENGTH * Math.cos(angle)).toFixed(3)}rem)`,
      }}
      className="absolute z-10 flex size-8 -translate-1/2 cursor-grab items-center justify-center active:cursor-grabbing"
    >
      <span className="size-4 rounded-full border-2 border-white bg-sumac shadow-md" />
    </span>
  );
}

/** The north of a plan, turned by a drag or by arrows. */
function NorthHandle({
  north,
  ...handlers
}: { north: number } & Partial<ReturnType<ReturnType<typeof useDrags>>> & {
    onKeyDown?: (event: KeyboardEvent) => void;
  }) {
  const isMovable = handlers.onKeyDown !== undefined;
  return (
    <button
      type="button"
      role="slider"
      aria-label="Nord du plan"
      aria-valuemin={0}
      aria-valuemax={360}
      aria-valuenow={Math.round(asHeading(-north))}
      aria-valuetext={`${Math.round(asHeading(-north))}° à droite du haut`}
      aria-disabled={!isMovable || undefined}
      title={'Nord du plan\u00a0: glissez ou pressez les flèches pour le tourner'}
      {...handlers}
      className={`absolute top-2 right-2 flex size-14 items-center justify-center rounded-full border-2 border-white bg-ink/75 text-white shadow-md focus-visible:outline-3 focus-visible:outline-sumac ${isMovable ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <span
        aria-hidden="true"
        style={{ rotate: `${-north}deg` }}
        className="flex h-12 flex-col items-center text-sm leading-none font-bold"
      >
        <span>▲</span>
        <span>N</span>
      </span>
    </button>
  );
}
