import { useMutation } from '@tanstack/react-query';
import { ImageUp } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import type { DraftScene, DraftTour } from '@/admin/data/panorama-tours/panorama-tour.schema';
import { uploadTourPicture } from '@/admin/data/panorama-tours/picture-upload';
import { panoramaFileUrl } from '@/admin/data/tours/panorama-address';
import { FileButton } from '@/admin/ui/file-button';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Floor, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { controlClass, Field, selectClass } from '@/shared/ui/field';
import { changeScene } from './angles';
import type { StepKind } from './draft-history';

type Place = { x: number; y: number };

type Props = {
  tourId: string;
  tour: DraftTour;
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;
};

/** The floor plan or map of a tour, and the place of each scene on it. */
export function PlanPanel({ tourId, tour, onEdit }: Props) {
  const isReadOnly = useIsReadOnly();
  const upload = useMutation(uploadTourPicture());
  const { scenes } = tour;
  const plan = tour.floors?.[0];
  const [wanted, setWanted] = useState('');
  const chosen = scenes.find(({ id }) => id === wanted) ?? scenes.find(({ onPlan }) => !onPlan) ?? scenes[0];

  const put = (place: Place) => {
    if (!chosen || !plan) return;
    const onPlan = { floor: plan.id, ...place };
    onEdit(
      changeScene(chosen.id, (scene) => ({ ...scene, onPlan })),
      { what: 'place d’une scène sur le plan' },
    );
    setWanted('');
  };
  const removePlan = () =>
    onEdit(
      ({ floors: _floors, ...draft }) => ({
        ...draft,
        scenes: draft.scenes.map(({ onPlan: _place, ...scene }) => scene),
      }),
      { what: 'retrait du plan' },
    );

  if (!plan) {
    if (isReadOnly) return <p className="text-sm text-slate">Cette visite n’a pas de plan.</p>;
    return (
      <div className="space-y-1.5">
        <FileButton
          label="Choisir l’image du plan ou de la carte"
          size="sm"
          accept="image/*"
          icon={ImageUp}
          pending={upload.isPending}
          onChoose={([file]) =>
            file &&
            upload.mutate(
              { tourId, file },
              {
                onSuccess: (picture) =>
                  onEdit(
                    (draft) => ({
                      ...draft,
                      floors: [{ ...picture, id: crypto.randomUUID(), name: 'Plan', north: 0, alt: '' }],
                    }),
                    {
                      what: 'ajout du plan',
                      isArrival: true,
                    },
                  ),
              },
            )
          }
        />
        <p className="text-sm text-slate">Une image JPEG, PNG ou WebP dont vous avez les droits.</p>
      </div>
    );
  }
  return (
    <div className="space-y-4">
      <fieldset disabled={isReadOnly} className="grid gap-4 sm:grid-cols-2">
        <Field label="Ce que montre le plan" required>
          {(control) => (
            <input
              {...control}
              value={plan.alt}
              maxLength={tourLimits.alt}
              autoComplete="off"
              className={controlClass}
              onChange={({ target }) =>
                onEdit(
                  (draft) => ({
                    ...draft,
                    floors: draft.floors?.map((floor) => ({ ...floor, alt: target.value })) ?? [],
                  }),
                  { what: 'description du plan', field: 'plan' },
                )
              }
            />
          )}
        </Field>
        <Field label="Scène à placer" required>
          {(control) => (
            <select
              {...control}
              value={chosen?.id ?? ''}
              onChange={({ target }) => setWanted(target.value)}
              className={selectClass}
            >
              {scenes.map(({ id, name, onPlan }) => (
                <option key={id} value={id}>
                  {name || 'Sans nom'}
                  {onPlan ? ' (placée)' : ''}
                </option>
              ))}
            </select>
          )}
        </Field>
      </fieldset>
      <Plan plan={plan} scenes={scenes} onPlace={isReadOnly ? undefined : put} onChoose={setWanted} />
      {!isReadOnly && (
        <Button size="sm" variant="outline" onClick={removePlan}>
          Enlever le plan
        </Button>
      )}
    </div>
  );
}

const STEPS: Readonly<Record<string, Place>> = {
  ArrowLeft: { x: -0.02, y: 0 },
  ArrowRight: { x: 0.02, y: 0 },
  ArrowUp: { x: 0, y: -0.02 },
  ArrowDown: { x: 0, y: 0.02 },
};

const within = (value: number) => Math.round(Math.min(1, Math.max(0, value)) * 1000) / 1000;

function Plan({
  plan,
  scenes,
  onPlace,
  onChoose,
}: {
  plan: Floor;
  scenes: readonly DraftScene[];
  onPlace: ((place: Place) => void) | undefined;
  onChoose: (id: string) => void;
}) {
  const [cross, setCross] = useState<Place>({ x: 0.5, y: 0.5 });
  const at = ({ x, y }: Place) => ({ left: `${x * 100}%`, top: `${y * 100}%` });
  const press = ({ currentTarget, clientX, clientY }: PointerEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    onPlace?.({ x: within((clientX - left) / width), y: within((clientY - top) / height) });
  };
  const move = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (event.key === 'Enter') onPlace?.(cross);
    else if (step) setCross({ x: within(cross.x + step.x), y: within(cross.y + step.y) });
    else return;
    event.preventDefault();
  };
  return (
    <div className="relative max-w-2xl overflow-hidden rounded-xl border border-line">
      <img
        src={panoramaFileUrl(plan.path)}
        alt=""
        width={plan.width}
        height={plan.height}
        className="h-auto w-full"
      />
      {onPlace && (
        <div
          role="application"
          aria-label="Plan&nbsp;: les flèches déplacent la croix, Entrée place la scène"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: an application takes keys
          tabIndex={0}
          className="group absolute inset-0 cursor-crosshair focus-visible:outline-4 focus-visible:-outline-offset-4 focus-visible:outline-sumac"
          onPointerUp={press}
          onKeyDown={move}
        >
          <span
            aria-hidden="true"
            style={at(cross)}
            className="absolute hidden size-8 -translate-1/2 rounded-full border-4 border-white ring-2 ring-ink group-focus-visible:block"
          />
        </div>
      )}
      {scenes.map(
        ({ id, name, onPlan }, index) =>
          onPlan && (
            <button
              key={id}
              type="button"
              aria-label={`${name || 'Sans nom'}, à placer de nouveau`}
              title={name}
              style={at(onPlan)}
              onClick={() => onChoose(id)}
              className="absolute flex size-8 -translate-1/2 items-center justify-center rounded-full border-2 border-white bg-spruce-deep text-sm font-semibold text-white shadow-md focus-visible:outline-3 focus-visible:outline-sumac"
            >
              {index + 1}
            </button>
          ),
      )}
    </div>
  );
}
