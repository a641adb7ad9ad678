import { useIsReadOnly } from '@/shared/lib/read-only';
import { controlClass, Field } from '@/shared/ui/field';

/** Asks by which angle all directions of a survey are turned: the camera was mounted backwards, or askew. */
export function HeadingTurn({ turn, onTurn }: { turn: number | undefined; onTurn: (turn: number) => void }) {
  const isReadOnly = useIsReadOnly();
  return (
    <Field
      label="Tourner toutes les orientations, en degrés"
      hint="180 si l’appareil était monté à l’envers; positif vers la droite; 0 reprend celles de la trace ou de l’appareil. Les orientations appariées restent."
    >
      {(control) => (
        <input
          {...control}
          type="number"
          step={0.1}
          min={-180}
          max={180}
          value={turn ?? 0}
          disabled={isReadOnly}
          onChange={({ target: { valueAsNumber: degrees } }) => {
            if (Math.abs(degrees) <= 180) onTurn(degrees);
          }}
          className={`${controlClass} max-w-40`}
        />
      )}
    </Field>
  );
}
