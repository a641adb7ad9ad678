import { type ComponentProps, type ReactNode, type Ref, useState } from 'react';
import type { FileAddress, Floor, Scene } from './panorama-tour';

/** A scene on a floor plan; `number` is its rank in the tour. */
export type PlacedScene = { id: string; name: string; number: number; x: number; y: number };

/**
 * Returns the floor to show, undefined without one, and a function that selects another floor. The selection lasts
 * until the next scene, which shows its own floor.
 */
export function useShownFloor(
  floors: readonly Floor[],
  { id: scene, onPlan }: Pick<Scene, 'id' | 'onPlan'>,
): [floor: Floor | undefined, choose: (id: string) => void] {
  const [chosen, setChosen] = useState<{ floor: string; scene: string }>();
  const wanted = chosen?.scene === scene ? chosen.floor : onPlan?.floor;
  const floor = floors.find(({ id }) => id === wanted) ?? floors[0];
  return [floor, (id) => setChosen({ floor: id, scene })];
}

/**
 * Draws a floor plan with its scenes as buttons. What it does not draw, such as the cone of the present view, is
 * given as children, positioned in percent of the plan.
 *
 * @param current the scene one is in
 * @param buttonOf further attributes of the button of a scene: its label, what a press or a drag does
 */
export function PlanDrawing({
  ref,
  floor,
  address,
  scenes,
  current,
  buttonOf,
  className = '',
  children,
}: {
  ref?: Ref<HTMLDivElement>;
  floor: Floor;
  address: FileAddress;
  scenes: readonly PlacedScene[];
  current: string | undefined;
  buttonOf: (scene: PlacedScene) => ComponentProps<'button'>;
  className?: string;
  children?: ReactNode;
}) {
  return (
    <div ref={ref} className={`relative overflow-clip ${className}`}>
      <img
        src={address(floor.path)}
        alt={floor.alt || `Plan «\u00a0${floor.name}\u00a0»`}
        width={floor.width}
        height={floor.height}
        draggable={false}
        className="block h-auto w-full select-none"
      />
      {children}
      {scenes.map((scene) => {
        const isCurrent = scene.id === current;
        return (
          <button
            key={scene.id}
            type="button"
            aria-label={scene.name}
            aria-current={isCurrent || undefined}
            title={scene.name}
            {...buttonOf(scene)}
            style={{ left: `${scene.x * 100}%`, top: `${scene.y * 100}%` }}
            className={`absolute flex size-8 -translate-1/2 items-center justify-center rounded-full border-2 border-white text-sm font-semibold text-white shadow-md focus-visible:z-10 focus-visible:outline-3 focus-visible:outline-sumac ${isCurrent ? 'z-10 bg-sumac-deep' : 'bg-spruce-deep'}`}
          >
            {scene.number}
          </button>
        );
      })}
    </div>
  );
}

/** Radius of the cone's drawing. */
const CONE_RADIUS = 50;

/**
 * The cone of a view on a plan: where one looks, and how wide.
 *
 * @param at the place of the scene, from 0 to 1 of the plan
 * @param bearing compass direction of the view, in degrees
 * @param field horizontal field of view, in degrees
 */
export function ViewCone({
  at,
  floor,
  bearing,
  field,
  ...props
}: {
  at: { x: number; y: number };
  floor: Pick<Floor, 'north'>;
  bearing: number;
  field: number;
} & Omit<ComponentProps<'svg'>, 'x' | 'y'>) {
  const half = (Math.min(170, Math.max(12, field)) * Math.PI) / 360;
  const [x, y] = [CONE_RADIUS * Math.sin(half), -CONE_RADIUS * Math.cos(half)].map((value) =>
    value.toFixed(2),
  );
  return (
    <svg
      aria-hidden="true"
      viewBox={`${-CONE_RADIUS} ${-CONE_RADIUS} ${2 * CONE_RADIUS} ${2 * CONE_RADIUS}`}
      {...props}
      style={{
        left: `${at.x * 100}%`,
        top: `${at.y * 100}%`,
        rotate: `${bearing - floor.north}deg`,
        ...props.style,
      }}
      className={`pointer-events-none absolute size-36 -translate-1/2 text-sumac ${props.className ?? ''}`}
    >
      <path
        d={`M0 0L${-Number(x)} ${y}A${CONE_RADIUS} ${CONE_RADIUS} 0 0 1 ${x} ${y}Z`}
        fill="currentColor"
        fillOpacity={0.4}
        stroke="currentColor"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
