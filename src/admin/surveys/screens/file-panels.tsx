import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { failureText } from '@/shared/lib/failure';
import { counted, fileSize, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import type { FormerFolder, SurveyFolder } from '../data/folder';
import {
  keptPictures,
  type PictureFiles,
  PREVIEW_WIDTH,
  previewFiles,
  type SendingProgress,
  sendPictureFiles,
  tileFiles,
} from '../data/picture-files';
import { surveyPairs } from '../data/survey-pairs';
import type { SurveyPicture } from '../data/survey-pictures';
import { type Survey, surveys } from '../data/surveys';

type State = { isRunning: boolean; progress?: SendingProgress; missing: string[]; fault?: string };

type Props = {
  survey: Survey;
  pictures: readonly SurveyPicture[];
  folder: SurveyFolder | undefined;
  former: FormerFolder | undefined;
  onFolder: (folder: SurveyFolder) => void;
};

/** Makes and uploads the previews of the kept pictures, after showing their total size. */
export function PreviewPanel(props: Props) {
  const wanted = keptPictures(props.pictures);
  return (
    <FilePanel
      {...props}
      files={previewFiles}
      wanted={wanted}
      title="Aperçus"
      complete={`Les ${formatNumber(wanted.length)}\u00a0photos gardées ont leur aperçu.`}
      incomplete={(count, size) =>
        `${counted(count, 'aperçu', 'aperçus')} de 2\u00a0048\u00a0pixels à envoyer, environ ${size}. Ils servent à la revue, à la comparaison et à la publication; les originaux ne sont pas envoyés.`
      }
    />
  );
}

/** Cuts and uploads the tiles of the originals in pairs only, because tiles are as large as the originals. */
export function TilePanel(props: Props) {
  const paired = useQuery(surveyPairs.picturesOf(props.survey.id)).data;
  const wanted = keptPictures(props.pictures).filter(
    ({ id, width }) => paired?.has(id) && (width ?? 0) > PREVIEW_WIDTH,
  );
  return (
    <FilePanel
      {...props}
      files={tileFiles}
      wanted={wanted}
      title="Pleine résolution"
      complete={`Photos de paires qui se regardent de près, jusqu’au pixel de l’original\u00a0: ${formatNumber(wanted.length)}.`}
      incomplete={(count, size) =>
        `Photos de paires à envoyer en pleine résolution\u00a0: ${formatNumber(count)}, environ ${size}. Les deux dates se comparent alors de près, aussi sur le trottoir, loin du dossier. Rien n’en est public.`
      }
    />
  );
}

function FilePanel({
  survey,
  files,
  wanted,
  title,
  complete,
  incomplete,
  folder,
  former,
  onFolder,
}: Props & {
  files: PictureFiles;
  /** The pictures that are to have such a file. */
  wanted: readonly SurveyPicture[];
  title: string;
  complete: string;
  incomplete: (count: number, size: string) => string;
}) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ isRunning: false, missing: [] });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const left = wanted.filter((picture) => picture[files.column] === null);
  if (wanted.length === 0) return null;

  const run = async (opened: SurveyFolder) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ isRunning: true, missing: [] });
    const release = holdUnsavedText();
    try {
      const originals = new Map(opened.pictures.map((file) => [file.path, file]));
      await sendPictureFiles(files, survey.id, left, originals, {
        signal: controller.signal,
        onProgress: (progress) => setState((old) => ({ ...old, progress })),
        onMissing: (path) => setState((old) => ({ ...old, missing: [...old.missing, path] })),
      });
    } catch (error) {
      if (!controller.signal.aborted) {
        setState((old) => ({ ...old, fault: failureText('L’envoi s’est arrêté', error) }));
      }
    } finally {
      controller.abort();
      release();
      setState((old) => ({ ...old, isRunning: false }));
      await client.invalidateQueries({ queryKey: surveys.all });
    }
  };
  const open = async () => {
    const opened = folder ?? (await former?.reopen());
    if (!opened) return;
    onFolder(opened);
    await run(opened);
  };
  const name = folder?.name ?? former?.name;

  return (
    <section aria-labelledby={`${id}-title`} className="space-y-3 rounded-xl border border-line bg-paper p-4">
      <h2 id={`${id}-title`} className="text-lg font-bold">
        {title}
      </h2>
      <p className="max-w-prose">
        {left.length === 0
          ? complete
          : incomplete(left.length, fileSize(left.reduce((sum, one) => sum + files.usualBytes(one), 0)))}
      </p>
      {left.length > 0 && (
        <p className="max-w-prose text-sm text-slate">
          Ce volume compte dans l’espace de stockage de votre forfait (1&nbsp;Go au forfait gratuit,
          100&nbsp;Go au forfait Pro), tant que le relevé n’est pas supprimé.
        </p>
      )}
      {state.isRunning && state.progress && (
        <div className="space-y-1">
          <p role="status">
            Photos envoyées&nbsp;: {formatNumber(state.progress.done)} sur{' '}
            {formatNumber(state.progress.total)} ({fileSize(state.progress.bytes)})
          </p>
          <ProgressBar
            label={`Envoi\u00a0: ${title}`}
            done={state.progress.done}
            total={state.progress.total}
          />
        </div>
      )}
      {state.fault && (
        <p role="alert" className="font-medium text-sumac-deep">
          {state.fault} Ce qui est envoyé le reste.
        </p>
      )}
      {state.missing.length > 0 && (
        <p role="alert" className="font-medium text-sumac-deep">
          {counted(
            state.missing.length,
            'photo introuvable ou illisible',
            'photos introuvables ou illisibles',
          )}{' '}
          dans «&nbsp;{name}&nbsp;»&nbsp;: {state.missing.slice(0, 3).join(', ')}
          {state.missing.length > 3 && '…'}
        </p>
      )}
      {!isReadOnly && left.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {state.isRunning ? (
            <Button variant="outline" onClick={() => running.current?.abort()}>
              Mettre en pause
            </Button>
          ) : name ? (
            <Button onClick={() => void open()}>
              {folder ? (
                <Upload aria-hidden="true" className="size-4" />
              ) : (
                <FolderOpen aria-hidden="true" className="size-4" />
              )}
              {left.length < wanted.length ? 'Reprendre l’envoi' : 'Envoyer'}
            </Button>
          ) : (
            <p className="text-slate">Choisissez d’abord le dossier, ci-dessus.</p>
          )}
        </div>
      )}
    </section>
  );
}
