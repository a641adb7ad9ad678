import { ImagePlus, RotateCcw, X } from 'lucide-react';
import { useId } from 'react';
import { LARGEST_ORIGINAL } from '@/admin/lib/panorama/check-panorama';
import { formatLimit } from '@/admin/lib/upload-limit';
import { FileDrop } from '@/admin/ui/file-drop';
import { IconButton } from '@/admin/ui/icon-button';
import { ProgressBar } from '@/admin/ui/progress-bar';
import { counted } from '@/shared/lib/numbers';
import type { PanoramaProgress } from './use-panorama-uploads';

/** Accepts dropped or chosen panoramas, several at a time, and shows their progress. */
export function PanoramaAdder({
  uploads,
  onFiles,
  onRetry,
  onRemove,
}: {
  uploads: readonly PanoramaProgress[];
  onFiles: (files: readonly File[]) => void;
  onRetry: (id: string) => void;
  onRemove: (id: string) => void;
}) {
  const hintId = useId();
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
            JPEG à 360°, deux fois plus larges que hauts, {formatLimit(LARGEST_ORIGINAL)} au plus chacun.
            Choisissez-en plusieurs ou déposez-les ici.
          </span>
        </span>
      </FileDrop>
      <p role="status" className="sr-only">
        {uploads.length > 0 && `${counted(uploads.length, 'panorama')} en cours d’ajout`}
      </p>
      {uploads.length > 0 && (
        <ul aria-label="Panoramas en cours d’ajout" className="space-y-2">
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

const stateLabels = {
  waiting: 'En attente',
  running: 'En cours',
  refused: 'Refusé',
  failed: 'Interrompu',
} as const;

function UploadRow({
  upload: { name, state, share, reason },
  onRetry,
  onRemove,
}: {
  upload: PanoramaProgress;
  onRetry: () => void;
  onRemove: () => void;
}) {
  const percent = Math.round(share * 100);
  return (
    <li className="rounded-xl border border-line bg-paper px-3 py-2" aria-busy={state === 'running'}>
      <div className="flex items-center gap-1">
        <p className="min-w-0 flex-1 wrap-anywhere">
          <span className="font-semibold">{name}</span>{' '}
          <span className="text-sm text-slate">
            {stateLabels[state]}
            {state === 'running' && `, ${percent}\u00a0%`}
          </span>
        </p>
        {state === 'failed' && (
          <IconButton label={`Reprendre ${name}`} onClick={onRetry}>
            <RotateCcw aria-hidden="true" className="size-4" />
          </IconButton>
        )}
        <IconButton label={`${state === 'running' ? 'Annuler' : 'Enlever'} ${name}`} onClick={onRemove}>
          <X aria-hidden="true" className="size-4" />
        </IconButton>
      </div>
      {state === 'running' && <ProgressBar label={`Téléversement de ${name}`} done={percent} total={100} />}
      {reason && (
        <p role="alert" className="text-sm font-medium text-sumac-deep">
          {reason}
        </p>
      )}
    </li>
  );
}
