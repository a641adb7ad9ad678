import { useQueryClient } from '@tanstack/react-query';
import { FolderOpen, Upload } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { holdUnsavedText } from '@/admin/kit/lib/unsaved-text';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { failureText } from '@/shared/lib/failure';
import { counted, fileSize, formatNumber } from '@/shared/lib/numbers';
import { useIsReadOnly } from '@/shared/lib/read-only';
import { Button } from '@/shared/ui/button';
import type { FormerFolder, SurveyFolder } from '../data/folder';
import { type PreviewProgress, sendPreviews, USUAL_PREVIEW_BYTES, withoutPreview } from '../data/previews';
import type { SurveyPicture } from '../data/survey-pictures';
import { type Survey, surveys } from '../data/surveys';

type State = { isRunning: boolean; progress?: PreviewProgress; missing: string[]; fault?: string };

/** Makes and sends the previews of the kept pictures; what they weigh is said before. */
export function PreviewPanel({
  survey,
  pictures,
  folder,
  former,
  onFolder,
}: {
  survey: Survey;
  pictures: readonly SurveyPicture[];
  folder: SurveyFolder | undefined;
  former: FormerFolder | undefined;
  onFolder: (folder: SurveyFolder) => void;
}) {
  const id = useId();
  const isReadOnly = useIsReadOnly();
  const client = useQueryClient();
  const [state, setState] = useState<State>({ isRunning: false, missing: [] });
  const running = useRef<AbortController | undefined>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const kept = pictures.filter(({ left_out, lat }) => left_out === null && lat !== null);
  const left = withoutPreview(pictures);
  if (kept.length === 0) return null;

  const run = async (opened: SurveyFolder) => {
    const controller = new AbortController();
    running.current = controller;
    setState({ isRunning: true, missing: [] });
    const release = holdUnsavedText();
    try {
      await sendPreviews(survey.id, pictures, new Map(opened.pictures.map((file) => [file.path, file])), {
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
        Aperçus
      </h2>
      <p className="max-w-prose">
        {left.length === 0
          ? `Les ${formatNumber(kept.length)}\u00a0photos gardées ont leur aperçu.`
          : `${counted(left.length, 'aperçu', 'aperçus')} de 2\u00a0048\u00a0pixels à envoyer, environ ${fileSize(left.length * USUAL_PREVIEW_BYTES)}. Ils servent à la revue, à la comparaison et à la publication; les originaux ne sont pas envoyés.`}
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
            Aperçus envoyés&nbsp;: {formatNumber(state.progress.done)} sur{' '}
            {formatNumber(state.progress.total)} ({fileSize(state.progress.bytes)})
          </p>
          <ProgressBar label="Envoi des aperçus" done={state.progress.done} total={state.progress.total} />
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
              {left.length < kept.length ? 'Reprendre l’envoi' : 'Envoyer les aperçus'}
            </Button>
          ) : (
            <p className="text-slate">Choisissez d’abord le dossier, ci-dessus.</p>
          )}
        </div>
      )}
    </section>
  );
}
