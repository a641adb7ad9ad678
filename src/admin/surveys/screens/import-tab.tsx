import { useQuery } from '@tanstack/react-query';
import { FolderOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { AdminsOnly } from '@/admin/kit/ui/admins-only';
import { FolderDrop } from '@/admin/kit/ui/folder-drop';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { notify } from '@/shared/lib/notify';
import { formatNumber } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Spinner } from '@/shared/ui/spinner';
import {
  chooseFolder,
  droppedFolder,
  filesAsFolder,
  formerFolder,
  keepsFolders,
  type SurveyFolder,
} from '../data/folder';
import { surveyPictures } from '../data/survey-pictures';
import { type Survey, surveys } from '../data/surveys';
import { ClockPanel } from './clock-panel';
import { PreviewPanel, TilePanel } from './file-panels';
import { ImportOutcome } from './import-outcome';
import { TrackChoice } from './track-choice';
import { type ImportState, useFolderImport } from './use-folder-import';

/** Brings the pictures of a folder into a survey, sets the clock of their camera, and makes their previews. */
export function ImportTab({ surveyId }: { surveyId: string }) {
  const survey = useQuery(surveys.one(surveyId));
  const pictures = useQuery(surveyPictures.ofSurvey(surveyId));
  const tracks = useQuery(surveys.tracks(surveyId));
  const { state, start, stop } = useFolderImport(surveyId);
  const [folder, setFolder] = useState<SurveyFolder>();
  const former = useQuery({
    queryKey: [...surveys.all, 'folder', surveyId],
    queryFn: async () => (await formerFolder(surveyId)) ?? null,
    staleTime: 0,
    meta: {},
  });
  const take = (opened: SurveyFolder | undefined) => {
    if (!opened) return;
    if (opened.pictures.length + opened.tracks.length === 0) {
      notify.warning('Ce dossier ne contient ni photo JPEG ni trace GPX.', 'Rien à importer');
      return;
    }
    setFolder(opened);
    void start(opened);
  };
  const ask = (opening: Promise<SurveyFolder | undefined>) =>
    opening.then(take, () =>
      notify.error(
        'Le dossier n’a pas pu être ouvert. A-t-il été déplacé ou débranché?',
        'Dossier illisible',
      ),
    );
  const isRunning = state.step === 'running';

  return (
    <div className="space-y-5">
      <AdminsOnly>
        <section
          aria-labelledby="folder-title"
          className="space-y-3 rounded-xl border border-line bg-paper p-4"
        >
          <h2 id="folder-title" className="text-lg font-bold">
            Dossier de la journée
          </h2>
          {!isRunning && (
            <FolderDrop
              label="Choisir le dossier"
              onDrop={(event) => ask(droppedFolder(surveyId, event))}
              onFiles={(files) => take(filesAsFolder(files))}
              onChoose={keepsFolders() ? () => ask(chooseFolder(surveyId)) : undefined}
            >
              <p className="min-w-0 flex-1 basis-64 text-slate">
                ou déposez-le ici. Les photos restent sur votre disque&nbsp;: seuls leur heure, leur position
                et leur nom sont enregistrés.
              </p>
            </FolderDrop>
          )}
          {!isRunning && former.data && !folder && (
            <div className="flex flex-wrap items-center gap-3">
              <Button
                variant="outline"
                onClick={() => ask(former.data?.reopen() ?? Promise.resolve(undefined))}
              >
                <FolderOpen aria-hidden="true" className="size-4" />
                Rouvrir «&nbsp;{former.data.name}&nbsp;»
              </Button>
              <p className="text-sm text-slate">
                Ce qui est importé l’est pour de bon&nbsp;: seules les photos qui manquent seront lues.
              </p>
            </div>
          )}
          <Outcome state={state} onStop={stop} onResume={(opened) => void start(opened)} />
        </section>
      </AdminsOnly>
      <ImportPanels queries={[survey, pictures, tracks]} empty={pictures.data?.length === 0}>
        {survey.data && pictures.data && tracks.data && (
          <>
            <TrackChoice surveyId={surveyId} tracks={tracks.data}>
              <ClockPanel key={surveyId} survey={survey.data} pictures={pictures.data} tracks={tracks.data} />
            </TrackChoice>
            {[PreviewPanel, TilePanel].map((Panel) => (
              <Panel
                key={Panel.name}
                survey={survey.data as Survey}
                pictures={pictures.data}
                folder={folder}
                former={former.data ?? undefined}
                onFolder={setFolder}
              />
            ))}
          </>
        )}
      </ImportPanels>
    </div>
  );
}

function ImportPanels({
  queries,
  empty,
  children,
}: {
  queries: { isPending: boolean; isError: boolean; refetch: () => unknown }[];
  empty: boolean | undefined;
  children: ReactNode;
}) {
  const failed = queries.find(({ isError }) => isError);
  if (failed)
    return <ErrorState title="Impossible de charger les photos du relevé" onRetry={() => failed.refetch()} />;
  if (queries.some(({ isPending }) => isPending)) return <Spinner />;
  if (!empty) return children;
  return (
    <p className="max-w-prose text-slate">
      Les photos paraîtront ici, placées sur leur trace GPS. Le dossier contient les photos JPEG de la caméra
      et, si vous en avez une, la trace GPX de la journée.
    </p>
  );
}

/** Shows the progress or the result of the import, with the next step. */
function Outcome({
  state,
  onStop,
  onResume,
}: {
  state: ImportState;
  onStop: () => void;
  onResume: (folder: SurveyFolder) => void;
}) {
  if (state.step === 'none') return null;
  if (state.step === 'running') {
    const { done = 0, total = 0, known = 0 } = state.progress ?? {};
    return (
      <div className="flex flex-wrap items-center gap-4">
        <div className="min-w-0 flex-1 basis-64 space-y-1">
          <p role="status">
            {state.progress
              ? `Lecture des photos\u00a0: ${formatNumber(done)} sur ${formatNumber(total)}`
              : 'Lecture des traces GPS…'}
            {known > 0 && ` (${formatNumber(known)} déjà importées)`}
          </p>
          <ProgressBar label="Importation des photos" done={done} total={total} />
        </div>
        <Button variant="outline" onClick={onStop}>
          Interrompre
        </Button>
      </div>
    );
  }
  if (state.step === 'done') return <ImportOutcome {...state} />;
  const texts = {
    elsewhere:
      'Un autre onglet importe déjà des photos dans ce relevé. Attendez qu’il finisse, puis reprenez ici.',
    stopped: 'Importation interrompue. Ce qui est enregistré le reste.',
    failed:
      state.step === 'failed'
        ? `L’importation s’est arrêtée. ${state.reason} Ce qui est enregistré le reste.`
        : '',
  };
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-xl bg-sumac-pale px-4 py-3">
      <p className="min-w-0 flex-1 basis-64">{texts[state.step]}</p>
      <Button size="sm" variant="outline" onClick={() => onResume(state.folder)}>
        Reprendre
      </Button>
    </div>
  );
}
