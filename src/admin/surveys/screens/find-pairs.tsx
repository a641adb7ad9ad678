import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { counted } from '@/shared/lib/numbers';
import { PAIR_DISTANCE } from '@/shared/survey/pairs';
import { Button } from '@/shared/ui/button';
import { type ComparedSurvey, surveyPairs } from '../data/survey-pairs';

/** Largest distance that may be asked for, in metres. */
const MAX_METRES = 10;

/** Looks for the pairs of two surveys, and says what came of it. */
export function FindPairs({ survey, earlier }: { survey: ComparedSurvey; earlier: ComparedSurvey }) {
  const [most, setMost] = useState(PAIR_DISTANCE);
  const find = useMutation(surveyPairs.find(survey.id));
  const { data } = find;
  return (
    <div className="mt-4 flex flex-wrap items-end gap-4">
      <label className="min-w-56 flex-1 sm:max-w-sm">
        <span className="mb-1.5 block font-semibold">
          Distance entre les deux appareils&nbsp;: {most}&nbsp;m au plus
        </span>
        <input
          type="range"
          min={1}
          max={MAX_METRES}
          step={0.5}
          value={most}
          aria-valuetext={`${most.toLocaleString('fr-CA')}\u00a0m`}
          onChange={({ target }) => setMost(target.valueAsNumber)}
          className="min-h-6 w-full accent-spruce"
        />
      </label>
      <Button
        variant="primary"
        pending={find.isPending}
        onClick={() => find.mutate({ earlier: earlier.id, most })}
      >
        Chercher les paires
      </Button>
      <p role="status" className="w-full text-sm text-slate">
        {data &&
          (data.viewpoints.before === 0 || data.viewpoints.after === 0
            ? 'Les photos d’un des deux relevés n’ont pas encore de position\u00a0: placez-les dans l’onglet « Importation ».'
            : `${counted(data.total, 'paire')}\u00a0: ${counted(data.added, 'nouvelle')}, ${counted(data.left, 'retirée')}.`)}
      </p>
    </div>
  );
}
