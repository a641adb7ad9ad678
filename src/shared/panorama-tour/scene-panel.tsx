import type { Ref } from 'react';
import type { FileAddress, InfoPoint, PanoramaTour, Scene, SceneLink } from './panorama-tour';

/** The controls of a tour as ordinary HTML: the marks in the picture cannot be reached without a pointer. */
export type PanelProps = {
  tour: PanoramaTour;
  scene: Scene;
  address: FileAddress;
  /** Heading with the scene's name, which takes the focus when a press has led to another scene. */
  heading: Ref<HTMLHeadingElement>;
  onScene: (scene: Scene) => void;
  onLink: (link: SceneLink) => void;
  onPoint: (point: InfoPoint) => void;
};

const row =
  'flex min-h-11 w-full items-center gap-3 rounded-lg px-3 py-1.5 text-left wrap-anywhere hover:bg-mist aria-[current]:bg-spruce-pale aria-[current]:font-semibold';
const number =
  'flex size-7 shrink-0 items-center justify-center rounded-full border border-line text-sm font-semibold tabular-nums';

/** The plan of a tour, on which the scenes are buttons at their places. */
function Plan({ tour, scene, address, onScene }: Pick<PanelProps, 'tour' | 'scene' | 'address' | 'onScene'>) {
  const floor = tour.floors?.find(({ id }) => id === scene.onPlan?.floor) ?? tour.floors?.[0];
  if (!floor) return null;
  return (
    <div>
      <h3 className="font-semibold">{floor.name}</h3>
      <div className="relative mt-2">
        <img
          src={address(floor.path)}
          alt={floor.alt}
          width={floor.width}
          height={floor.height}
          className="h-auto w-full rounded-lg"
        />
        {tour.scenes.map(
          (one, index) =>
            one.onPlan?.floor === floor.id && (
              <button
                key={one.id}
                type="button"
                aria-label={`${index + 1}. ${one.name}`}
                aria-current={one.id === scene.id || undefined}
                title={one.name}
                onClick={() => onScene(one)}
                style={{ left: `${one.onPlan.x * 100}%`, top: `${one.onPlan.y * 100}%` }}
                className="absolute flex size-8 -translate-1/2 items-center justify-center rounded-full border-2 border-white bg-lake text-sm font-semibold text-white shadow-md aria-[current]:bg-sumac"
              >
                {index + 1}
              </button>
            ),
        )}
      </div>
    </div>
  );
}

/** The present scene with its links and points, then all scenes and the plan. */
export function ScenePanel({ tour, scene, address, heading, onScene, onLink, onPoint }: PanelProps) {
  const named = new Map(tour.scenes.map(({ id, name }) => [id, name]));
  const links = scene.links.filter(({ to }) => named.has(to));
  const place = tour.scenes.indexOf(scene) + 1;
  return (
    <div className="grid gap-x-10 gap-y-6 [grid-template-columns:repeat(auto-fit,minmax(min(100%,17rem),1fr))]">
      <section aria-label="Scène présente" className="space-y-4">
        <div>
          <p className="text-sm text-slate">
            Scène {place} de {tour.scenes.length}
          </p>
          <h2 ref={heading} tabIndex={-1} className="mt-1 text-xl font-bold wrap-anywhere outline-none">
            {scene.name}
          </h2>
          {scene.alt && <p className="mt-2 wrap-anywhere text-slate">{scene.alt}</p>}
        </div>
        {links.length > 0 && (
          <div>
            <h3 className="font-semibold">D’ici, aller à</h3>
            <ul className="mt-1">
              {links.map((link) => (
                <li key={link.id}>
                  <button type="button" className={row} onClick={() => onLink(link)}>
                    <span aria-hidden="true" className={number}>
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
                    <span aria-hidden="true" className={number}>
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
      <div className="space-y-6">
        <nav aria-label="Scènes de la visite">
          <h3 className="font-semibold">Toutes les scènes</h3>
          <ol className="mt-1">
            {tour.scenes.map((one, index) => (
              <li key={one.id}>
                <button
                  type="button"
                  aria-current={one === scene || undefined}
                  className={row}
                  onClick={() => onScene(one)}
                >
                  <span aria-hidden="true" className={number}>
                    {index + 1}
                  </span>
                  {one.name}
                </button>
              </li>
            ))}
          </ol>
        </nav>
        <Plan tour={tour} scene={scene} address={address} onScene={onScene} />
      </div>
    </div>
  );
}
