import { ArrowUpRight } from 'lucide-react';
import { httpHref } from '@/shared/lib/text';
import { countView } from '@/site/data/tour-views';
import type { PublicTour } from '@/site/data/tours';

/**
 * « Explorer la visite virtuelle »: the tour at its own address, in a new tab, counted. Nothing when the address is
 * no link.
 *
 * @param titleId the element that holds the tour's title: the label is the same for every tour, so title and new tab
 * come as its description
 */
export function ExploreLink({
  tour,
  titleId,
  className,
}: {
  tour: PublicTour;
  titleId: string;
  className: string;
}) {
  const href = httpHref(tour.url);
  if (!href) return null;
  const tabId = `${titleId}-onglet`;
  return (
    <>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        aria-describedby={`${titleId} ${tabId}`}
        onClick={() => countView(tour)}
        // The middle button opens a tab too; the right one only a menu.
        onAuxClick={(event) => event.button === 1 && countView(tour)}
        className={className}
      >
        Explorer la visite virtuelle
        <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
      </a>
      <span id={tabId} hidden>
        s’ouvre dans un nouvel onglet
      </span>
    </>
  );
}
