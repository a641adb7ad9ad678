import { NumberField } from '@/admin/kit/ui/number-field';
import { useIsReadOnly } from '@/shared/lib/read-only';

/** Asks by which angle all directions of a survey are turned: the camera was mounted backwards, or askew. */
export function HeadingTurn({ turn, onTurn }: { turn: number | undefined; onTurn: (turn: number) => void }) {
  return (
    <NumberField
      label="Tourner toutes les orientations, en degrés"
      hint="180 si l’appareil était monté à l’envers; positif vers la droite; 0 reprend celles de la trace ou de l’appareil. Les orientations appariées restent."
      isOptional
      value={turn ?? 0}
      least={-180}
      most={180}
      disabled={useIsReadOnly()}
      inputClass="max-w-40"
      onChange={onTurn}
    />
  );
}
