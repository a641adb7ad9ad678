import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDecimal, formatNumber } from '@/shared/lib/numbers';
import { tourLimits } from '@/shared/panorama-tour/panorama-tour';
import { Button } from '@/shared/ui/button';
import { controlClass, Field } from '@/shared/ui/field';
import type { Tilt } from '../data/level';
import { hasTooManyBlurs, LEVEL, levelledScene, sameTilt } from '../data/levelled-scene';
import type { DraftScene } from '../data/panorama-tour.schema';
import { cameraTilt } from '../data/panorama-tours';
import { tiltText, WIDEST_LEVELLED } from '../data/start-levelling';
import { StagePanel } from './stage-panel';
import type { Levelling } from './use-levelling';

/** Largest angle that is set by hand, in degrees. */
const MOST_DEGREES = 45;

const angleLabels = { roll: 'Roulis', pitch: 'Tangage' } as const;

/** Reads an angle as it is typed, with a comma or a point; undefined when it is none within the limit. */
function readAngle(text: string, most = MOST_DEGREES): number | undefined {
  const typed = text.replaceAll(/\s|°/g, '').replace('−', '-').replace(',', '.');
  if (!/^[-+]?\d{1,3}(\.\d*)?$/.test(typed)) return undefined;
  const value = Math.round(Number(typed) * 100) / 100;
  return Math.abs(value) <= most ? value : undefined;
}

const angleText = (angle: number) => String(angle).replace('.', ',');

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
  /** Texts as they were typed, each as long as its angle is the one of that moment. */
  const [typed, setTyped] = useState<Partial<Record<keyof Tilt, { text: string; angle: number }>>>({});
  const camera = useQuery({
    ...cameraTilt(scene.original ?? ''),
    enabled: scene.original !== undefined,
  }).data;
  const most = (angle: keyof Tilt) => Math.max(MOST_DEGREES, Math.abs(present[angle]));
  const textOf = (angle: keyof Tilt) => {
    const own = typed[angle];
    return own?.angle === tried[angle] ? own.text : angleText(tried[angle]);
  };
  const faults = (['roll', 'pitch'] as const).filter(
    (angle) => readAngle(textOf(angle), most(angle)) === undefined,
  );
  const isTooWide = scene.picture.width > WIDEST_LEVELLED;
  const isCrowded = hasTooManyBlurs(levelledScene(scene, tried));
  const canApply = faults.length === 0 && !isTooWide && !isCrowded && !sameTilt(tried, present);
  const set = (angle: keyof Tilt, text: string) => {
    const value = readAngle(text, most(angle));
    setTyped((old) => ({ ...old, [angle]: { text, angle: value ?? tried[angle] } }));
    if (value !== undefined) turn({ ...tried, [angle]: value });
  };

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
          <div key={angle}>
            <Field
              label={`${angleLabels[angle]} (°)`}
              className="max-lg:grid max-lg:grid-cols-[7rem_minmax(0,1fr)] max-lg:items-center"
              required
              error={
                faults.includes(angle)
                  ? `Écrivez un angle de −${angleText(most(angle))} à ${angleText(most(angle))} degrés, par exemple 2,5.`
                  : undefined
              }
            >
              {(control) => (
                <div className="flex items-center gap-3">
                  <input
                    {...control}
                    inputMode="decimal"
                    autoComplete="off"
                    value={textOf(angle)}
                    onChange={({ target }) => set(angle, target.value)}
                    onKeyDown={(event) => {
                      if (event.key !== 'Enter') return;
                      // The key must not send the form of the whole tour.
                      event.preventDefault();
                      if (canApply) onApply();
                    }}
                    className={`${controlClass} w-20! shrink-0 tabular-nums lg:w-24!`}
                  />
                  <input
                    type="range"
                    aria-label={`${angleLabels[angle]}, curseur`}
                    min={-most(angle)}
                    max={most(angle)}
                    step={0.1}
                    value={tried[angle]}
                    aria-valuetext={`${formatDecimal(tried[angle])}\u00a0degrés`}
                    onChange={({ target }) => set(angle, angleText(target.valueAsNumber))}
                    className="h-11 min-w-0 flex-1 accent-spruce"
                  />
                </div>
              )}
            </Field>
          </div>
        ))}
        {camera && !sameTilt(camera, tried) && !sameTilt(camera) && (
          <Button size="sm" variant="outline" onClick={() => turn(camera)}>
            Prendre ce que l’appareil a noté ({tiltText(camera)})
          </Button>
        )}
        {isTooWide && (
          <p role="alert" className="font-medium text-sumac-deep text-sm">
            Ce panorama est trop grand pour être nivelé ici&nbsp;: nivelez-le dans le logiciel de l’appareil,
            ou réduisez-le à {formatNumber(WIDEST_LEVELLED)} pixels de largeur, puis ajoutez-le de nouveau.
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
