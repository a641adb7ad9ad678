import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import type { Direction } from '@/shared/panorama-tour/panorama-tour';
import { directionAt, placeOf, stepOf } from './angles';

/** An item placed on the picture, as a button that opens it; a blur has a size, in degrees. */
export type Mark = Direction & {
  id: string;
  label: string;
  icon: ReactNode;
  width?: number;
  height?: number;
  onPress: () => void;
  /** Absent in read-only mode. */
  onMove?: ((direction: Direction) => void) | undefined;
};

/** Distance after which a press becomes a drag, in CSS pixels. */
const DRAG_THRESHOLD = 4;

/**
 * A mark on the flat picture, its nearest positioned ancestor: a press opens it, dragging it or the arrow keys move
 * it (by one degree with Shift).
 *
 * @param hintId the text that explains it
 */
export function SphereMark({ mark, hintId }: { mark: Mark; hintId: string }) {
  const { label, icon, width, height, onPress, onMove } = mark;
  const [dragged, setDragged] = useState<Direction>();
  const start = useRef<{ x: number; y: number }>(undefined);
  const wasDragged = useRef(false);

  const follow = (event: PointerEvent<HTMLElement>) => {
    const from = start.current;
    const frame = event.currentTarget.offsetParent?.getBoundingClientRect();
    if (!from || !frame) return;
    const [right, down] = [event.clientX - from.x, event.clientY - from.y];
    if (!dragged && Math.hypot(right, down) < DRAG_THRESHOLD) return;
    wasDragged.current = true;
    // The mark keeps its offset from the pointer.
    const x = (mark.yaw + 180) / 360 + right / frame.width;
    const y = (90 - mark.pitch) / 180 + down / frame.height;
    setDragged(directionAt(x, y));
  };
  const drop = () => {
    start.current = undefined;
    setDragged(undefined);
    if (dragged) onMove?.(dragged);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = stepOf(mark, event);
    if (!next) return;
    event.preventDefault();
    onMove?.(next);
  };

  return (
    <button
      type="button"
      aria-label={label}
      aria-describedby={onMove && hintId}
      title={label}
      onClick={() => {
        if (!wasDragged.current) onPress();
        wasDragged.current = false;
      }}
      {...(onMove && {
        onKeyDown,
        onPointerDown: (event) => {
          wasDragged.current = false;
          if (event.button !== 0) return;
          start.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture?.(event.pointerId);
        },
        onPointerMove: follow,
        onPointerUp: drop,
        onPointerCancel: () => {
          start.current = undefined;
          setDragged(undefined);
        },
      })}
      style={{
        ...placeOf(dragged ?? mark),
        ...(width && height ? { width: `${width / 3.6}%`, height: `${height / 1.8}%` } : {}),
      }}
      className={`absolute flex min-h-7 min-w-7 -translate-1/2 items-center justify-center rounded-full border-2 border-white text-white shadow-md focus-visible:z-10 focus-visible:outline-3 focus-visible:outline-sumac ${onMove ? 'touch-none cursor-grab active:cursor-grabbing' : ''} ${width ? 'border-dashed bg-ink/30' : 'bg-spruce-deep'}`}
    >
      {icon}
    </button>
  );
}
