import { type RefObject, useEffect, useEffectEvent, useId, useRef } from 'react';
import { cardSpot, type Side } from './card-spot';
import type { FileAddress, InfoPoint } from './panorama-tour';
import { PointContent } from './still-tour';
import type { TourEngine } from './tour-engine';
import { PanelHead } from './viewer-parts';

/**
 * The content of an information point, in a card beside it that follows it while one turns; on a phone held upright, in a sheet
 * that takes its room below the picture. It is not modal: the picture and its controls stay in use. Escape closes it,
 * wherever the focus is in the visit.
 *
 * @param moved set to what must be called at each move of the view
 */
export function PointCard({
  point,
  address,
  visit,
  picture,
  engine,
  moved,
  onClose,
}: {
  point: InfoPoint;
  address: FileAddress;
  visit: RefObject<HTMLElement | null>;
  picture: RefObject<HTMLElement | null>;
  engine: RefObject<TourEngine | undefined>;
  moved: RefObject<(() => void) | undefined>;
  onClose: () => void;
}) {
  const card = useRef<HTMLDialogElement>(null);
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

  useEffect(() => {
    const [element, frame] = [card.current, picture.current];
    if (!element || !frame) return;
    let side: Side = 'right';
    let [size, room] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
    const place = () => {
      const at = engine.current?.placeOf(point);
      if (!at) return;
      const spot = cardSpot(at, size, room, side);
      side = spot.side;
      element.dataset.side = side;
      element.dataset.near = String(spot.isNear);
      for (const [name, value] of [
        ['--card-x', spot.left],
        ['--card-y', spot.top],
        ['--stem-y', spot.stem],
      ] as const)
        element.style.setProperty(name, `${value}px`);
    };
    const sizes = new ResizeObserver(() => {
      [size, room] = [element.getBoundingClientRect(), frame.getBoundingClientRect()];
      place();
    });
    sizes.observe(element);
    sizes.observe(frame);
    moved.current = place;
    place();
    return () => {
      sizes.disconnect();
      moved.current = undefined;
    };
  }, [point, picture, engine, moved]);

  return (
    <dialog
      ref={card}
      open
      aria-labelledby={titleId}
      className="group static m-0 flex h-auto max-h-[45dvh] w-auto max-w-none shrink-0 flex-col bg-paper p-0 text-ink beside:absolute beside:top-(--card-y) beside:left-(--card-x) beside:max-h-[calc(100%-9.5rem)] beside:w-[min(22rem,40cqw)] beside:rounded-2xl beside:shadow-xl beside:shadow-ink/40"
    >
      {/* From the card to its point. */}
      <span
        aria-hidden="true"
        className="absolute top-(--stem-y) hidden h-0.5 w-4 bg-paper group-data-[side=left]:left-full group-data-[side=right]:right-full beside:group-data-[near=true]:block"
      />
      <PanelHead closeLabel="Fermer" onClose={onClose}>
        <h2 ref={title} id={titleId} tabIndex={-1} className="text-lg font-bold wrap-anywhere outline-none">
          {point.title}
        </h2>
      </PanelHead>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <div tabIndex={0} className="min-h-0 overflow-y-auto overscroll-contain px-5 pb-5">
        <PointContent point={point} address={address} />
      </div>
    </dialog>
  );
}
