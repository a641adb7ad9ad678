import { type KeyboardEvent, useRef, useState } from 'react';
import type { Floor } from '@/shared/panorama-tour/panorama-tour';
import { PlanDrawing } from '@/shared/panorama-tour/plan-drawing';
import { asHeading } from '@/shared/sphere/projection';
import { arrowOf } from '@/shared/sphere/sphere-marks';
import type { SphereView } from '@/shared/sphere/sphere-view';
import { panoramaFileUrl } from '../data/panorama-address';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { changeScene } from './angles';
import type { StepKind } from './draft-history';
import {
  angleAround,
  angleAt,
  type DraggedMark,
  movedByArrow,
  type Place,
  placeAt,
  usePlanDrags,
} from './plan-drags';
import { ConeHandle, LiveCone, NorthHandle } from './plan-handles';

/** One floor of a tour to edit: scenes placed by a press or a drag, the cone of the view, and the north. */
export function FloorPlan({
  floor,
  tour,
  scene,
  sphere,
  isReadOnly,
  onEdit,
  onNorth,
  onOpenScene,
}: {
  floor: Floor;
  tour: DraftTour;
  scene: DraftScene;
  sphere: SphereView;
  isReadOnly: boolean;
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;
  onNorth: (degrees: number) => void;
  onOpenScene: (id: string) => void;
}) {
  const plan = useRef<HTMLDivElement>(null);
  const [cross, setCross] = useState<Place>({ x: 0.5, y: 0.5 });
  const [dragged, setDragged] = useState<DraggedMark>();
  const placed = tour.scenes.flatMap(({ id, name, onPlan }, index) => {
    if (onPlan?.floor !== floor.id) return [];
    const at = dragged?.kind === 'scene' && dragged.id === id ? dragged.to : onPlan;
    return [{ id, name: name || 'Sans nom', number: index + 1, x: at.x, y: at.y }];
  });
  const here = placed.find(({ id }) => id === scene.id);

  const put = (id: string, place: Place, what: string, field?: string) =>
    onEdit(
      changeScene(id, (old) => ({ ...old, onPlan: { floor: floor.id, ...place } })),
      { what, scene: id, part: 'plan', field },
    );
  const placeHere = (place: Place) => put(scene.id, place, 'place d’une scène sur le plan');
  const drag = usePlanDrags(plan, setDragged);

  const press = ({ clientX, clientY }: { clientX: number; clientY: number }) =>
    placeHere(placeAt(plan, clientX, clientY));
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (event.key === 'Enter' || event.key === ' ') placeHere(cross);
    else if (arrow) setCross((place) => movedByArrow(place, arrow));
    else return;
    event.preventDefault();
  };
  const north = dragged?.kind === 'north' ? dragged.degrees : floor.north;

  return (
    <div className="relative">
      <PlanDrawing
        ref={plan}
        floor={floor}
        address={panoramaFileUrl}
        scenes={placed}
        current={scene.id}
        className="rounded-xl border border-line bg-paper"
        buttonOf={({ id, name }) => ({
          'aria-label': `${name}${isReadOnly ? '' : ', flèches pour la déplacer sur le plan'}`,
          onClick: () => onOpenScene(id),
          ...(!isReadOnly && {
            ...drag(
              (clientX, clientY) => ({ kind: 'scene', id, to: placeAt(plan, clientX, clientY) }),
              (end) => end.kind === 'scene' && put(id, end.to, 'place d’une scène sur le plan'),
            ),
            onKeyDown: (event: KeyboardEvent) => {
              const arrow = arrowOf(event);
              const at = tour.scenes.find((one) => one.id === id)?.onPlan;
              if (!arrow || !at) return;
              event.preventDefault();
              put(id, movedByArrow(at, arrow), 'place d’une scène sur le plan', `${id}/onPlan`);
            },
          }),
        })}
      >
        {!isReadOnly && (
          <div
            role="application"
            aria-label={`Plan\u00a0: les flèches déplacent la croix, Entrée place «\u00a0${scene.name || 'Sans nom'}\u00a0»`}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
            tabIndex={0}
            className="group absolute inset-0 cursor-crosshair focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac"
            onClick={press}
            onKeyDown={onKeyDown}
          >
            <span
              aria-hidden="true"
              style={{ left: `${cross.x * 100}%`, top: `${cross.y * 100}%` }}
              className="absolute hidden size-8 -translate-1/2 rounded-full border-4 border-white ring-2 ring-ink group-focus-visible:block"
            />
          </div>
        )}
        {here && (
          <LiveCone
            at={here}
            floor={floor}
            sphere={sphere}
            heading={scene.heading}
            bearing={dragged?.kind === 'cone' ? dragged.bearing : undefined}
          />
        )}
        {here && !isReadOnly && (
          <ConeHandle
            at={here}
            floor={floor}
            sphere={sphere}
            heading={scene.heading}
            bearing={dragged?.kind === 'cone' ? dragged.bearing : undefined}
            {...drag(
              (clientX, clientY) => ({
                kind: 'cone',
                bearing: asHeading(angleAt(plan, here, clientX, clientY) + floor.north),
              }),
              (end) => {
                if (end.kind !== 'cone') return;
                const heading = asHeading(end.bearing - sphere.get().view.yaw);
                onEdit(
                  changeScene(scene.id, (old) => ({ ...old, heading })),
                  { what: 'direction du nord', scene: scene.id, part: 'plan' },
                );
              },
            )}
          />
        )}
      </PlanDrawing>
      <NorthHandle
        north={north}
        {...(!isReadOnly && {
          ...drag(
            (clientX, clientY, target) => ({
              kind: 'north',
              degrees: asHeading(-Math.round(angleAround(target, clientX, clientY))),
            }),
            (end) => end.kind === 'north' && onNorth(end.degrees),
          ),
          onKeyDown: (event: KeyboardEvent) => {
            const arrow = arrowOf(event);
            if (!arrow) return;
            event.preventDefault();
            const by = (arrow[0] - arrow[1]) * (event.shiftKey ? 1 : 5);
            onNorth(asHeading(floor.north - by));
          },
        })}
      />
      <p className="mt-1.5 text-sm text-slate">
        {here
          ? 'Glissez une scène pour la déplacer, et la pointe du cône pour dire où regarde la vue présente.'
          : `Pressez sur le plan l’endroit de «\u00a0${scene.name || 'Sans nom'}\u00a0».`}
      </p>
    </div>
  );
}
