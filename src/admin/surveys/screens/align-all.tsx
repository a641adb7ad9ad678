import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted } from '@/shared/lib/numbers';
import { startMatching } from '@/shared/survey/start-matching';
import { Button } from '@/shared/ui/button';
import { previewFile, type SurveyPair, surveyPairs } from '../data/survey-pairs';

type Outcome = { aligned: number; unlike: number; unread: number };

/** Aligns, one by one, the pairs that are neither set by hand nor aligned; it can be stopped and resumed. */
export function AlignAll({ surveyId, pairs }: { surveyId: string; pairs: readonly SurveyPair[] }) {
  const client = useQueryClient();
  const { mutateAsync: save } = useMutation(surveyPairs.change(surveyId));
  const stop = useRef<() => void>(undefined);
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [outcome, setOutcome] = useState<Outcome>();
  useEffect(() => {
    return () => stop.current?.();
  }, []);
  const waiting = pairs.filter(
    ({ turn_source, before, after }) =>
      turn_source !== 'main' && turn_source !== 'appariement' && before.preview && after.preview,
  );

  const start = async () => {
    const matching = startMatching();
    let isStopped = false;
    stop.current = () => {
      isStopped = true;
      matching.stop();
      setProgress(undefined);
    };
    const result: Outcome = { aligned: 0, unlike: 0, unread: 0 };
    setOutcome(undefined);
    for (const [index, pair] of waiting.entries()) {
      if (isStopped) return;
      setProgress({ done: index, total: waiting.length });
      try {
        const [before, after] = await Promise.all([
          client.fetchQuery(previewFile(pair.before.preview ?? '')),
          client.fetchQuery(previewFile(pair.after.preview ?? '')),
        ]);
        if (isStopped) return;
        const difference = pair.after.heading - pair.before.heading;
        const found = await matching.call({ before, after, difference });
        if (found) await save({ id: pair.id, turn: found.turn, turn_source: 'appariement' });
        result[found ? 'aligned' : 'unlike']++;
      } catch {
        if (isStopped) return;
        result.unread++;
      }
      setOutcome({ ...result });
    }
    matching.stop();
    setProgress(undefined);
  };

  return (
    <section aria-labelledby="titre-alignement" className="rounded-xl border border-line bg-paper p-4">
      <h2 id="titre-alignement" className="font-semibold">
        Alignement des images
      </h2>
      <p className="mt-1 text-sm text-slate">
        Les deux images de chaque paire sont comparées pour regarder dans la même direction. Ce qui a été
        réglé à la main reste tel quel.
      </p>
      {progress ? (
        <div className="mt-3 space-y-2">
          <ProgressBar label="Paires alignées" {...progress} />
          <Button size="sm" variant="outline" onClick={() => stop.current?.()}>
            Arrêter
          </Button>
        </div>
      ) : (
        waiting.length > 0 && (
          <Button variant="outline" className="mt-3" onClick={() => void start()}>
            Aligner {counted(waiting.length, 'paire')}
          </Button>
        )
      )}
      <p role="status" className="mt-2 text-sm">
        {!progress && outcome
          ? [
              counted(outcome.aligned, 'paire alignée', 'paires alignées'),
              outcome.unlike > 0 &&
                `${counted(outcome.unlike, 'paire')} dont les images ne se ressemblent pas assez`,
              outcome.unread > 0 && `${counted(outcome.unread, 'paire')} dont une image n’a pas pu être lue`,
            ]
              .filter(Boolean)
              .join(', ')
          : !progress &&
            waiting.length === 0 &&
            'Toutes les paires qui ont leurs deux aperçus sont alignées.'}
      </p>
    </section>
  );
}
