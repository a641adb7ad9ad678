import { useQuery, useQueryClient } from '@tanstack/react-query';
import { ScanSearch } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { SearchRefusal } from '@/admin/tours/data/start-search';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { EmptyState } from '@/shared/ui/empty-state';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import { type ReviewProgress, reviewLock, searchPictures, toDecide, toSearch } from '../data/picture-review';
import { type SurveyPicture, surveyPictures } from '../data/survey-pictures';
import { surveyPaths } from '../paths';
import { PictureReview } from './picture-review';

/** Faces and plates of a survey: searched one picture after the other, decided on by keys; nothing is public before. */
export function ReviewTab({ surveyId }: { surveyId: string }) {
  const pictures = useQuery(surveyPictures.ofSurvey(surveyId));
  if (pictures.isError)
    return (
      <ErrorState
        title="Impossible de charger les photos du relevé"
        error={pictures.error}
        onRetry={() => pictures.refetch()}
      />
    );
  if (!pictures.data) return <Spinner />;
  const kept = pictures.data.filter(({ left_out, lat }) => left_out === null && lat !== null);
  if (!kept.some(({ preview }) => preview !== null)) {
    return (
      <EmptyState title="Aucune photo à revoir">
        <p className="max-w-prose text-slate">
          Placez les photos et envoyez leurs aperçus dans l’onglet Importation&nbsp;: la revue se fait sur
          eux.
        </p>
      </EmptyState>
    );
  }
  return <Review surveyId={surveyId} kept={kept} />;
}

function Review({ surveyId, kept }: { surveyId: string; kept: SurveyPicture[] }) {
  const client = useQueryClient();
  const [progress, setProgress] = useState<ReviewProgress>();
  const [faults, setFaults] = useState<string[]>([]);
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const [unsearched, undecided] = [toSearch(kept), toDecide(kept)];
  const reviewed = kept.filter(
    ({ searched_by, proposals }) => searched_by !== null && proposals.length === 0,
  );
  const lacking = kept.filter(({ preview }) => preview === null);

  const search = async () => {
    const controller = new AbortController();
    running.current = controller;
    setFaults([]);
    const fault = (text: string) => setFaults((old) => [...old, text]);
    try {
      const job = () =>
        searchPictures(client, surveyId, {
          signal: controller.signal,
          onProgress: setProgress,
          onFault: (name, reason) => fault(`${name}\u00a0: ${reason}`),
        });
      if (!navigator.locks) await job();
      else
        await navigator.locks.request(reviewLock(surveyId), { ifAvailable: true }, async (lock) => {
          if (lock) await job();
          else fault('Un autre onglet cherche déjà dans ce relevé.');
        });
    } catch (error) {
      if (!controller.signal.aborted)
        fault(error instanceof SearchRefusal ? error.message : 'La recherche s’est arrêtée. Réessayez.');
    } finally {
      setProgress(undefined);
    }
  };

  return (
    <div className="space-y-5">
      <section
        aria-labelledby="review-title"
        className="space-y-3 rounded-xl border border-line bg-paper p-4"
      >
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <div className="mr-auto min-w-0">
            <h2 id="review-title" className="text-lg font-bold">
              Visages et plaques
            </h2>
            <p role="status" className="text-slate">
              {counted(reviewed.length, 'photo revue', 'photos revues')} sur {formatNumber(kept.length)}
              {undecided.length > 0 && ` · ${counted(undecided.length, 'à décider', 'à décider')}`}
              {unsearched.length > 0 && ` · ${counted(unsearched.length, 'à chercher', 'à chercher')}`}
              {lacking.length > 0 && ` · ${counted(lacking.length, 'sans aperçu', 'sans aperçu')}`}
            </p>
          </div>
          <AdminsOnly>
            {progress ? (
              <Button variant="outline" onClick={() => running.current?.abort()}>
                Arrêter
              </Button>
            ) : (
              unsearched.length > 0 && (
                <Button onClick={() => void search()}>
                  <ScanSearch aria-hidden="true" className="size-4" />
                  Chercher les visages et les plaques ({formatNumber(unsearched.length)})
                </Button>
              )
            )}
          </AdminsOnly>
        </div>
        {reviewed.length === kept.length && (
          <p>
            Tout est revu. La rue se publie aux deux dates, depuis «&nbsp;
            <Link
              to={`${surveyPaths.one.href(surveyId)}?onglet=comparer`}
              replace
              className="font-semibold underline underline-offset-4"
            >
              Comparer
            </Link>
            &nbsp;».
          </p>
        )}
        {progress && (
          <div className="space-y-1">
            <p role="status" className="text-sm">
              {progress.name} ({formatNumber(progress.done + 1)} sur {formatNumber(progress.total)})
            </p>
            <ProgressBar
              label="Recherche des visages et des plaques"
              done={Math.round((progress.done + progress.share) * 100)}
              total={progress.total * 100}
            />
          </div>
        )}
        {faults.map((text) => (
          <p key={text} role="alert" className="font-medium text-sumac-deep">
            {text}
          </p>
        ))}
        <p className="max-w-prose text-sm text-slate">
          La recherche se fait dans ce navigateur&nbsp;: aucune image n’en sort. Elle se trompe parfois&nbsp;:
          regardez aussi vous-même, et appuyez sur la photo pour flouter ce qu’elle n’a pas vu. Rien n’est
          public avant que chaque photo gardée soit revue.
        </p>
      </section>
      <PictureReview surveyId={surveyId} pictures={kept.filter(({ preview }) => preview !== null)} />
    </div>
  );
}
