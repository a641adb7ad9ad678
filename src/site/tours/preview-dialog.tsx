import { X } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { Spinner } from '@/shared/ui/spinner';
import type { PublicTour } from '@/site/data/tours';
import { PanoramaViewer } from '@/site/ui/panorama-viewer';

/** Straight ahead, with a wide vertical field of view, in degrees. */
const INITIAL_VIEW = { yaw: 0, pitch: 0, field: 65 };

/** The dialog of « Aperçu 360° »; a script of its own, for few visitors of a list open one. */
export function PreviewDialog({
  tour,
  src,
  onClose,
}: {
  tour: PublicTour;
  src: string;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading');

  // A native modal dialog: focus stays inside, Escape closes it, focus returns to the button.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);

  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      className="on-dark m-auto h-[min(92dvh,52rem)] max-h-none w-[min(96vw,80rem)] max-w-none overscroll-contain overflow-hidden rounded-2xl bg-lake p-0 text-white backdrop:bg-ink/80 open:flex open:flex-col"
    >
      <div className="flex shrink-0 items-center justify-between gap-4 py-2 pr-2 pl-5">
        <h2 id={titleId} className="min-w-0 truncate text-lg font-semibold">
          <span className="sr-only">Aperçu 360°&nbsp;: </span>
          {tour.title}
        </h2>
        <button
          type="button"
          aria-label="Fermer l’aperçu"
          onClick={() => dialog.current?.close()}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-white/10"
        >
          <X aria-hidden="true" className="size-6" />
        </button>
      </div>
      <div className="relative min-h-0 flex-1 bg-ink">
        {state === 'failed' ? (
          <p role="status" className="absolute inset-0 m-auto h-fit max-w-md px-6 text-center">
            L’aperçu 360° n’a pas pu s’ouvrir dans ce navigateur. La visite elle-même est peut-être accessible
            par le lien «&nbsp;Explorer la visite virtuelle&nbsp;».
          </p>
        ) : (
          <>
            {state === 'loading' && (
              <div className="absolute inset-0 flex items-center justify-center [&_*]:text-white">
                <Spinner label="Chargement du panorama…" />
              </div>
            )}
            <PanoramaViewer
              src={src}
              label={`Panorama à 360°\u00a0: ${tour.title}`}
              view={INITIAL_VIEW}
              wheel
              onReady={() => setState('ready')}
              onFailure={() => setState('failed')}
            />
          </>
        )}
      </div>
    </dialog>
  );
}
