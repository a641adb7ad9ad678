import { DoorOpen, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { useIsReadOnly } from '@/shared/lib/read-only';
import {
  type Blur,
  type InfoPoint,
  type Proposal,
  type Scene,
  type SceneLink,
  tourLimits,
} from '@/shared/panorama-tour/panorama-tour';
import { ellipseLimits } from '@/shared/sphere/projection';
import { Button } from '@/shared/ui/button';
import { Field, selectClass } from '@/shared/ui/field';
import type { DraftScene, DraftTour } from '../data/panorama-tour.schema';
import { acceptProposals, rejectProposal } from '../data/proposals';
import { isBurntIn } from './draft-history';
import { PointFields } from './point-fields';
import { Degrees } from './scene-fields';
import { StagePanel } from './stage-panel';
import type { BlurBurning } from './use-burning';

/** Something of a scene that is selected in its panorama. */
export type Selected =
  | { kind: 'view'; view: Scene['view'] }
  | { kind: 'north' }
  | { kind: 'link'; link: SceneLink }
  | { kind: 'point'; point: InfoPoint }
  | { kind: 'blur'; blur: Blur; number: number; isBurnt: boolean }
  | { kind: 'proposal'; proposal: Proposal };

/** Finds what a mark of the panorama stands for. */
export function selectedIn(
  scene: DraftScene,
  id: string | undefined,
  burnt: readonly Blur[],
): Selected | undefined {
  if (id === 'view') return { kind: 'view', view: scene.view };
  if (id === 'north') return { kind: 'north' };
  const link = scene.links.find((one) => one.id === id);
  if (link) return { kind: 'link', link };
  const point = scene.points.find((one) => one.id === id);
  if (point) return { kind: 'point', point };
  const index = scene.blurs.findIndex((one) => one.id === id);
  const blur = scene.blurs[index];
  if (blur)
    return {
      kind: 'blur',
      blur,
      number: index + 1,
      isBurnt: isBurntIn(burnt, blur),
    };
  const proposal = scene.proposals?.find((one) => one.id === id);
  return proposal && { kind: 'proposal', proposal };
}

export const proposalLabels = {
  face: 'Visage proposé',
  plate: 'Plaque proposée',
  person: 'Personne proposée',
  vehicle: 'Véhicule proposé',
} as const;

function titleOf(selected: Selected): string {
  switch (selected.kind) {
    case 'view':
      return 'Première vue';
    case 'north':
      return 'Nord';
    case 'link':
      return 'Lien';
    case 'point':
      return 'Point d’information';
    case 'blur':
      return `Flou ${selected.number}`;
    case 'proposal':
      return proposalLabels[selected.proposal.kind];
  }
}

type Props = {
  tourId: string;
  tour: DraftTour;
  scene: DraftScene;
  selected: Selected;
  burning: BlurBurning | undefined;
  /**
   * Changes the scene.
   *
   * @param field continuous changes of the same one are one step of the history
   */
  onEdit: (change: (scene: DraftScene) => DraftScene, what: string, field?: string) => void;
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
          <Degrees
            label="Zoom de départ (%)"
            value={Math.round(scene.view.zoom)}
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

/** The compass direction of the middle of the panorama, as a number. */
export function Heading({ scene, onEdit }: Pick<Props, 'scene' | 'onEdit'>) {
  return (
    <Degrees
      label="Cap du centre (°)"
      value={scene.heading}
      most={360}
      onChange={(heading) => onEdit((old) => ({ ...old, heading }), 'cap du centre', 'heading')}
    />
  );
}

const sideLabels = { width: 'largeur', height: 'hauteur' } as const;

function BlurFields({
  scene,
  selected: { blur, isBurnt },
  burning,
  onEdit,
  onApply,
}: {
  scene: DraftScene;
  selected: Extract<Selected, { kind: 'blur' }>;
  burning: BlurBurning | undefined;
  onEdit: Props['onEdit'];
  onApply: () => void;
}) {
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3">
        {(['width', 'height'] as const).map((side) => (
          <Degrees
            key={side}
            label={side === 'width' ? 'Largeur (°)' : 'Hauteur (°)'}
            value={blur[side]}
            least={ellipseLimits.least}
            most={ellipseLimits.most}
            onChange={(degrees) =>
              onEdit(
                (old) => ({
                  ...old,
                  blurs: old.blurs.map((one) => (one.id === blur.id ? { ...one, [side]: degrees } : one)),
                }),
                `${sideLabels[side]} d’un flou`,
                `blurs/${blur.id}/${side}`,
              )
            }
          />
        ))}
      </div>
      {burning?.state === 'running' ? (
        <ProgressBar label="Floutage du panorama" done={Math.round(burning.share * 100)} total={100} />
      ) : isBurnt ? (
        <p className="text-sm text-slate">
          Appliqué&nbsp;: les images ne contiennent plus ce qui est flouté.
        </p>
      ) : (
        <>
          <p className="text-sm text-slate">
            {burning?.state === 'failed'
              ? 'Le floutage n’a pas pu être appliqué. Il reprendra quand la connexion reviendra.'
              : 'Il s’applique de lui-même dès que vous passez à une autre scène. Rien n’est publié avant.'}
          </p>
          <Button size="sm" variant="outline" onClick={onApply} disabled={!scene.original}>
            {burning?.state === 'failed' ? 'Réessayer' : 'Appliquer maintenant'}
          </Button>
        </>
      )}
    </div>
  );
}
