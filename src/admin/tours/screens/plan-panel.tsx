import { useMutation } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, ImageUp, Trash2 } from 'lucide-react';
import { FileButton } from '@/admin/kit/ui/file-button';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { NumberField } from '@/admin/kit/ui/number-field';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { type Floor, tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { useShownFloor } from '@/shared/panorama-tour/plan-drawing';
import type { SphereView } from '@/shared/sphere/sphere-view';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { uploadTourPicture } from '../data/picture-upload';
import type { StepKind } from './draft-history';
import { FloorPlan } from './floor-plan';
import { Choice, Text } from './scene-fields';

type Props = {
  tourId: string;
  tour: DraftTour;
  /** The scene being edited: the one that a press on the plan places. */
  scene: DraftScene;
  sphere: SphereView;
  onEdit: (change: (draft: DraftTour) => DraftTour, step: StepKind) => void;
  onOpenScene: (id: string) => void;
};

/** The floor plans or maps of a tour: their names and north, and the place and direction of each scene on them. */
export function PlanPanel({ tourId, tour, scene, sphere, onEdit, onOpenScene }: Props) {
  const isReadOnly = useIsReadOnly();
  const { floors = [] } = tour;
  const [floor, choose] = useShownFloor(floors, scene);
  const index = floors.findIndex(({ id }) => id === floor?.id);

  const step = (what: string, field?: string): StepKind => ({ what, part: 'plan', field });
  const changeFloor = (part: Partial<Floor>, what: string, field?: string) =>
    onEdit(
      (draft) => ({
        ...draft,
        floors: draft.floors?.map((one) => (one.id === floor?.id ? { ...one, ...part } : one)) ?? [],
      }),
      step(what, field && `floors/${floor?.id}/${field}`),
    );
  const order = (by: -1 | 1) =>
    onEdit((draft) => {
      const next = [...(draft.floors ?? [])];
      const [moved] = next.splice(index, 1);
      if (moved) next.splice(index + by, 0, moved);
      return { ...draft, floors: next };
    }, step('ordre des étages'));
  const remove = () =>
    onEdit(({ floors: old = [], ...draft }) => {
      const left = old.filter(({ id }) => id !== floor?.id);
      const scenes = draft.scenes.map((one) => {
        if (one.onPlan?.floor !== floor?.id) return one;
        const { onPlan: _place, ...rest } = one;
        return rest;
      });
      return left.length > 0 ? { ...draft, scenes, floors: left } : { ...draft, scenes };
    }, step('retrait d’un étage'));

  if (!floor) {
    if (isReadOnly) return <p className="text-sm text-slate">Cette visite n’a pas de plan.</p>;
    return (
      <div className="space-y-1.5">
        <AddFloor tourId={tourId} floors={floors} onEdit={onEdit} onAdded={choose} />
        <p className="text-sm text-slate">
          Une image JPEG, PNG ou WebP dont vous avez les droits. Un plan par étage.
        </p>
      </div>
    );
  }
  return (
    <div className="space-y-4">
      <div className="flex flex-wrap items-center gap-1.5">
        <fieldset className="flex flex-wrap gap-1.5">
          <legend className="sr-only">Étage montré</legend>
          {floors.map(({ id, name }) => (
            <Choice key={id} isChosen={id === floor.id} onChoose={() => choose(id)}>
              {name || 'Sans nom'}
            </Choice>
          ))}
        </fieldset>
        {!isReadOnly && floors.length < tourLimits.floors && (
          <AddFloor tourId={tourId} floors={floors} onEdit={onEdit} onAdded={choose} />
        )}
      </div>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <FloorPlan
          key={floor.id}
          floor={floor}
          tour={tour}
          scene={scene}
          sphere={sphere}
          isReadOnly={isReadOnly}
          onEdit={onEdit}
          onNorth={(north) => changeFloor({ north }, 'nord du plan', 'north')}
          onOpenScene={onOpenScene}
        />
        <fieldset disabled={isReadOnly} className="space-y-4">
          <legend className="sr-only">Étage «&nbsp;{floor.name}&nbsp;»</legend>
          <Text
            as="input"
            label="Nom de l’étage"
            value={floor.name}
            most={tourLimits.name}
            onChange={(name) => changeFloor({ name }, 'nom d’un étage', 'name')}
          />
          <Text
            as="input"
            label="Ce que montre le plan"
            isOptional
            value={floor.alt}
            most={tourLimits.alt}
            onChange={(alt) => changeFloor({ alt }, 'description du plan', 'alt')}
          />
          <NumberField
            label="Cap du haut du plan (°)"
            value={floor.north}
            least={0}
            most={360}
            onChange={(north) => changeFloor({ north }, 'nord du plan', 'north')}
          />
          {!isReadOnly && (
            <div className="flex items-center gap-1">
              <span className="mr-auto text-sm text-slate">Étages, du plus bas au plus haut</span>
              <IconButton
                label={`Descendre ${floor.name} d’un étage`}
                aria-disabled={index === 0}
                onClick={() => index > 0 && order(-1)}
              >
                <ArrowDown aria-hidden="true" className="size-4.5" />
              </IconButton>
              <IconButton
                label={`Monter ${floor.name} d’un étage`}
                aria-disabled={index === floors.length - 1}
                onClick={() => index < floors.length - 1 && order(1)}
              >
                <ArrowUp aria-hidden="true" className="size-4.5" />
              </IconButton>
              <IconButton label={`Retirer l’étage ${floor.name}`} onClick={remove}>
                <Trash2 aria-hidden="true" className="size-4" />
              </IconButton>
            </div>
          )}
        </fieldset>
      </div>
    </div>
  );
}

function AddFloor({
  tourId,
  floors,
  onEdit,
  onAdded,
}: Pick<Props, 'tourId' | 'onEdit'> & { floors: readonly Floor[]; onAdded: (id: string) => void }) {
  const upload = useMutation(uploadTourPicture());
  return (
    <FileButton
      label={floors.length === 0 ? 'Choisir l’image du plan ou de la carte' : 'Ajouter un étage'}
      size="sm"
      accept="image/*"
      icon={ImageUp}
      pending={upload.isPending}
      onChoose={([file]) =>
        file &&
        upload.mutate(
          { tourId, file },
          {
            onSuccess: (picture) => {
              const id = crypto.randomUUID();
              onEdit(
                (draft) => {
                  const old = draft.floors ?? [];
                  const name = old.length === 0 ? 'Plan' : `Étage ${old.length + 1}`;
                  return { ...draft, floors: [...old, { ...picture, id, name, north: 0, alt: '' }] };
                },
                { what: 'ajout d’un étage', part: 'plan', isArrival: true },
              );
              onAdded(id);
            },
          },
        )
      }
    />
  );
}
