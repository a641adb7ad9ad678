import { type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from 'react';
import type { Direction } from '@/shared/panorama-tour/panorama-tour';
import { directionAt, placeOf, turned } from './angles';

/** Something placed on the picture, as a button that opens it; an ellipse has a size, in degrees. */
export type Mark = Direction & {
  id: string;
  label: string;
  icon: ReactNode;
  width?: number;
  height?: number;
  onPress: () => void;
};

const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/**
 * A panorama laid flat, on which one points: left to right is all around, top to bottom from zenith to ground. By keys,
 * arrows move the cross (by one degree with Shift) and Enter points.
 *
 * @param onPoint absent while nothing is to be placed
 */
export function SpherePicture({
  src,
  name,
  marks,
  onPoint,
}: {
  src: string;
  name: string;
  marks: readonly Mark[];
  onPoint: ((direction: Direction) => void) | undefined;
}) {
  const hintId = useId();
  const [cross, setCross] = useState<Direction>({ yaw: 0, pitch: 0 });

  const point = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const direction = directionAt((clientX - left) / width, (clientY - top) / height);
    setCross(direction);
    onPoint?.(direction);
  };
  const move = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onPoint?.(cross);
    else {
      const [right, up] = ARROWS[event.key] ?? [0, 0];
      if (!right && !up) return;
      const by = event.shiftKey ? 1 : 5;
      setCross({
        yaw: turned(cross.yaw + right * by),
        pitch: Math.min(90, Math.max(-90, cross.pitch + up * by)),
      });
    }
    event.preventDefault();
  };

  return (
    <div className="relative aspect-2/1 overflow-hidden rounded-xl border border-line bg-mist">
      <img src={src} alt="" className="absolute inset-0 size-full" draggable={false} />
      {onPoint && (
        // A surface, not a button: where it is pressed is what it says.
        <div
          role="application"
          aria-label={`Panorama de ${name}`}
          aria-describedby={hintId}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          className="group absolute inset-0 cursor-crosshair touch-manipulation focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac"
          onPointerUp={(event) => event.button === 0 && point(event)}
          onKeyDown={move}
        >
          <span
            aria-hidden="true"
            className="pointer-events-none absolute hidden size-8 -translate-1/2 rounded-full border-4 border-white ring-2 ring-ink group-focus-visible:block"
            style={placeOf(cross)}
          />
          <span id={hintId} className="sr-only">
            Les flèches déplacent la croix, Entrée place à cet endroit.
          </span>
          <span role="status" className="sr-only">
            {`${cross.yaw}° à l’horizontale, ${cross.pitch}° en hauteur`}
          </span>
        </div>
      )}
      {marks.map(({ id, label, icon, width, height, onPress, ...direction }) => (
        <button
          key={id}
          type="button"
          aria-label={label}
          title={label}
          onClick={onPress}
          style={{
            ...placeOf(direction),
            ...(width && height ? { width: `${width / 3.6}%`, height: `${height / 1.8}%` } : {}),
          }}
          className={`absolute flex min-h-7 min-w-7 -translate-1/2 items-center justify-center rounded-full border-2 border-white text-white shadow-md focus-visible:outline-3 focus-visible:outline-sumac ${width ? 'border-dashed bg-ink/30' : 'bg-spruce-deep'}`}
        >
          {icon}
        </button>
      ))}
    </div>
  );
}
