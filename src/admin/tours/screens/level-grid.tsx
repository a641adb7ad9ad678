import { project, type Size, type View } from '@/shared/sphere/projection';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';

/** Degrees between two lines, and between two points of a line. */
const LINE_STEP = 15;
const POINT_STEP = 5;

/** Height up to which upright lines are drawn: nearer to the poles they meet. */
const MAX_PITCH = 75;

const rangeOf = (from: number, to: number, step: number) =>
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

const pointsAround = (pitch: number) => rangeOf(-180, 180, POINT_STEP).map((yaw) => ({ yaw, pitch }));
const horizonLine = [pointsAround(0)];
const meridians = rangeOf(-180, 180 - LINE_STEP, LINE_STEP).map((yaw) =>
  rangeOf(-MAX_PITCH, MAX_PITCH, POINT_STEP).map((pitch) => ({ yaw, pitch })),
);
const parallels = rangeOf(-MAX_PITCH, MAX_PITCH, LINE_STEP)
  .filter((pitch) => pitch !== 0)
  .map(pointsAround);

/** Draws the horizon, meridians and parallels over the picture, so that a wrong levelling shows at once. */
export function LevelGrid({ sphere }: { sphere: SphereView }) {
  const { view, size } = useFrame(sphere);
  const grid = pathOf(view, size, [...parallels, ...meridians]);
  const line = pathOf(view, size, horizonLine);
  return (
    <svg aria-hidden="true" className="pointer-events-none absolute inset-0 size-full fill-none">
      <path d={grid} className="stroke-ink/40" strokeWidth={2} />
      <path d={grid} className="stroke-white/70" strokeWidth={1} />
      <path d={line} className="stroke-ink/60" strokeWidth={5} />
      <path d={line} className="stroke-white" strokeWidth={2.5} />
    </svg>
  );
}
