import { type PointerEvent, type RefObject, useRef } from 'react';

/** A place of a plan, from 0 to 1 each way. */
export type Place = { x: number; y: number };

const clampShare = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

/** Part of the plan that an arrow key moves by. */
const KEY_STEP = 0.02;

/** Returns the place that an arrow key moves a place to. */
export const movedByArrow = ({ x, y }: Place, arrow: readonly [number, number]): Place => ({
  x: clampShare(x + arrow[0] * KEY_STEP),
  y: clampShare(y - arrow[1] * KEY_STEP),
});

/** Distance after which a press becomes a drag, in CSS pixels. */
const DRAG_THRESHOLD = 4;

/** Things that are dragged on a plan: a scene, the cone of the view, or the plan's north. */
export type DraggedMark =
  | { kind: 'scene'; id: string; to: Place }
  | { kind: 'cone'; bearing: number }
  | { kind: 'north'; degrees: number };

/** Converts a place on the screen to one of the plan, from 0 to 1. */
export function placeAt(plan: RefObject<HTMLElement | null>, clientX: number, clientY: number): Place {
  const box = plan.current?.getBoundingClientRect();
  if (!box) return { x: 0, y: 0 };
  return { x: clampShare((clientX - box.left) / box.width), y: clampShare((clientY - box.top) / box.height) };
}

/** Returns the angle from upwards, clockwise, in which a place on the screen lies from another. */
const angleFrom = (x: number, y: number) => (Math.atan2(x, -y) * 180) / Math.PI;

/** Returns that angle from a place of the plan. */
export function angleAt(
  plan: RefObject<HTMLElement | null>,
  { x, y }: Place,
  clientX: number,
  clientY: number,
) {
  const box = plan.current?.getBoundingClientRect();
  return box ? angleFrom(clientX - box.left - x * box.width, clientY - box.top - y * box.height) : 0;
}

/** Returns that angle from the middle of an element. */
export function angleAround(element: Element, clientX: number, clientY: number): number {
  const { left, top, width, height } = element.getBoundingClientRect();
  return angleFrom(clientX - left - width / 2, clientY - top - height / 2);
}

/** Makes the handlers of things that are dragged on a plan: shown while one moves, changed once it is dropped. */
export function usePlanDrags(
  plan: RefObject<HTMLElement | null>,
  show: (dragged: DraggedMark | undefined) => void,
) {
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

/** Handlers of one thing that is dragged on a plan. */
export type DragHandlers = ReturnType<ReturnType<typeof usePlanDrags>>;
