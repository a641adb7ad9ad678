import { useState } from 'react';
import { angleBetween, type Direction } from '@/shared/sphere/projection';
import { Button } from '@/shared/ui/button';

/** The ends of a measured angle: none, one, or two. */
export function useRuler(isOn: boolean) {
  const [points, setPoints] = useState<Direction[]>([]);
  if (!isOn && points.length > 0) setPoints([]);
  return {
    points,
    clear: () => setPoints([]),
    /** Places the next end, and returns the text about the measurement. */
    place: (direction: Direction): string => {
      const next = points.length === 1 ? [...points, direction] : [direction];
      setPoints(next);
      const [from, to] = next;
      return from && to ? `Angle de ${degreesText(angleBetween(from, to))}` : 'Premier point placé';
    },
  };
}

const degreesText = (degrees: number) =>
  `${degrees.toLocaleString('fr-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}°`;

/** Shows the measure: an angle, and never a length, which a panorama alone does not give. */
export function RulerText({
  points: [from, to],
  onClear,
}: {
  points: readonly Direction[];
  onClear: () => void;
}) {
  return (
    <p className="flex min-h-11 flex-wrap items-center gap-x-2 text-sm">
      {!from && 'Pressez un premier point dans l’image.'}
      {from && !to && 'Pressez le second point.'}
      {from && to && (
        <>
          <strong className="text-lg tabular-nums">{degreesText(angleBetween(from, to))}</strong>
          <span>C’est un angle vu de l’appareil, pas une longueur.</span>
          <Button size="sm" variant="ghost" onClick={onClear}>
            Effacer
          </Button>
        </>
      )}
    </p>
  );
}
