import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import type { FileAddress, InfoPoint } from './panorama-tour';
import { PointContent } from './still-tour';
import { PanelHead, panelClass } from './viewer-parts';

/**
 * The text of an information point, beside the picture, or below it on a phone held upright. It is not modal: the
 * picture stays usable and in sight. Escape closes it, wherever the focus is in the visit.
 */
export function PointPanel({
  point,
  address,
  visit,
  onClose,
}: {
  point: InfoPoint;
  address: FileAddress;
  visit: RefObject<HTMLElement | null>;
  onClose: () => void;
}) {
  const title = useRef<HTMLHeadingElement>(null);
  const titleId = useId();
  const close = useEffectEvent(onClose);
  useEffect(() => {
    title.current?.focus({ preventScroll: true });
    // Handled in the capture phase, before a dialog around the visit closes too.
    const onKey = (event: KeyboardEvent) => {
      const isHere = event.target === document.body || visit.current?.contains(event.target as Node);
      if (event.key !== 'Escape' || !isHere) return;
      event.stopPropagation();
      close();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [visit]);
  return (
    <dialog
      open
      aria-labelledby={titleId}
      className={`static m-0 h-auto w-auto max-w-none text-ink ${panelClass}`}
    >
      <PanelHead closeLabel="Fermer" onClose={onClose}>
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-xl font-bold wrap-anywhere outline-none">
          {point.title}
        </h2>
      </PanelHead>
      <div className="px-5 pb-5">
        <PointContent point={point} address={address} />
      </div>
    </dialog>
  );
}
