import { type PointerEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react';
import { DRAG_THRESHOLD, distance, middle, wheelFactor } from './gestures';
import {
  asDirection,
  type Direction,
  type Ellipse,
  ellipseBetween,
  type Handle,
  handles,
  holding,
  type Point,
  project,
  resized,
  unproject,
  type View,
} from './projection';
import type { SphereMark } from './sphere-marks';
import type { SphereView } from './sphere-view';

/** Effect of a press or a drag on the picture: looks around, places something, or draws an ellipse. */
export type SphereMode = 'look' | 'place' | 'draw';

/** A mark or an ellipse while it is being dragged: `id` is empty for one that is being drawn. */
export type Dragged = Direction & Partial<Ellipse> & { id: string };

/** Smallest drawn ellipse, in CSS pixels: less is a press. */
const LEAST_DRAWN = 6;

type Gesture =
  | { kind: 'look'; held: Direction }
  | { kind: 'move'; mark: SphereMark; offset: Point }
  | { kind: 'size'; mark: SphereMark; ellipse: Ellipse; handle: Handle }
  | { kind: 'draw'; from: Direction }
  | { kind: 'pinch'; held: Direction; distance: number; field: number };

/**
 * Reads what fingers and the mouse do on the picture: a drag looks around, moves a mark, sizes an ellipse or draws one;
 * the wheel and two fingers zoom where they are; the other mouse buttons always look around.
 *
 * @param within keeps a view within what the picture has to show
 * @param onPlace receives a press beside all marks
 * @param wheelZooms false where the wheel scrolls the page; a pinch on a touch pad, and Ctrl with the wheel, always zoom
 */
export function useSphereGestures({
  stage,
  sphere,
  within,
  mode,
  marks,
  selected,
  onPlace,
  onDraw,
  wheelZooms = true,
}: {
  stage: RefObject<HTMLElement | null>;
  sphere: SphereView;
  within: (view: View) => View;
  mode: SphereMode;
  marks: readonly SphereMark[];
  selected: string | undefined;
  onPlace: (direction: Direction) => void;
  onDraw: (ellipse: Ellipse) => void;
  wheelZooms?: boolean;
}) {
  const [dragged, setDragged] = useState<Dragged>();
  /** The reference serves handlers that run before the next render. */
  const now = useRef<Dragged>(undefined);
  const fingers = useRef(new Map<number, Point>());
  const gesture = useRef<Gesture>(undefined);
  const start = useRef<Point>(undefined);
  const hasMoved = useRef(false);
  const onMark = useRef(false);

  const drag = (next: Dragged | undefined) => {
    now.current = next;
    setDragged(next);
  };
  const at = ({ clientX, clientY }: { clientX: number; clientY: number }): Point => {
    const { left = 0, top = 0 } = stage.current?.getBoundingClientRect() ?? {};
    return { x: clientX - left, y: clientY - top };
  };
  const under = (point: Point) => {
    const { view, size } = sphere.get();
    return unproject(view, size, point);
  };

  /** Decides what a pointer that goes down here would drag. */
  const gestureAt = (event: PointerEvent<HTMLElement>, point: Point): Gesture => {
    const target = event.target as Element;
    const { view, size } = sphere.get();
    const id = target.closest<HTMLElement>('[data-mark]')?.dataset.mark;
    const mark = marks.find((one) => one.id === id);
    onMark.current = mark !== undefined;
    const look: Gesture = { kind: 'look', held: under(point) };
    if (event.button !== 0) return look;
    const handle = handles[Number(target.closest<HTMLElement>('[data-handle]')?.dataset.handle)];
    if (handle && mark?.ellipse && mark.onSize)
      return { kind: 'size', mark, ellipse: { ...mark, ...mark.ellipse }, handle };
    if (mark?.onMove && (!mark.isStill || mark.id === selected)) {
      const from = project(view, size, mark) ?? point;
      return { kind: 'move', mark, offset: { x: from.x - point.x, y: from.y - point.y } };
    }
    return mode === 'draw' ? { kind: 'draw', from: under(point) } : look;
  };

  const follow = (current: Gesture, point: Point) => {
    const { view, size } = sphere.get();
    const direction = under(point);
    if (current.kind === 'look') sphere.look(within(holding(view, size, current.held, point)));
    if (current.kind === 'move') {
      const to = under({ x: point.x + current.offset.x, y: point.y + current.offset.y });
      drag({ ...current.mark.ellipse, ...asDirection(to), id: current.mark.id });
    }
    if (current.kind === 'size')
      drag({ ...resized(current.ellipse, current.handle, direction), id: current.mark.id });
    if (current.kind === 'draw') drag({ ...ellipseBetween(current.from, direction), id: '' });
  };

  const pinch = (): Gesture => {
    const points = [...fingers.current.values()];
    return {
      kind: 'pinch',
      held: under(middle(points)),
      distance: distance(points),
      field: sphere.get().view.field,
    };
  };

  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    const point = at(event);
    fingers.current.set(event.pointerId, point);
    if (fingers.current.size === 2) {
      drag(undefined);
      hasMoved.current = true;
      gesture.current = pinch();
      return;
    }
    hasMoved.current = false;
    start.current = point;
    gesture.current = gestureAt(event, point);
  };

  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    const current = gesture.current;
    if (!current || !fingers.current.has(event.pointerId)) return;
    const point = at(event);
    fingers.current.set(event.pointerId, point);
    if (current.kind === 'pinch') {
      const points = [...fingers.current.values()];
      const { view, size } = sphere.get();
      const field = (current.field * current.distance) / Math.max(1, distance(points));
      sphere.look(within(holding(within({ ...view, field }), size, current.held, middle(points))));
      return;
    }
    if (!hasMoved.current) {
      if (distance([point, start.current ?? point]) < DRAG_THRESHOLD) return;
      hasMoved.current = true;
      event.currentTarget.setPointerCapture?.(event.pointerId);
    }
    follow(current, point);
  };

  const onPointerUp = (event: PointerEvent<HTMLElement>) => {
    const current = gesture.current;
    if (!fingers.current.delete(event.pointerId) || !current) return;
    const point = at(event);
    if (fingers.current.size === 1) {
      // The finger that stays goes on looking around.
      const [left] = fingers.current.values();
      if (left) gesture.current = { kind: 'look', held: under(left) };
      return;
    }
    gesture.current = undefined;
    const last = now.current;
    drag(undefined);
    if (!hasMoved.current) {
      if (!onMark.current && event.button === 0) onPlace(asDirection(under(point)));
      return;
    }
    if (!last) return;
    const { id: _id, ...to } = last;
    if (current.kind === 'move') current.mark.onMove?.({ yaw: to.yaw, pitch: to.pitch });
    if (current.kind === 'size') current.mark.onSize?.(to as Ellipse);
    if (current.kind === 'draw' && distance([point, start.current ?? point]) >= LEAST_DRAWN)
      onDraw(to as Ellipse);
  };

  const onPointerCancel = ({ pointerId }: PointerEvent<HTMLElement>) => {
    fingers.current.delete(pointerId);
    gesture.current = undefined;
    drag(undefined);
  };

  const zoomAt = useEffectEvent((point: Point, by: number) => {
    const { view, size } = sphere.get();
    const held = unproject(view, size, point);
    sphere.look(within(holding(within({ ...view, field: view.field * by }), size, held, point)));
  });
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!wheelZooms && !event.ctrlKey) return;
    event.preventDefault();
    zoomAt(at(event), wheelFactor(event));
  });
  useEffect(() => {
    const element = stage.current;
    const listen = (event: WheelEvent) => onWheel(event);
    // Passive by default, as React adds it.
    element?.addEventListener('wheel', listen, { passive: false });
    return () => element?.removeEventListener('wheel', listen);
  }, [stage]);

  return {
    dragged,
    handlers: {
      onPointerDown,
      onPointerMove,
      onPointerUp,
      onPointerCancel,
      onContextMenu: (event: { preventDefault: () => void }) => event.preventDefault(),
      // The click that ends a drag presses nothing.
      onClickCapture: (event: { preventDefault: () => void; stopPropagation: () => void }) => {
        if (!hasMoved.current) return;
        hasMoved.current = false;
        event.preventDefault();
        event.stopPropagation();
      },
    },
  };
}
