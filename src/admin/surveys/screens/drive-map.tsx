import { Maximize2, Minus, Plus } from 'lucide-react';
import { memo, type PointerEvent, useMemo, useRef, useState } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { formatNumber } from '@/shared/lib/numbers';
import { metresBetween, type Position } from '@/shared/survey/track';

/** Points or lines of the same style, drawn as one path so that thousands follow a slider. */
export type MapLayer = {
  key: string;
  kind: 'line' | 'points';
  /** Lines, or one list of points. */
  places: readonly (readonly Position[])[];
  /** Colour of the stroke: a class of the palette. */
  className: string;
  /** The width of the map, in pixels. */
  width: number;
};

type Props = {
  /** Description of the map for a person who cannot see it. */
  label: string;
  /** Places that the first view of the map contains; the map does not move with the pictures. */
  extent: readonly Position[];
  layers: readonly MapLayer[];
  legend: readonly { className: string; text: string }[];
};

const ASPECT_RATIO = 16 / 10;
const LEAST_METRES = 60;
const ZOOMS = 1.6;

/** A plan in metres, north up, without any tile from elsewhere; it is zoomed by buttons and moved by dragging. */
export function DriveMap({ label, extent, layers, legend }: Props) {
  const frame = useMemo(() => frameOf(extent), [extent]);
  const [zoom, setZoom] = useState(0);
  const [moved, setMoved] = useState({ x: 0, y: 0 });
  const drag = useRef<{ x: number; y: number } | undefined>(undefined);
  if (!frame) return null;
  const scale = ZOOMS ** zoom;
  const [width, height] = [frame.width / scale, frame.height / scale];
  const [left, top] = [frame.x + moved.x - width / 2, frame.y + moved.y - height / 2];
  const onMove = ({ currentTarget, clientX, clientY, buttons }: PointerEvent<SVGSVGElement>) => {
    if (!drag.current || buttons === 0) return;
    const metres = width / currentTarget.getBoundingClientRect().width;
    const [right, down] = [clientX - drag.current.x, clientY - drag.current.y];
    drag.current = { x: clientX, y: clientY };
    setMoved(({ x, y }) => ({ x: x - right * metres, y: y - down * metres }));
  };
  const bar = roundLength(width / 4);
  return (
    <div className="space-y-2">
      <div className="relative">
        <svg
          viewBox={`${left} ${top} ${width} ${height}`}
          role="img"
          aria-label={label}
          className="block w-full touch-pan-y cursor-grab rounded-xl border border-line bg-[#f3f5f1] active:cursor-grabbing"
          onPointerDown={({ clientX, clientY }) => {
            drag.current = { x: clientX, y: clientY };
          }}
          onPointerMove={onMove}
          onPointerUp={() => {
            drag.current = undefined;
          }}
        >
          {layers.map((layer) => (
            <Layer key={layer.key} layer={layer} origin={frame.origin} />
          ))}
          <g transform={`translate(${left + width * 0.03} ${top + height * 0.95})`}>
            <path
              d={`M0 0h${bar}`}
              strokeWidth={2}
              vectorEffect="non-scaling-stroke"
              className="stroke-ink"
            />
            <text y={-height * 0.02} fontSize={height * 0.045} className="fill-ink">
              {bar >= 1000 ? `${formatNumber(bar / 1000)}\u00a0km` : `${formatNumber(bar)}\u00a0m`}
            </text>
          </g>
        </svg>
        <span className="absolute top-2 right-2 flex rounded-lg border border-line bg-paper">
          <IconButton
            label="Rapprocher la carte"
            aria-disabled={zoom >= 10}
            onClick={() => setZoom(Math.min(zoom + 1, 10))}
          >
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label="Éloigner la carte"
            aria-disabled={zoom <= -2}
            onClick={() => setZoom(Math.max(zoom - 1, -2))}
          >
            <Minus aria-hidden="true" className="size-4" />
          </IconButton>
          <IconButton
            label="Voir tout"
            onClick={() => {
              setZoom(0);
              setMoved({ x: 0, y: 0 });
            }}
          >
            <Maximize2 aria-hidden="true" className="size-4" />
          </IconButton>
        </span>
      </div>
      <ul aria-label="Légende" className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-slate">
        {legend.map(({ className, text }) => (
          <li key={text} className="flex items-center gap-2">
            <svg viewBox="0 0 16 8" aria-hidden="true" className="h-2 w-4">
              <path d="M2 4h12" strokeWidth={5} strokeLinecap="round" className={className} />
            </svg>
            {text}
          </li>
        ))}
      </ul>
    </div>
  );
}

const Layer = memo(function Layer({ layer, origin }: { layer: MapLayer; origin: Position }) {
  const d = useMemo(() => {
    const at = (place: Position) => {
      const { east, north } = metresBetween(origin, place);
      return `${east.toFixed(2)} ${(-north).toFixed(2)}`;
    };
    return layer.places
      .map((places) =>
        layer.kind === 'points'
          ? places.map((place) => `M${at(place)}h0`).join('')
          : places.length > 1
            ? `M${places.map(at).join('L')}`
            : '',
      )
      .join('');
  }, [layer, origin]);
  return (
    <path
      d={d}
      fill="none"
      strokeWidth={layer.width}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
      className={layer.className}
    />
  );
});

/** The middle of what must be seen, in metres from its first place, with a margin around it. */
function frameOf(extent: readonly Position[]) {
  const [origin] = extent;
  if (!origin) return undefined;
  let [left, top, right, bottom] = [0, 0, 0, 0];
  for (const place of extent) {
    const { east, north } = metresBetween(origin, place);
    left = Math.min(left, east);
    right = Math.max(right, east);
    top = Math.min(top, -north);
    bottom = Math.max(bottom, -north);
  }
  const width = Math.max(LEAST_METRES, (right - left) * 1.12, (bottom - top) * 1.12 * ASPECT_RATIO);
  return { origin, x: (left + right) / 2, y: (top + bottom) / 2, width, height: width / ASPECT_RATIO };
}

/** A length of one, two or five times a power of ten, at most this long. */
function roundLength(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return ([5, 2, 1].find((times) => times * power <= most) ?? 1) * power;
}
