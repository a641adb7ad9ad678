import { useMutation } from '@tanstack/react-query';
import { Crosshair, Minus, Plus } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { NumberField } from '@/admin/kit/ui/number-field';
import { notify } from '@/shared/lib/notify';
import { startMatching } from '@/shared/survey/start-matching';
import { Button } from '@/shared/ui/button';
import { type SurveyPair, surveyPairs } from '../data/survey-pairs';

/** Pause after the last press before a turn is saved, in ms. */
const SAVE_AFTER = 600;

/** Reach of the slider, in degrees; the field takes any turn. */
const SLIDER_DEGREES = 30;

const sourceLabels = {
  main: 'réglé à la main',
  appariement: 'trouvé par comparaison des images',
  trace: 'd’après les traces GPS',
  appareil: 'd’après les appareils',
} as const;

/** A turn in tenths of a degree, within a whole one. */
const tenths = (degrees: number) => {
  const rounded = Math.round(degrees * 10) / 10;
  return rounded > 180 ? rounded - 360 : rounded < -180 ? rounded + 360 : rounded;
};

const turnText = (degrees: number) =>
  `${degrees > 0 ? '+' : degrees < 0 ? '−' : ''}${Math.abs(degrees).toLocaleString('fr-CA', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}°`;

/** Changes the turn of a pair: shown at once, saved after a pause, and when the pair is left. */
export function useTurn(surveyId: string, pair: SurveyPair, onShown: (turn: number | undefined) => void) {
  const { mutate } = useMutation(surveyPairs.change(surveyId));
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; save: () => void }>(undefined);
  const flush = () => {
    if (!waiting.current) return;
    clearTimeout(waiting.current.timer);
    waiting.current.save();
    waiting.current = undefined;
  };
  const pairId = pair.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: what waits is of the pair that is left
  useEffect(() => {
    return flush;
  }, [pairId]);
  return (turn: number, source: 'main' | 'appariement') => {
    const next = source === 'main' ? tenths(turn) : turn;
    onShown(next);
    if (waiting.current) clearTimeout(waiting.current.timer);
    const save = () =>
      mutate(
        { id: pairId, turn: next, turn_source: source },
        {
          // Unless something newer waits.
          onSettled: () => !waiting.current && onShown(undefined),
        },
      );
    waiting.current = { timer: setTimeout(flush, SAVE_AFTER), save };
  };
}

/** Sets the heading of the picture after: by a slider, by keys, by a field, or by comparing both pictures. */
export function Alignment({
  pair,
  turn,
  files,
  onTurn,
}: {
  pair: SurveyPair;
  turn: number;
  /** The two previews, once they are loaded. */
  files: { before: Blob; after: Blob } | undefined;
  onTurn: (turn: number, source: 'main' | 'appariement') => void;
}) {
  const id = useId();
  const match = useMutation({
    mutationFn: async ({ before, after }: { before: Blob; after: Blob }) => {
      const matching = startMatching();
      try {
        return await matching.call({
          before,
          after,
          difference: pair.after.heading - pair.before.heading,
        });
      } finally {
        matching.stop();
      }
    },
    onSuccess: (found) => {
      if (!found)
        return notify.warning(
          'Les deux images ne se ressemblent pas assez pour être alignées. Réglez l’écart à la main.',
          'Alignement introuvable',
        );
      onTurn(found.turn, 'appariement');
      notify.success(`Image d’après tournée de ${turnText(found.turn)}.`, 'Images alignées');
    },
    meta: { errorMessage: 'Les images n’ont pas pu être comparées' },
  });
  return (
    <section aria-labelledby={id} className="rounded-xl border border-line bg-paper p-4">
      <h2 id={id} className="font-semibold">
        Alignement <span className="font-normal text-slate">({sourceLabels[pair.turn_source]})</span>
      </h2>
      <AdminsOnly>
        <div className="mt-2 flex items-center gap-2">
          <IconButton
            label="Tourner de 0,1° vers la gauche"
            className="size-11"
            onClick={() => onTurn(turn - 0.1, 'main')}
          >
            <Minus aria-hidden="true" className="size-4" />
          </IconButton>
          <input
            type="range"
            min={-SLIDER_DEGREES}
            max={SLIDER_DEGREES}
            step={0.1}
            value={Math.max(-SLIDER_DEGREES, Math.min(SLIDER_DEGREES, turn))}
            aria-label="Écart de l’image d’après"
            aria-valuetext={turnText(turn)}
            onChange={(event) => onTurn(event.target.valueAsNumber, 'main')}
            className="min-h-6 min-w-0 flex-1 accent-spruce"
          />
          <IconButton
            label="Tourner de 0,1° vers la droite"
            className="size-11"
            onClick={() => onTurn(turn + 0.1, 'main')}
          >
            <Plus aria-hidden="true" className="size-4" />
          </IconButton>
        </div>
        <div className="mt-2 flex flex-wrap items-end gap-2">
          <NumberField
            label="Degrés"
            value={turn}
            least={-180}
            most={180}
            step={0.1}
            inputClass="max-w-28"
            onChange={(typed) => onTurn(typed, 'main')}
          />
          <Button
            variant="outline"
            pending={match.isPending}
            disabled={!files}
            onClick={() => files && match.mutate(files)}
          >
            <Crosshair aria-hidden="true" className="size-4" />
            Aligner
          </Button>
        </div>
        <p className="mt-2 text-sm text-slate">
          Dans l’image, les touches <kbd>,</kbd> et <kbd>.</kbd> tournent de 0,1°.
        </p>
      </AdminsOnly>
    </section>
  );
}
