import { memo, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '@/shared/ui/button';
import { TourCard } from '@/site/tours/tour-card';
import type { PortfolioEntry } from '@/site/tours/tour-entries';
import { useFacesLater } from '@/site/ui/use-deferred-fonts';
import { useTurn } from '@/site/ui/use-idle-queue';

/** Cards shown at once, and added by each « Afficher plus ». */
const PAGE = 24;

/** Delay between the entrances of two cards, in ms, and the cards that wait (specification, section 9). */
const STEP = 50;
const MOST_STEPS = 8;

/** The first screen shows one card on a phone, three on a large screen. */
const arrivalOf = (index: number) => (index === 0 ? 'first' : index < 3 ? 'soon' : 'late');

/**
 * The cards of the portfolio, page after page. Drawn again only when they change: a rendering that reaches a card which
 * waits to be taken over has them all taken over at once, in one long task.
 *
 * @param more whether others are on their way: the button for them is there, and waits
 * @param filterKey what the entries were filtered by; when it changes the first page is shown again
 * @param animated whether the cards make an entrance; not while the person is filtering
 */
export const TourGrid = memo(function TourGrid({
  entries,
  more: awaited,
  filterKey,
  animated,
}: {
  entries: readonly PortfolioEntry[];
  more: boolean;
  filterKey: string;
  animated: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const [more, setMore] = useState({ filterKey, count: PAGE });
  const count = more.filterKey === filterKey ? more.count : PAGE;
  const faces = useFacesLater();
  const [turned, setTurned] = useState(false);
  useTurn(() => setTurned(true));

  const showMore = () => {
    flushSync(() => setMore({ filterKey, count: count + PAGE }));
    // The keyboard goes on from the first new card, not from a button that moved below them.
    const firstNew = list.current?.children[count];
    if (firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true });
  };

  return (
    <>
      <ul ref={list} className={`grid gap-6 sm:grid-cols-2 lg:grid-cols-3 ${turned ? '' : faces}`}>
        {entries.slice(0, count).map(({ tour, tags }, index) => (
          <li
            key={tour.id}
            tabIndex={-1}
            style={{ animationDelay: `${Math.min(index, MOST_STEPS) * STEP}ms` }}
            // The first only slides in: it is what a phone shows first, and is seen from the first frame. The others of a
            // written page are laid out as they make their entrance.
            className={`rounded-2xl [contain-intrinsic-height:auto_30rem] not-first:[content-visibility:auto] ${
              animated && index < PAGE
                ? 'animate-enter first:[--enter-opacity:1] not-first:[--enter-visibility:auto] written:not-first:[--enter-visibility:hidden]'
                : ''
            }`}
          >
            {/* A written page is taken over card by card: no long task stands between two touches. */}
            <Suspense>
              <TourCard tour={tour} tags={tags} arrival={arrivalOf(index)} />
            </Suspense>
          </li>
        ))}
      </ul>
      {(awaited || entries.length > count) && (
        <div className="mt-10 text-center">
          <Button variant="outline" pending={entries.length <= count} onClick={showMore}>
            Afficher plus de réalisations
          </Button>
        </div>
      )}
    </>
  );
});
