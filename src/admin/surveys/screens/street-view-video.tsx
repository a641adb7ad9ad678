import { Clapperboard } from 'lucide-react';
import { useState } from 'react';
import { quebecDay } from '@/admin/kit/lib/dates';
import { useSavedFile } from '@/admin/kit/lib/use-saved-file';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import type { SurveyFolder } from '../data/folder';
import type { SurveyProof } from '../data/seals';
import { OriginalFolder } from './original-folder';

const cardClass = 'rounded-xl border border-line bg-paper p-5';
type Progress = { done: number; total: number };

/** « Street View »: makes the video that Street View takes of a survey, from its originals. */
export function StreetViewVideo({ surveyId, proof }: { surveyId: string; proof: SurveyProof }) {
  const [folder, setFolder] = useState<SurveyFolder>();
  const [said, setSaid] = useState<{ text: string; isProblem: boolean }>();
  const video = useSavedFile<Progress>();
  const { progress = { done: 0, total: 1 } } = video;

  const start = async (originals: SurveyFolder) => {
    setSaid(undefined);
    try {
      const outcome = await video.start(
        `street-view-${quebecDay()}.zip`,
        async ({ signal, onProgress, save }) => {
          const [{ streetViewFiles }, { makeZip }] = await Promise.all([
            import('../data/street-view'),
            import('@/admin/kit/lib/make-zip'),
          ]);
          const files = streetViewFiles(proof.pictures, originals, {
            signal,
            onProgress: (done, total) => onProgress({ done, total }),
          });
          await save(makeZip(files));
        },
      );
      if (outcome === 'saved')
        setSaid({
          text: 'Vidéo et trace enregistrées. L’envoi à Street View se fait à la main.',
          isProblem: false,
        });
    } catch (error) {
      setSaid({ text: videoProblem(error), isProblem: true });
    }
  };
  return (
    <section aria-labelledby="street-view" className={cardClass}>
      <h2 id="street-view" className="text-lg font-semibold">
        Street View
      </h2>
      <p className="mt-1 mb-4 max-w-prose text-slate">
        Une vidéo à 360° de chaque trajet et sa trace, comme Google Street View les reçoit. Elles sont faites
        sur cet ordinateur, à partir des originaux; vous les envoyez ensuite avec le compte du studio.
      </p>
      {video.isRunning ? (
        <div className="space-y-3">
          <ProgressBar label="Images encodées" {...progress} />
          <p role="status" className="text-sm">
            {counted(progress.done, 'image')} sur {progress.total}. Gardez cette page ouverte.
          </p>
          <Button variant="outline" onClick={video.stop}>
            Abandonner
          </Button>
        </div>
      ) : folder ? (
        <Button variant="outline" onClick={() => void start(folder)}>
          <Clapperboard aria-hidden="true" className="size-4" />
          Préparer la vidéo
        </Button>
      ) : (
        <OriginalFolder surveyId={surveyId} onFolder={setFolder} />
      )}
      {said && (
        <p
          role={said.isProblem ? 'alert' : 'status'}
          className={`mt-3 rounded-lg px-4 py-3 ${said.isProblem ? 'bg-amber-pale text-amber-ink' : 'bg-spruce-pale text-spruce-deep'}`}
        >
          {said.text}
        </p>
      )}
    </section>
  );
}

function videoProblem(error: unknown): string {
  if (error instanceof Error && error.name === 'NoEncoder')
    return 'Ce navigateur n’écrit pas de vidéo H.264. Utilisez Chrome ou Edge, à jour, sur Windows ou Mac.';
  return 'La vidéo n’a pas pu être faite. Vérifiez que le disque est branché et que tous les originaux sont dans ce dossier.';
}
