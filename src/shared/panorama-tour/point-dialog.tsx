import { X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import type { FileAddress, InfoPoint } from './panorama-tour';
import { PointContent } from './still-tour';

/** What a point of a scene says. A native modal dialog: Escape closes it, and the focus returns to what opened it. */
export function PointDialog({
  point,
  address,
  onClose,
}: {
  point: InfoPoint;
  address: FileAddress;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      onClose={onClose}
      // A press beside the text closes it too.
      onClick={(event) => event.target === dialog.current && dialog.current.close()}
      onKeyDown={(event) => event.stopPropagation()}
      className="m-auto max-h-[85dvh] w-[min(34rem,calc(100vw-2rem))] overflow-y-auto overscroll-contain rounded-2xl bg-paper p-0 text-ink shadow-xl backdrop:bg-ink/60"
    >
      <div className="p-5 sm:p-6">
        <div className="flex items-start justify-between gap-4">
          <h2 id={titleId} className="min-w-0 pt-1.5 text-xl font-bold wrap-anywhere">
            {point.title}
          </h2>
          <button
            type="button"
            aria-label="Fermer"
            onClick={() => dialog.current?.close()}
            className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-mist"
          >
            <X aria-hidden="true" className="size-5" />
          </button>
        </div>
        <div className="mt-2">
          <PointContent point={point} address={address} />
        </div>
      </div>
    </dialog>
  );
}
