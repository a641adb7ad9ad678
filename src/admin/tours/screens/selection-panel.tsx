import { DoorOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { NumberField } from '@/admin/kit/ui/number-field';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { Field, selectClass } from '@/shared/ui/field';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { acceptProposals, rejectProposal } from '../data/proposals';
import { BlurFields } from './blur-fields';
import { PointFields } from './point-fields';
import { Heading, type OnPart } from './scene-fields';
import { type Selected, titleOf } from './selected-mark';
import { StagePanel } from './stage-panel';
import type { BlurBurning } from './use-burning';

type Props = {
  tourId: string;
  tour: DraftTour;
  scene: DraftScene;
  selected: Selected;
  burning: BlurBurning | undefined;
  onEdit: OnPart<DraftScene>;
  onTakeView: () => void;
  onApplyBlurs: () => void;
  onRemove: (() => void) | undefined;
  onOpenScene: (id: string) => void;
  onClose: () => void;
};

/** The fields of what is selected in the panorama, over it on large windows and below it on small ones. */
export function SelectionPanel(props: Props) {
  const { selected, onRemove, onClose } = props;
  const isReadOnly = useIsReadOnly();
  const title = titleOf(selected);
  return (
    <StagePanel
      title={title}
      onClose={onClose}
      actions={
        onRemove && (
          <IconButton label={`Retirer (${title})`} onClick={onRemove}>
            <Trash2 aria-hidden="true" className="size-4" />
          </IconButton>
        )
      }
    >
      <fieldset disabled={isReadOnly}>
        <Fields {...props} />
      </fieldset>
    </StagePanel>
  );
}

function Fields({
  tourId,
  tour,
  scene,
  selected,
  burning,
  onEdit,
  onTakeView,
  onApplyBlurs,
  onOpenScene,
}: Props): ReactNode {
  switch (selected.kind) {
    case 'view':
      return (
        <div className="space-y-4">
          <p className="text-sm text-slate">Ce que le visiteur voit d’abord en arrivant dans cette scène.</p>
          <Button size="sm" variant="outline" onClick={onTakeView}>
            Prendre la vue présente
          </Button>
          <NumberField
            label="Zoom de départ (%)"
            value={Math.round(scene.view.zoom)}
            least={0}
            most={100}
            onChange={(zoom) =>
              onEdit((old) => ({ ...old, view: { ...old.view, zoom } }), 'zoom de départ', 'zoom')
            }
          />
        </div>
      );
    case 'north':
      return (
        <div className="space-y-4">
          <p className="text-sm text-slate">
            Glissez le repère N vers le nord. Le cap sert à la boussole, au plan et au chemin de retour des
            liens.
          </p>
          <Heading scene={scene} onEdit={onEdit} />
        </div>
      );
    case 'link': {
      const { link } = selected;
      return (
        <div className="space-y-4">
          <Field label="Mène à" required>
            {(control) => (
              <select
                {...control}
                value={link.to}
                className={selectClass}
                onChange={({ target }) =>
                  onEdit(
                    (old) => ({
                      ...old,
                      links: old.links.map((one) =>
                        one.id === link.id ? { ...one, to: target.value } : one,
                      ),
                    }),
                    'destination d’un lien',
                  )
                }
              >
                {tour.scenes
                  .filter(({ id }) => id !== scene.id)
                  .map(({ id, name }) => (
                    <option key={id} value={id}>
                      {name || 'Sans nom'}
                    </option>
                  ))}
              </select>
            )}
          </Field>
          <Button size="sm" variant="outline" onClick={() => onOpenScene(link.to)}>
            <DoorOpen aria-hidden="true" className="size-4" />Y aller
          </Button>
        </div>
      );
    }
    case 'point': {
      const { point } = selected;
      return (
        <PointFields
          key={point.id}
          tourId={tourId}
          point={point}
          onChange={(change, what, field) =>
            onEdit(
              (old) => ({
                ...old,
                points: old.points.map((one) => (one.id === point.id ? change(one) : one)),
              }),
              what,
              field && `points/${point.id}/${field}`,
            )
          }
        />
      );
    }
    case 'blur':
      return (
        <BlurFields
          scene={scene}
          selected={selected}
          burning={burning?.scene === scene.id ? burning : undefined}
          onEdit={onEdit}
          onApply={onApplyBlurs}
        />
      );
    case 'proposal': {
      const { id } = selected.proposal;
      return (
        <div className="space-y-3">
          <p className="text-sm text-slate">Trouvé par l’ordinateur&nbsp;: à vous de décider.</p>
          <div className="flex flex-wrap gap-2">
            <Button
              size="sm"
              disabled={scene.blurs.length >= tourLimits.blurs}
              onClick={() => onEdit((old) => acceptProposals(old, [id]), 'flou proposé accepté')}
            >
              Flouter
            </Button>
            <Button
              size="sm"
              variant="outline"
              onClick={() => onEdit((old) => rejectProposal(old, id), 'flou proposé écarté')}
            >
              Ce n’est rien
            </Button>
          </div>
        </div>
      );
    }
  }
}
