import { project, type Size, type View } from '@/shared/sphere/projection';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';

/** Degrees between two lines, and between two points of a line. */
const LINES = 15;
const POINTS = 5;

/** Height up to which upright lines are drawn: nearer to the poles they meet. */
const HIGHEST = 75;

const every = (from: number, to: number, step: number) =>
  Array.from({ length: Math.floor((to - from) / step) + 1 }, (_, index) => from + index * step);

/** Draws lines of the sphere as the path of an SVG, where they are in front of the view. */
function pathOf(view: View, size: Size, lines: readonly { yaw: number; pitch: number }[][]): string {
  return lines
    .map((line) => {
      let isDrawing = false;
      return line
        .map((direction) => {
          const at = project(view, size, direction);
          const step = at && `${isDrawing ? 'L' : 'M'}${at.x.toFixed(1)} ${at.y.toFixed(1)}`;
          isDrawing = at !== undefined;
          return step ?? '';
        })
        .join('');
    })
    .join('');
}

const around = (pitch: number) => every(-180, 180, POINTS).map((yaw) => ({ yaw, pitch }));
const horizon = [around(0)];
const upright = every(-180, 180 - LINES, LINES).map((yaw) =>
  every(-HIGHEST, HIGHEST, POINTS).map((pitch) => ({ yaw, pitch })),
);
const level = every(-HIGHEST, HIGHEST, LINES)
  .filter((pitch) => pitch !== 0)
  .map(around);

/** The horizon and lines that are level or upright in reality, over the picture: what should follow them is seen at once. */
export function LevelGrid({ sphere }: { sphere: SphereView }) {
  const { view, size } = useFrame(sphere);
  const grid = pathOf(view, size, [...level, ...upright]);
  const line = pathOf(view, size, horizon);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full fill-none">
      <path d={grid} className="stroke-ink/40" strokeWidth={2} />
      <path d={grid} className="stroke-white/70" strokeWidth={1} />
      <path d={line} className="stroke-ink/60" strokeWidth={5} />
      <path d={line} className="stroke-white" strokeWidth={2.5} />
    </svg>
  );
}
