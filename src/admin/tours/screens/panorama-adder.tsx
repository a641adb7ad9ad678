import { Check, ImageOff, ImagePlus, RotateCcw, X } from 'lucide-react';
import { useId, useState } from 'react';
import { formatLimit } from '@/admin/kit/lib/upload-limit';
import { useObjectUrl } from '@/admin/kit/lib/use-object-url';
import { FileDrop } from '@/admin/kit/ui/file-drop';
import { IconButton } from '@/admin/kit/ui/icon-button';
import { ProgressBar } from '@/admin/kit/ui/progress-bar';
import { counted } from '@/shared/lib/numbers';
import { Button } from '@/shared/ui/button';
import { LARGEST_ORIGINAL } from '../data/check-panorama';
import type { PanoramaProgress } from './use-panorama-uploads';

/** One sentence about the files that are accepted. */
export const panoramaRule = `JPEG à 360°, deux fois plus larges que hauts, ${formatLimit(LARGEST_ORIGINAL)} au plus chacun.`;

/** Accepts dropped or chosen panoramas, several at a time, and shows their progress. */
export function PanoramaAdder({
  uploads,
  onFiles,
  onRetry,
  onRetryAll,
  onRemove,
  inColumns = false,
}: {
  uploads: readonly PanoramaProgress[];
  onFiles: (files: readonly File[]) => void;
  onRetry: (id: string) => void;
  onRetryAll: () => void;
  onRemove: (id: string) => void;
  /** True where the list has the width of the page. */
  inColumns?: boolean;
}) {
  const hintId = useId();
  const failed = uploads.filter(({ state }) => state === 'failed').length;
  return (
    <div className="space-y-3">
      <FileDrop
        accept="image/jpeg"
        multiple
        onChoose={onFiles}
        aria-label="Ajouter des panoramas"
        aria-describedby={hintId}
        className="min-h-16 items-center gap-3 px-4 py-3"
      >
        <ImagePlus aria-hidden="true" className="size-5 shrink-0 text-spruce" />
        <span>
          <span className="block font-semibold">Ajouter des panoramas</span>
          <span id={hintId} className="block text-sm text-slate">
            {panoramaRule} Choisissez-en plusieurs ou déposez-les ici.
          </span>
        </span>
      </FileDrop>
      <p role="status" className="sr-only">
        {uploads.length > 0 && progressText(uploads)}
      </p>
      {failed > 1 && (
        <Button size="sm" variant="outline" onClick={onRetryAll}>
          <RotateCcw aria-hidden="true" className="size-4" />
          Reprendre les {failed} panoramas
        </Button>
      )}
      {uploads.length > 0 && (
        <ul
          aria-label="Panoramas en cours d’ajout"
          className={`grid grid-cols-1 gap-2 ${inColumns ? 'sm:grid-cols-2 xl:grid-cols-3' : ''}`}
        >
          {uploads.map((upload) => (
            <UploadRow
              key={upload.id}
              upload={upload}
              onRetry={() => onRetry(upload.id)}
              onRemove={() => onRemove(upload.id)}
            />
          ))}
        </ul>
      )}
    </div>
  );
}

/** Says how far the panoramas are: « 3 panoramas sur 7 sont prêts ». */
export function progressText(uploads: readonly PanoramaProgress[]): string {
  const kept = uploads.filter(({ state }) => state !== 'refused');
  const done = kept.filter(({ state }) => state === 'done').length;
  if (done === 0) return `${counted(kept.length, 'panorama')} en cours d’ajout`;
  if (done === kept.length) return done === 1 ? '1 panorama prêt' : `${done} panoramas prêts`;
  return done === 1
    ? `1 panorama sur ${kept.length} est prêt`
    : `${done} panoramas sur ${kept.length} sont prêts`;
}

const stateLabels = {
  reading: 'En attente',
  waiting: 'En attente',
  running: 'En cours',
  refused: 'Refusé',
  failed: 'Interrompu',
  done: 'Prêt',
} as const;

function UploadRow({
  upload: { name, file, state, share, reason },
  onRetry,
  onRemove,
}: {
  upload: PanoramaProgress;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const percent = Math.round(share * 100);
  return (
    <li
      className="flex items-center gap-3 rounded-xl border border-line bg-paper p-2"
      aria-busy={state === 'running'}
    >
      <Thumbnail file={file} />
      <div className="min-w-0 flex-1 space-y-1">
        <p className="wrap-anywhere">
          <span className="font-semibold">{name}</span>{' '}
          <span className="inline-flex items-center gap-1 text-sm text-slate">
            {state === 'done' && <Check aria-hidden="true" className="size-4 text-spruce" />}
            {stateLabels[state]}
            {state === 'running' && `, ${percent}\u00a0%`}
          </span>
        </p>
        {state === 'running' && (
          <ProgressBar label={`Téléversement de ${name}`} done={percent} total={100} isThin />
        )}
        {reason && (
          <p role="alert" className="text-sm font-medium text-sumac-deep">
            {reason}
          </p>
        )}
      </div>
      <span className="flex shrink-0">
        {state === 'failed' && (
          <IconButton label={`Reprendre ${name}`} onClick={onRetry}>
            <RotateCcw aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        <IconButton label={`${removalLabels[state] ?? 'Enlever'} ${name}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </span>
    </li>
  );
}

const removalLabels: Partial<Record<PanoramaProgress['state'], string>> = { running: 'Annuler' };

/** A small picture of a file: browsers decode a JPEG at the size that it is shown at. */
function Thumbnail({ file }: { file: Blob }) {
  const address = useObjectUrl(file);
  const [isUnreadable, setIsUnreadable] = useState(false);
  return (
    <span className="flex h-10 w-20 shrink-0 items-center justify-center overflow-hidden rounded-lg bg-mist">
      {isUnreadable ? (
        <ImageOff aria-hidden="true" className="size-5 text-slate" />
      ) : (
        address && (
          <img
            src={address}
            alt=""
            decoding="async"
            onError={() => setIsUnreadable(true)}
            className="size-full object-cover"
          />
        )
      )}
    </span>
  );
}
