import { type KeyboardEvent, type PointerEvent, useId, useState } from 'react';
import type { Direction } from '@/shared/panorama-tour/panorama-tour';
import { directionAt, placeOf, stepOf } from './angles';
import { type Mark, SphereMark } from './sphere-mark';

/**
 * A flat panorama to point on: left to right is the whole turn, top to bottom from zenith to ground. By keyboard,
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
  const markHintId = useId();
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
      const next = stepOf(cross, event);
      if (!next) return;
      setCross(next);
    }
    event.preventDefault();
  };

  return (
    <div className="relative aspect-2/1 overflow-hidden rounded-xl border border-line bg-mist">
      <img src={src} alt="" className="absolute inset-0 size-full" draggable={false} />
      {onPoint && (
        // A surface, not a button: the position of a press is its value.
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
      <span id={markHintId} hidden>
        Glissez ce repère ou pressez les flèches pour le déplacer.
      </span>
      {marks.map((mark) => (
        <SphereMark key={mark.id} mark={mark} hintId={markHintId} />
      ))}
    </div>
  );
}
