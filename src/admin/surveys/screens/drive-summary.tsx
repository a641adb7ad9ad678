import { counted, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import type { Cutting, PlacedDrive } from '../data/place-drive';

/** Sequences of a placed drive, and pictures left out of it: each cut may be taken back. */
export function DriveSummary({
  placed: { kept, leftOut, inHoles, sequences, turns, metres },
  cutting,
  onCutting,
  total,
  onTakeBack,
}: {
  placed: PlacedDrive;
  cutting: Cutting;
  onCutting: (cutting: Cutting) => void;
  total: number;
  /** Takes back what was left out by hand. */
  onTakeBack: () => void;
}) {
  const isReadOnly = useIsReadOnly();
  const breaks = Math.max(0, sequences - 1);
  const choices = [
    {
      key: 'parked' as const,
      label: 'Écarter les photos à l’arrêt',
      found: leftOut.stationnement,
      hint: 'Le véhicule n’a pas bougé de 3\u00a0m en 20 secondes.',
    },
    {
      key: 'doubles' as const,
      label: 'Écarter les doublons',
      found: leftOut.double,
      hint: 'À moins de 1,5\u00a0m de la photo précédente.',
    },
  ];
  return (
    <div className="space-y-3">
      <p role="status" className="font-semibold">
        {formatNumber(kept)} {kept > 1 ? 'photos gardées' : 'photo gardée'} sur {formatNumber(total)}
        <span className="block text-sm font-normal text-slate">
          {(metres / 1000).toLocaleString('fr-CA', { maximumFractionDigits: 2 })}&nbsp;km
          {' · '}
          {counted(sequences, 'séquence', 'séquences')}
          {' · '}
          {counted(breaks, 'coupure', 'coupures')}
          {' · '}
          {counted(turns, 'virage', 'virages')}
        </span>
      </p>
      <fieldset className="space-y-2">
        <legend className="sr-only">Photos écartées</legend>
        {choices.map(({ key, label, found, hint }) => (
          <label key={key} className="flex cursor-pointer items-start gap-2">
            <input
              type="checkbox"
              className="mt-1 size-4 accent-spruce"
              checked={cutting[key]}
              disabled={isReadOnly}
              onChange={({ target }) => onCutting({ ...cutting, [key]: target.checked })}
            />
            <span>
              {label}
              {cutting[key] && <strong className="font-semibold">&nbsp;: {formatNumber(found)}</strong>}
              <span className="block text-sm text-slate">{hint}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {inHoles > 0 && (
        <p className="text-sm font-medium text-sumac-deep">
          {counted(inHoles, 'photo prise', 'photos prises')} pendant que le récepteur était perdu&nbsp;: la
          trace ne {inHoles > 1 ? 'les' : 'la'} place pas.
        </p>
      )}
      {leftOut['sans-position'] > 0 && (
        <p className="text-sm">
          {counted(leftOut['sans-position'], 'photo sans position', 'photos sans position')}&nbsp;: hors de la
          trace, et sans position de l’appareil.
        </p>
      )}
      {leftOut.main > 0 && (
        <p className="flex flex-wrap items-center gap-3 text-sm">
          {counted(leftOut.main, 'photo écartée', 'photos écartées')} à la main.
          {!isReadOnly && (
            <Button size="sm" variant="outline" onClick={onTakeBack}>
              {leftOut.main > 1 ? 'Les reprendre' : 'La reprendre'}
            </Button>
          )}
        </p>
      )}
    </div>
  );
}
