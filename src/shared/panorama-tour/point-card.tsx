import { type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { cardSpot, type Side } from './card-spot';
import type { FileAddress, InfoPoint, Scene } from './panorama-tour';
import { PointContent } from './still-tour';
import type { TourEngine } from './tour-engine';
import { hasRoomBeside, PanelHead } from './viewer-parts';

/** Share of the picture at each edge in which a point is not yet in view. */
const POINT_MARGIN = 0.15;

/** Tells whether a point of the picture is well inside its frame. */
function isInView(at: { x: number; y: number; isVisible: boolean } | undefined, frame: HTMLElement | null) {
  if (!at?.isVisible || !frame) return false;
  const [across, down] = [at.x / frame.clientWidth, at.y / frame.clientHeight];
  return across > POINT_MARGIN && across < 1 - POINT_MARGIN && down > POINT_MARGIN && down < 1 - POINT_MARGIN;
}

/**
 * The point of a scene whose card is open. The picture turns to it, and the focus goes back to what opened it.
 *
 * @param picture the element that the panorama is drawn in
 * @param frame the picture and what stands beside it, which is scrolled into view
 */
export function useOpenPoint(
  scene: Scene,
  {
    engine,
    picture,
    frame,
  }: {
    engine: RefObject<TourEngine | undefined>;
    picture: RefObject<HTMLElement | null>;
    frame: RefObject<HTMLElement | null>;
  },
) {
  const [id, setId] = useState<string>();
  const opener = useRef<Element>(null);
  // The card closes: another scene has other points.
  const point = scene.points.find((one) => one.id === id);
  useEffect(() => {
    if (!point) return;
    // On a phone the sheet below takes room from the picture, whose middle the point comes to.
    if (!hasRoomBeside() || !isInView(engine.current?.placeOf(point), picture.current))
      engine.current?.turnTo(point);
    frame.current?.scrollIntoView({ block: 'nearest' });
  }, [point, engine, picture, frame]);
  return {
    point,
    open: ({ id }: InfoPoint) => {
      if (!point) opener.current = document.activeElement;
      setId(id);
    },
    /** Closes the card, whose opener gets the focus. */
    close: () => {
      flushSync(() => setId(undefined));
      const back = opener.current;
      (back instanceof HTMLElement && back.isConnected ? back : picture.current)?.focus({
        preventScroll: true,
      });
    },
    /** Closes the card for something else that takes the focus. */
    replace: () => setId(undefined),
  };
}

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
