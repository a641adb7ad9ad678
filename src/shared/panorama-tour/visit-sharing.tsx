import { Share2, X } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import { Spinner } from '@/shared/ui/spinner';
import type { PanoramaTour, Scene } from './panorama-tour';
import { type ShareTarget, sceneTarget, shareAddress, tourTargets } from './share-targets';
import { type ViewAddress, viewInAddress } from './use-tour-engine';
import { sceneHref } from './view-address';
import { RoundButton } from './viewer-parts';

/** A visit whose views can be shared: a tour of the site, the present scene, and how its view is kept in the address. */
export type SharedVisit = {
  slug: string;
  title: string;
  tour: PanoramaTour;
  scene: Scene;
  place: ViewAddress | undefined;
};

/** The address of the present view; the scene's own when nobody has turned the picture. */
function presentView({ slug, tour, scene, place }: SharedVisit): string {
  const seen = viewInAddress(place, tour.scenes);
  const isTurned =
    seen?.scene === scene.id &&
    (['yaw', 'pitch', 'zoom'] as const).some(
      (one) => Math.round(seen.view[one]) !== Math.round(scene.view[one]),
    );
  return sceneHref(slug, scene.id, tour.scenes, isTurned ? seen.view : undefined);
}

/** Tells whether the device has its own way to share, which people know: a telephone's, a tablet's. */
const sharesItself = () =>
  typeof navigator.share === 'function' && window.matchMedia('(pointer: coarse)').matches;

const SharePanel = lazy(async () => ({ default: (await import('./share-panel')).SharePanel }));

/** The button that shares the present view: by the telephone’s own sheet, or by a panel with the link and its QR code. */
export function ShareButton({
  visit,
  onMessage,
}: {
  visit: SharedVisit;
  onMessage: (message: string) => void;
}) {
  const [targets, setTargets] = useState<ShareTarget[]>();
  const share = () => {
    const href = presentView(visit);
    const open = () => {
      const scene = sceneTarget(visit, visit.scene);
      const view = { ...scene, label: 'Cette vue', href, framed: href };
      setTargets([...(href === scene.href ? [] : [view]), scene, ...tourTargets(visit)]);
    };
    if (!sharesItself()) return open();
    const sent = { title: `${visit.scene.name} · ${visit.title}`, url: shareAddress(href) };
    navigator.share(sent).catch((error: Error) => {
      // Closed without sending. Anything else: a frame that may not, a browser that has the button only.
      if (error.name !== 'AbortError') open();
    });
  };
  return (
    <>
      <RoundButton icon={Share2} label="Partager" aria-haspopup="dialog" onClick={share} />
      {targets && (
        <ShareDialog targets={targets} onMessage={onMessage} onClose={() => setTargets(undefined)} />
      )}
    </>
  );
}

/** A dialog that shares addresses of the site, with their QR codes. */
export function ShareDialog({
  targets,
  onMessage,
  onClose,
}: {
  targets: ShareTarget[];
  onMessage: (message: string) => void;
  onClose: () => void;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();
  // A native modal dialog: above a picture that fills the screen too; focus stays inside, Escape closes it.
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={titleId}
      // The keys of the picture must not turn it meanwhile.
      onKeyDown={(event) => event.stopPropagation()}
      onClose={() => {
        onMessage('');
        onClose();
      }}
      onClick={(event) => event.target === dialog.current && dialog.current?.close()}
      className="m-auto max-h-[min(92dvh,52rem)] w-[min(94vw,40rem)] overflow-y-auto overscroll-contain rounded-2xl bg-paper p-0 text-ink backdrop:bg-ink/70"
    >
      <div className="sticky top-0 z-10 flex items-start justify-between gap-4 bg-paper py-3 pr-2 pl-5">
        <h2 id={titleId} className="py-1.5 text-xl font-bold">
          Partager
        </h2>
        <button
          type="button"
          aria-label="Fermer le partage"
          onClick={() => dialog.current?.close()}
          className="inline-flex size-11 shrink-0 items-center justify-center rounded-full hover:bg-mist"
        >
          <X aria-hidden="true" className="size-5" />
        </button>
      </div>
      <div className="px-5 pb-6">
        <Suspense fallback={<Spinner />}>
          <SharePanel targets={targets} />
        </Suspense>
      </div>
    </dialog>
  );
}
