import type { KeyboardEvent } from 'react';
import type { Floor } from '@/shared/panorama-tour/panorama-tour';
import { ViewCone } from '@/shared/panorama-tour/plan-drawing';
import { asHeading, horizontalField } from '@/shared/sphere/projection';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { useFrame } from '@/shared/sphere/use-sphere';
import type { DragHandlers, Place } from './plan-drags';

type ConeProps = {
  at: Place;
  floor: Floor;
  sphere: SphereView;
  heading: number;
  /** While it is dragged. */
  bearing: number | undefined;
};

/** The cone that says where the present view of a scene looks on the plan. */
export function LiveCone({ at, floor, sphere, heading, bearing }: ConeProps) {
  const { view, size } = useFrame(sphere);
  return (
    <ViewCone
      at={at}
      floor={floor}
      bearing={bearing ?? heading + view.yaw}
      field={horizontalField(view, size)}
    />
  );
}

/** Distance of the cone's handle from its scene, in rem. */
const CONE_LENGTH = 4.5;

/** The tip of the cone, by which it is turned; a pointer's only, since the scene's heading is also a field. */
export function ConeHandle({
  at,
  floor,
  sphere,
  heading,
  bearing,
  style,
  ...handlers
}: ConeProps & DragHandlers) {
  const { view } = useFrame(sphere);
  const angle = (((bearing ?? heading + view.yaw) - floor.north) * Math.PI) / 180;
  return (
    <span
      aria-hidden="true"
      {...handlers}
      style={{
        ...style,
        left: `calc(${at.x * 100}% + ${(CONE_LENGTH * Math.sin(angle)).toFixed(3)}rem)`,
        top: `calc(${at.y * 100}% - ${(CONE_LENGTH * Math.cos(angle)).toFixed(3)}rem)`,
      }}
      className="absolute z-10 flex size-8 -translate-1/2 cursor-grab items-center justify-center active:cursor-grabbing"
    >
      <span className="size-4 rounded-full border-2 border-white bg-sumac shadow-md" />
    </span>
  );
}

/** The north of a plan, turned by a drag or by arrows. */
export function NorthHandle({
  north,
  ...handlers
}: { north: number } & Partial<DragHandlers> & {
    onKeyDown?: (event: KeyboardEvent) => void;
  }) {
  const isMovable = handlers.onKeyDown !== undefined;
  return (
    <button
      type="button"
      role="slider"
      aria-label="Nord du plan"
      aria-valuemin={0}
      aria-valuemax={360}
      aria-valuenow={Math.round(asHeading(-north))}
      aria-valuetext={`${Math.round(asHeading(-north))}° à droite du haut`}
      aria-disabled={!isMovable || undefined}
      title={'Nord du plan\u00a0: glissez ou pressez les flèches pour le tourner'}
      {...handlers}
      className={`absolute top-2 right-2 flex size-14 items-center justify-center rounded-full border-2 border-white bg-ink/75 text-white shadow-md focus-visible:outline-3 focus-visible:outline-sumac ${isMovable ? 'cursor-grab active:cursor-grabbing' : ''}`}
    >
      <span
        aria-hidden="true"
        style={{ rotate: `${-north}deg` }}
        className="flex h-12 flex-col items-center text-sm leading-none font-bold"
      >
        <span>▲</span>
        <span>N</span>
      </span>
    </button>
  );
}
