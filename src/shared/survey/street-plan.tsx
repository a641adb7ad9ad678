import { useMemo } from 'react';
import { metresBetween, type Position } from './track';

/** A place on the plan that one can press. */
export type PlanPoint = Position & {
  id: string;
  label: string;
  /** Compass direction of the camera; absent: none is drawn. */
  heading?: number;
  look?: 'plain' | 'done' | 'marked';
};

/** Lines of the plan: what was driven, and what a client ordered. */
export type PlanLine = { id: string; points: readonly Position[]; look: 'driven' | 'ordered' | 'missing' };

/** Aspect ratio, width by height. */
const ASPECT_RATIO = 16 / 10;

/** Smallest width of the plan, in metres, so that a single viewpoint is shown in its surroundings. */
const LEAST_WIDTH = 40;

const colours = { plain: 'fill-spruce', done: 'fill-slate', marked: 'fill-sumac' } as const;
const strokes = { driven: 'stroke-[#2f6fde]', ordered: 'stroke-slate/40', missing: 'stroke-sumac' } as const;

/**
 * Plan of a street in metres, north up: the driven line in blue, the places, and the direction one looks in. A picture for
 * screen readers: the list beside it has the same places.
 *
 * @param look compass direction and width of the view at the current place, in degrees
 */
export function StreetPlan({
  label,
  points,
  lines = [],
  current,
  look,
  you,
  onChoose,
  className = '',
}: {
  label: string;
  points: readonly PlanPoint[];
  lines?: readonly PlanLine[];
  current?: string | undefined;
  look?: { bearing: number; field: number } | undefined;
  /** Place where the person stands. */
  you?: Position | undefined;
  onChoose?: ((id: string) => void) | undefined;
  className?: string;
}) {
  const frame = useMemo(
    () => frameOf([...points, ...lines.flatMap((line) => [...line.points])], you),
    [points, lines, you],
  );
  if (!frame) return null;
  const { at, view, unit } = frame;
  const chosen = points.find(({ id }) => id === current);
  return (
    <svg
      viewBox={`${view.left} ${view.top} ${view.width} ${view.height}`}
      role="img"
      aria-label={label}
      className={`block w-full rounded-xl border border-line bg-[#f3f5f1] ${className}`}
    >
      {lines.map(({ id, points: line, look: kind }) => (
        <polyline
          key={id}
          points={line.map((one) => at(one).join()).join(' ')}
          strokeWidth={unit * (kind === 'driven' ? 2.4 : 1.6)}
          strokeLinejoin="round"
          strokeLinecap="round"
          className={`fill-none ${strokes[kind]}`}
        />
      ))}
      {chosen && look && <Cone at={at(chosen)} look={look} radius={unit * 11} />}
      {points.map((point) => {
        const [x, y] = at(point);
        const isCurrent = point.id === current;
        return (
          <g
            key={point.id}
            {...(onChoose && { onClick: () => onChoose(point.id), className: 'cursor-pointer' })}
          >
            <title>{point.label}</title>
            {onChoose && <circle cx={x} cy={y} r={unit * 4} className="fill-transparent" />}
            <circle
              cx={x}
              cy={y}
              r={unit * (isCurrent ? 2.6 : 1.6)}
              strokeWidth={unit * 0.5}
              className={`stroke-paper ${isCurrent ? 'fill-ink' : colours[point.look ?? 'plain']}`}
            />
          </g>
        );
      })}
      {you && <You at={at(you)} unit={unit} />}
      <Scale view={view} unit={unit} />
    </svg>
  );
}

type View = { left: number; top: number; width: number; height: number };

/** The frame of the plan: the bounds of the drawing with a margin, and one hundredth of its size. */
function frameOf(places: readonly Position[], you: Position | undefined) {
  const all = you ? [...places, you] : places;
  const [origin] = all;
  if (!origin) return undefined;
  const at = (place: Position): [number, number] => {
    const { east, north } = metresBetween(origin, place);
    return [Math.round(east * 100) / 100, -Math.round(north * 100) / 100];
  };
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const place of all) {
    const [x, y] = at(place);
    [left, right, top, bottom] = [
      Math.min(left, x),
      Math.max(right, x),
      Math.min(top, y),
      Math.max(bottom, y),
    ];
  }
  const width = Math.max(LEAST_WIDTH, (right - left) * 1.24, (bottom - top) * 1.24 * ASPECT_RATIO);
  const height = width / ASPECT_RATIO;
  const view: View = {
    left: (left + right) / 2 - width / 2,
    top: (top + bottom) / 2 - height / 2,
    width,
    height,
  };
  return { at, view, unit: width / 100 };
}

/** The direction one looks in, and how much of the street is seen. */
function Cone({
  at: [x, y],
  look: { bearing, field },
  radius,
}: {
  at: [number, number];
  look: { bearing: number; field: number };
  radius: number;
}) {
  const edge = (degrees: number) => {
    const angle = ((bearing + degrees) * Math.PI) / 180;
    return `${(x + radius * Math.sin(angle)).toFixed(2)} ${(y - radius * Math.cos(angle)).toFixed(2)}`;
  };
  const half = Math.min(field, 170) / 2;
  return (
    <path
      d={`M${x} ${y}L${edge(-half)}A${radius} ${radius} 0 0 1 ${edge(half)}Z`}
      className="fill-sumac/35 stroke-sumac"
      vectorEffect="non-scaling-stroke"
    />
  );
}

/** Place where the person stands. */
function You({ at: [x, y], unit }: { at: [number, number]; unit: number }) {
  return (
    <g>
      <circle cx={x} cy={y} r={unit * 3.4} className="fill-[#2f6fde]/25" />
      <circle cx={x} cy={y} r={unit * 1.6} strokeWidth={unit * 0.6} className="fill-[#2f6fde] stroke-paper" />
    </g>
  );
}

/** Lengths that a scale may have, in metres. */
const LENGTHS = [5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000];

/** A scale in metres, and the north. */
function Scale({ view, unit }: { view: View; unit: number }) {
  const length = LENGTHS.findLast((one) => one <= view.width / 4) ?? 5;
  const [x, y] = [view.left + unit * 3, view.top + view.height - unit * 3];
  const north = view.left + view.width - unit * 5;
  return (
    <g className="fill-ink" fontSize={unit * 3}>
      <path
        d={`M${x} ${y - unit}V${y}H${x + length}V${y - unit}`}
        strokeWidth={unit * 0.4}
        className="fill-none stroke-ink"
      />
      <text x={x + unit} y={y - unit * 1.2}>
        {length < 1000 ? `${length}\u00a0m` : `${length / 1000}\u00a0km`}
      </text>
      <path
        d={`M${north} ${view.top + unit * 3}l${unit * 1.6} ${unit * 5}l${-unit * 1.6} ${-unit * 1.2}l${-unit * 1.6} ${unit * 1.2}Z`}
      />
      <text x={north} y={view.top + unit * 11.5} textAnchor="middle">
        N
      </text>
    </g>
  );
}
