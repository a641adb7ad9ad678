import { useEffect, useEffectEvent, useRef } from 'react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { TourMapCard } from './tour-map-card';
import type { PlaceGroup } from './tour-map-points';

/** A share of the map as a length in a style. */
export const toPercent = (share: number) => `${(share * 100).toFixed(2)}%`;

const toursOf = ({ places }: PlaceGroup) => places.reduce((sum, { count }) => sum + count, 0);

/** The only tour of a point, which then leads to it. */
function onlyTour(group: PlaceGroup) {
  const [place, ...others] = group.places;
  const [tour] = place?.tours ?? [];
  return place && tour && others.length === 0 && place.count === 1
    ? { ...tour, town: place.town }
    : undefined;
}

const POINT =
  'absolute flex size-6 -translate-1/2 items-center justify-center rounded-full before:absolute before:rounded-full before:border-2 before:border-paper before:shadow before:transition-transform';

/** A point of the map, and its card while it is open. */
export function TourMapPoint({
  group,
  listHref,
  isOpen,
  isActive,
  onOpen,
  onClose,
}: {
  group: PlaceGroup;
  /** The entry of the first place in the list beside the map, where a point of several leads without script. */
  listHref: string;
  isOpen: boolean;
  isActive: boolean;
  onOpen: () => void;
  onClose: () => void;
}) {
  const item = useRef<HTMLLIElement>(null);
  const byTouch = useRef(false);
  const isReturning = useRef(false);
  const leaving = useRef<number>(undefined);
  useEffect(() => () => window.clearTimeout(leaving.current), []);
  const tour = onlyTour(group);
  const style = { left: toPercent(group.x), top: toPercent(group.y) };
  const look = isOpen || isActive ? 'before:scale-120 before:bg-sumac z-10' : 'before:bg-spruce';

  const keepOpen = () => {
    window.clearTimeout(leaving.current);
    if (!isReturning.current) onOpen();
  };
  const closeByKey = useEffectEvent(() => {
    isReturning.current = true;
    item.current?.querySelector<HTMLElement>('a')?.focus();
    isReturning.current = false;
    onClose();
  });
  // The pointer may be over the card while the focus is anywhere.
  useEffect(() => {
    if (!isOpen) return;
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && closeByKey();
    const elsewhere = (event: PointerEvent) => {
      if (!item.current?.contains(event.target as Node)) onClose();
    };
    document.addEventListener('keydown', onKey);
    document.addEventListener('pointerdown', elsewhere);
    return () => {
      document.removeEventListener('keydown', onKey);
      document.removeEventListener('pointerdown', elsewhere);
    };
  }, [isOpen, onClose]);

  return (
    <li
      ref={item}
      onPointerEnter={(event) => event.pointerType === 'mouse' && keepOpen()}
      onPointerLeave={(event) => {
        if (event.pointerType === 'mouse') leaving.current = window.setTimeout(onClose, 180);
      }}
      onFocus={keepOpen}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) onClose();
      }}
    >
      {tour ? (
        <Link
          to={paths.tour.href(tour.slug)}
          style={style}
          onPointerDown={(event) => {
            byTouch.current = event.pointerType !== 'mouse' && !isOpen;
          }}
          onClick={(event) => {
            // A finger sees the card first; the next touch leads to the tour.
            if (!byTouch.current) return;
            event.preventDefault();
            byTouch.current = false;
            onOpen();
          }}
          className={`${POINT} before:size-3.5 ${look}`}
        >
          <span className="sr-only">
            {tour.title}, {tour.town}
          </span>
        </Link>
      ) : (
        // biome-ignore lint/a11y/useSemanticElements: without script it leads to the list
        <a
          href={listHref}
          role="button"
          aria-expanded={isOpen}
          style={style}
          onClick={(event) => {
            event.preventDefault();
            onOpen();
          }}
          onKeyDown={(event) => {
            if (event.key !== ' ') return;
            event.preventDefault();
            onOpen();
          }}
          className={`${POINT} text-xs font-bold text-white before:size-6 ${look}`}
        >
          <span className="relative tabular-nums">{toursOf(group)}</span>
          <span className="sr-only"> visites&nbsp;: {group.places.map(({ town }) => town).join(', ')}</span>
        </a>
      )}
      {isOpen && <TourMapCard group={group} />}
    </li>
  );
}
