import { memo, Suspense, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useLocation } from 'react-router-dom';
import { Button } from '@/shared/ui/button';
import { TourCard } from '@/site/tours/tour-card';
import type { TourEntry } from '@/site/tours/tour-entries';

/** Cards shown at first, and added by each « Afficher plus ». */
const PAGE_SIZE = 24;

type VisibleCount = { filterKey: string; count: number };

/** Number of cards shown for each history entry, so that Back restores the page's length and scroll position. */
const shownByEntry = new Map<string, VisibleCount>();

/** Delay between the animations of two cards, in ms, and the longest delay in steps (specification, section 9). */
const STEP_MS = 50;
const MAX_STEPS = 8;

/** The first screen shows one card on a phone, three on a large screen. */
const priorityOf = (index: number) => (index === 0 ? 'high' : index < 3 ? 'low' : 'lazy');

/**
 * The cards of the portfolio, page after page. Memoized: rendering it before its cards are hydrated would hydrate them
 * all at once, in one long task.
 *
 * @param more whether other tours are loading: the button for them is shown as pending
 * @param filterKey what the entries were filtered by; when it changes the first page is shown again
 * @param animated whether the cards fade in; not while the visitor is filtering
 */
export const TourGrid = memo(function TourGrid({
  entries,
  more: loadingMore,
  filterKey,
  animated,
}: {
  entries: readonly TourEntry[];
  more: boolean;
  filterKey: string;
  animated: boolean;
}) {
  const list = useRef<HTMLUListElement>(null);
  const { key } = useLocation();
  const [visible, setVisible] = useState(() => shownByEntry.get(key) ?? { filterKey, count: PAGE_SIZE });
  const count = visible.filterKey === filterKey ? visible.count : PAGE_SIZE;

  const showMore = () => {
    const longer = { filterKey, count: count + PAGE_SIZE };
    shownByEntry.set(key, longer);
    flushSync(() => setVisible(longer));
    // The focus moves to the first new card, since the button moves below them.
    const firstNew = list.current?.children[count];
    if (firstNew instanceof HTMLElement) firstNew.focus({ preventScroll: true });
  };

  return (
    <>
      <ul ref={list} className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
        {entries.slice(0, count).map(({ tour, tags }, index) => (
          <li
            key={tour.id}
            tabIndex={-1}
            style={{ animationDelay: `${Math.min(index, MAX_STEPS) * STEP_MS}ms` }}
            // The first only slides in: it is visible from the first frame.
            className={`rounded-2xl [contain-intrinsic-height:auto_30rem] not-first:[content-visibility:auto] ${
              animated && index < PAGE_SIZE ? 'animate-enter first:[--enter-opacity:1]' : ''
            }`}
          >
            {/* A prerendered page is hydrated card by card, without a long task. */}
            <Suspense>
              <TourCard tour={tour} tags={tags} picturePriority={priorityOf(index)} />
            </Suspense>
          </li>
        ))}
      </ul>
      {(loadingMore || entries.length > count) && (
        <div className="mt-10 text-center">
          <Button variant="outline" pending={entries.length <= count} onClick={showMore}>
            Afficher plus de réalisations
          </Button>
        </div>
      )}
    </>
  );
});
