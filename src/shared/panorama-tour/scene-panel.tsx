import { useEffect, useRef } from 'react';
import type { FileAddress, InfoPoint, PanoramaTour, Scene, SceneLink } from './panorama-tour';
import { PlanDrawing, useShownFloor, ViewCone } from './plan-drawing';
import { SceneThumbnail } from './scene-thumbnail';

/** The controls of a tour as ordinary HTML: the marks in the picture cannot be reached without a pointer. */
export type PanelProps = {
  tour: PanoramaTour;
  scene: Scene;
  address: FileAddress;
  onScene: (scene: Scene) => void;
  onLink: (link: SceneLink) => void;
  onPoint: (point: InfoPoint) => void;
};

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left wrap-anywhere hover:bg-mist';
const numberClass =
  'flex size-7 shrink-0 items-center justify-center rounded-full border border-line bg-paper text-sm font-semibold tabular-nums';

/** Horizontal field of view that the cone stands for, in degrees. */
const CONE_FIELD = 70;

/**
 * Turns the cones of the plans inside an element without rendering, since the bearing changes sixty times a second.
 *
 * @param bearing compass direction of the view, in degrees
 */
export const writeHeading = (element: HTMLElement | null, bearing: number) =>
  element?.style.setProperty('--bearing', `${bearing}deg`);

/**
 * The plans of a tour, one floor at a time, with the scenes as buttons at their places and a cone where one looks. The
 * floor is that of the present scene until another one is chosen.
 */
export function ScenePlan({
  tour: { floors = [], scenes },
  scene: present,
  address,
  onScene,
}: Pick<PanelProps, 'tour' | 'scene' | 'address' | 'onScene'>) {
  const [floor, choose] = useShownFloor(floors, present);
  if (!floor) return null;
  const placed = scenes.flatMap(({ id, name, onPlan }, index) =>
    onPlan?.floor === floor.id ? [{ id, name, number: index + 1, x: onPlan.x, y: onPlan.y }] : [],
  );
  return (
    <div className="space-y-3">
      {floors.length > 1 && (
        <fieldset className="flex flex-wrap gap-2">
          <legend className="sr-only">Étage montré</legend>
          {floors.map(({ id, name }) => (
            <button
              key={id}
              type="button"
              aria-pressed={id === floor.id}
              onClick={() => choose(id)}
              className="min-h-11 max-w-full rounded-full border border-line px-4 font-semibold wrap-anywhere hover:bg-mist aria-pressed:border-lake aria-pressed:bg-lake aria-pressed:text-white"
            >
              {name}
            </button>
          ))}
        </fieldset>
      )}
      <PlanDrawing
        floor={floor}
        address={address}
        scenes={placed}
        current={present.id}
        className="rounded-lg"
        buttonOf={({ name, number }) => ({
          'aria-label': `${number}. ${name}`,
          onClick: () => onScene(scenes[number - 1] ?? present),
        })}
      >
        {present.onPlan?.floor === floor.id && (
          <ViewCone
            at={present.onPlan}
            floor={floor}
            bearing={0}
            field={CONE_FIELD}
            style={{ rotate: `calc(var(--bearing, ${present.heading}deg) - ${floor.north}deg)` }}
          />
        )}
      </PlanDrawing>
    </div>
  );
}

/**
 * The present scene with its links and points, then all scenes and the plan. Its heading takes the focus when a link of
 * the list has led to another scene.
 */
export function ScenePanel({ tour, scene, address, onScene, onLink, onPoint }: PanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const isFollowingLink = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once the lists of the new scene are there
  useEffect(() => {
    if (isFollowingLink.current) heading.current?.focus({ preventScroll: true });
    isFollowingLink.current = false;
  }, [scene.id]);
  const follow = (link: SceneLink) => {
    isFollowingLink.current = true;
    onLink(link);
  };
  const named = new Map(tour.scenes.map(({ id, name }) => [id, name]));
  const links = scene.links.filter(({ to }) => named.has(to));
  const place = tour.scenes.indexOf(scene) + 1;
  return (
    <div className="grid gap-x-12 gap-y-8 [grid-template-columns:repeat(auto-fit,minmax(min(100%,19rem),1fr))]">
      <section aria-label="Scène présente" className="space-y-4">
        <div>
          <p className="text-sm text-slate">
            Scène {place} de {tour.scenes.length}
          </p>
          <h2 ref={heading} tabIndex={-1} className="mt-1 text-xl font-bold wrap-anywhere outline-none">
            {scene.name}
          </h2>
          {scene.alt && <p className="mt-2 wrap-anywhere text-slate">{scene.alt}</p>}
          {scene.sound?.text && (
            <p className="mt-2 whitespace-pre-line wrap-anywhere text-slate">
              Le son du lieu&nbsp;: {scene.sound.text}
            </p>
          )}
        </div>
        {links.length > 0 && (
          <div>
            <h3 className="font-semibold">D’ici, aller à</h3>
            <ul className="mt-1">
              {links.map((link) => (
                <li key={link.id}>
                  <button type="button" className={row} onClick={() => follow(link)}>
                    <span aria-hidden="true" className={numberClass}>
                      ↑
                    </span>
                    {named.get(link.to)}
                  </button>
                </li>
              ))}
            </ul>
          </div>
        )}
        {scene.points.length > 0 && (
          <div>
            <h3 className="font-semibold">À découvrir dans cette scène</h3>
            <ol className="mt-1">
              {scene.points.map((point, index) => (
                <li key={point.id}>
                  <button type="button" aria-haspopup="dialog" className={row} onClick={() => onPoint(point)}>
                    <span aria-hidden="true" className={numberClass}>
                      {index + 1}
                    </span>
                    {point.title}
                  </button>
                </li>
              ))}
            </ol>
          </div>
        )}
      </section>
      <nav aria-label="Scènes de la visite">
        <h3 className="font-semibold">Toutes les scènes</h3>
        <ol className="mt-2 grid grid-cols-2 gap-3">
          {tour.scenes.map((one, index) => (
            <li key={one.id} className="min-w-0">
              <button
                type="button"
                aria-current={one === scene || undefined}
                className="group block size-full overflow-hidden rounded-xl border border-line bg-paper text-left hover:border-spruce aria-[current]:border-2 aria-[current]:border-spruce aria-[current]:font-semibold"
                onClick={() => onScene(one)}
              >
                <SceneThumbnail scene={one} address={address} />
                <span className="flex items-start gap-2 px-2.5 py-2 leading-tight wrap-anywhere">
                  <span aria-hidden="true" className="tabular-nums text-slate">
                    {index + 1}
                  </span>
                  {one.name}
                </span>
              </button>
            </li>
          ))}
        </ol>
      </nav>
      {tour.floors && tour.floors.length > 0 && (
        <section aria-label="Plan de la visite">
          <h3 className="mb-2 font-semibold">Plan</h3>
          <ScenePlan tour={tour} scene={scene} address={address} onScene={onScene} />
        </section>
      )}
    </div>
  );
}
