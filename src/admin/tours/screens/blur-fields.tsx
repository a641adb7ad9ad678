import { NumberField } from '@/admin/kit/ui/number-field';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { ellipseLimits } from '@/shared/sphere/projection';
import { Button } from '@/shared/ui/button';
import type { DraftScene } from '../data/panorama-tour.schema';
import type { OnPart } from './scene-fields';
import type { Selected } from './selected-mark';
import type { BlurBurning } from './use-burning';

const sideLabels = { width: 'largeur', height: 'hauteur' } as const;

/** The size of a blur, and whether the pictures hold it already. */
export function BlurFields({
  scene,
  selected: { blur, isBurnt },
  burning,
  onEdit,
  onApply,
}: {
  scene: DraftScene;
  selected: Extract<Selected, { kind: 'blur' }>;
  burning: BlurBurning | undefined;
  onEdit: OnPart<DraftScene>;
  onApply: () => void;
}) {
  return (
    <div className="space-y-4">
      <div className="grid grid-cols-2 gap-3">
        {(['width', 'height'] as const).map((side) => (
          <NumberField
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
