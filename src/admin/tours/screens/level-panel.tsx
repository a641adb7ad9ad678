import { useQuery } from '@tanstack/react-query';
import { TypedNumberField, useTypedNumber } from '@/admin/kit/ui/number-field';
import { formatDecimal } from '@/shared/lib/numbers';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import type { Tilt } from '../data/level';
import { hasTooManyBlurs, LEVEL, levelledScene, sameTilt } from '../data/levelled-scene';
import { canBeLevelled, LEVEL_ELSEWHERE, tiltText } from '../data/levelling-limits';
import type { DraftScene } from '../data/panorama-tour.schema';
import { cameraTilt } from '../data/panorama-tours';
import { StagePanel } from './stage-panel';
import type { Levelling } from './use-levelling';

/** Largest angle that is set by hand, in degrees. */
const MOST_DEGREES = 45;

const angleLabels = { roll: 'Roulis', pitch: 'Tangage' } as const;

/** Levels a scene: the picture shows at once as it will be, below the horizon and a grid, until it is applied or cancelled. */
export function LevelPanel({
  scene,
  levelling: { tilt, horizon, turn, clearHorizon },
  onApply,
  onClose,
}: {
  scene: DraftScene;
  levelling: Levelling;
  onApply: () => void;
  onClose: () => void;
}) {
  const present = scene.tilt ?? LEVEL;
  const tried = tilt ?? present;
  const camera = useQuery({
    ...cameraTilt(scene.original ?? ''),
    enabled: scene.original !== undefined,
  }).data;
  const limits = (angle: keyof Tilt) => {
    const most = Math.max(MOST_DEGREES, Math.abs(present[angle]));
    return { least: -most, most };
  };
  const set = (angle: keyof Tilt) => (value: number) => turn({ ...tried, [angle]: value });
  const angles = {
    roll: useTypedNumber(tried.roll, limits('roll'), set('roll')),
    pitch: useTypedNumber(tried.pitch, limits('pitch'), set('pitch')),
  };
  const isTyped = !angles.roll.isWrong && !angles.pitch.isWrong;
  const isTooWide = !canBeLevelled(scene.picture.width, tried);
  const isCrowded = hasTooManyBlurs(levelledScene(scene, tried));
  const canApply = isTyped && !isTooWide && !isCrowded && !sameTilt(tried, present);

  return (
    <StagePanel title="Niveler la scène" isOverPicture onClose={onClose}>
      <div className="space-y-3 lg:space-y-4">
        <div className="flex flex-wrap items-center gap-x-2">
          <p role="status" className="text-sm">
            {horizon.isEnough
              ? `Nivelé sur ${horizon.count}\u00a0points de l’horizon\u00a0: glissez-les pour ajuster.`
              : horizon.count > 0
                ? 'Pressez un autre point de l’horizon, loin de côté.'
                : 'Pressez deux points de l’horizon, ou réglez les angles.'}
          </p>
          {horizon.count > 0 && (
            <Button size="sm" variant="ghost" onClick={clearHorizon}>
              Retirer les points
            </Button>
          )}
        </div>
        {(['roll', 'pitch'] as const).map((angle) => (
          <TypedNumberField
            key={angle}
            label={`${angleLabels[angle]} (°)`}
            className="max-lg:grid max-lg:grid-cols-[7rem_minmax(0,1fr)] max-lg:items-center"
            inputClass="w-20! lg:w-24!"
            number={angles[angle]}
            step={0.1}
            onEnter={() => canApply && onApply()}
          >
            <input
              type="range"
              aria-label={`${angleLabels[angle]}, curseur`}
              min={angles[angle].least}
              max={angles[angle].most}
              step={0.1}
              value={tried[angle]}
              aria-valuetext={`${formatDecimal(tried[angle])}\u00a0degrés`}
              onChange={({ target }) => set(angle)(target.valueAsNumber)}
              className="h-11 min-w-0 flex-1 accent-spruce"
            />
          </TypedNumberField>
        ))}
        {camera && !sameTilt(camera, tried) && !sameTilt(camera) && (
          <Button size="sm" variant="outline" onClick={() => turn(camera)}>
            Prendre ce que l’appareil a noté ({tiltText(camera)})
          </Button>
        )}
        {isTooWide && (
          <p role="alert" className="font-medium text-sumac-deep text-sm">
            Ce panorama est trop grand pour être redressé d’autant ici&nbsp;: redressez-le {LEVEL_ELSEWHERE},
            puis ajoutez-le de nouveau.
          </p>
        )}
        {isCrowded && (
          <p role="alert" className="font-medium text-sumac-deep text-sm">
            Un flou du sol ou du ciel en devient plusieurs, et la scène en aurait plus de {tourLimits.blurs}
            &nbsp;: retirez-en d’abord.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="sm" disabled={!canApply} onClick={onApply}>
            Appliquer
          </Button>
          <Button size="sm" variant="outline" onClick={onClose}>
            Annuler
          </Button>
          {!sameTilt(tried) && (
            <Button size="sm" variant="ghost" onClick={() => turn(LEVEL)}>
              Remettre à 0
            </Button>
          )}
        </div>
        <p className="text-slate text-sm">
          {scene.original
            ? 'Les images sont refaites de l’original\u00a0: niveler de nouveau ne perd rien.'
            : 'Sans original conservé, les images perdent un peu de finesse, la première fois seulement.'}{' '}
          <span className="max-lg:hidden">Les repères, les liens et les flous suivent.</span>
        </p>
      </div>
    </StagePanel>
  );
}
