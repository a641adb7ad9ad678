import { Minus, Plus } from 'lucide-react';
import { type MouseEvent, useMemo, useState } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import {
  MapGround,
  MapNames,
  mapFrame,
  unitOf,
  viewAround,
  viewBoxOf,
} from '@/admin/municipalities/parts/boundary-map';
import { project, unproject } from '@/shared/lib/quebec-projection';

/** Aspect ratio, width by height. */
const ASPECT_RATIO = 4 / 3;
/** The middle of the inhabited south, where the map opens when nothing is chosen. */
const SOUTH_CENTRE = { latitude: 47.2, longitude: -71.4 };
/** Half the visible width, in kilometres, from the whole south to a town and its surroundings. */
const ZOOM_REACHES = [700, 300, 120, 50, 20] as const;

type Point = { latitude: number; longitude: number };

/** A map on which a press chooses a point; the field beside it accepts one from the keyboard. */
export function PointMap({
  point,
  onChoose,
}: {
  point: Point | undefined;
  onChoose: (latitude: number, longitude: number) => void;
}) {
  const [level, setLevel] = useState(point ? 2 : 0);
  const reach = ZOOM_REACHES[level] ?? ZOOM_REACHES[0];
  const { latitude, longitude } = point ?? SOUTH_CENTRE;
  const { at, view } = useMemo(() => {
    const [x, y] = project([longitude, latitude]);
    const around = {
      left: x - reach,
      right: x + reach,
      top: y - reach / ASPECT_RATIO,
      bottom: y + reach / ASPECT_RATIO,
    };
    return { at: [x, y] as const, view: viewAround(around, ASPECT_RATIO) };
  }, [longitude, latitude, reach]);
  const marks = useMemo(() => (point ? [at] : []), [point, at]);
  const unit = unitOf(view);
  const choose = ({ currentTarget, clientX, clientY }: MouseEvent<SVGSVGElement>) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    const [chosenLongitude, chosenLatitude] = unproject([
      view.left + ((clientX - left) / width) * (view.right - view.left),
      view.top + ((clientY - top) / height) * (view.bottom - view.top),
    ]);
    onChoose(chosenLatitude, chosenLongitude);
    setLevel((current) => Math.min(current + 1, ZOOM_REACHES.length - 1));
  };
  return (
    <div className="relative">
      {/** biome-ignore lint/a11y/useKeyWithClickEvents: the field « Point de la carte » is the same for the keyboard */}
      <svg
        viewBox={viewBoxOf(view)}
        role="img"
        aria-label="Carte du Québec. Le champ « Point de la carte » donne le même choix au clavier."
        className={`${mapFrame} cursor-crosshair rounded-xl border border-line`}
        onClick={choose}
      >
        <MapGround view={view} unit={unit} />
        {point && (
          <circle
            cx={at[0]}
            cy={at[1]}
            r={unit * 2}
            className="fill-sumac stroke-paper"
            strokeWidth={unit * 0.4}
          />
        )}
        <MapNames view={view} unit={unit} marks={marks} />
      </svg>
      <span className="absolute top-2 right-2 flex rounded-lg border border-line bg-paper">
        <IconButton
          label="Rapprocher la carte"
          aria-disabled={level === ZOOM_REACHES.length - 1}
          onClick={() => setLevel(Math.min(level + 1, ZOOM_REACHES.length - 1))}
        >
          <Plus aria-hidden="true" className="size-4" />
        </IconButton>
        <IconButton
          label="Éloigner la carte"
          aria-disabled={level === 0}
          onClick={() => setLevel(Math.max(level - 1, 0))}
        >
          <Minus aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
      <p className="mt-1 text-sm text-slate">Limites des MRC © Gouvernement du Québec.</p>
    </div>
  );
}
