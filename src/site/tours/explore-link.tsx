import { ArrowRight, ArrowUpRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { httpHref } from '@/shared/lib/text';
import { countTourView, type PublicTour } from '@/site/data/tours';

/**
 * « Explorer la visite virtuelle »: opens the tour in a new tab and counts the view. A tour without an address elsewhere is
 * made of panoramas on its own page, which the link opens. Renders nothing when the address is not http or https, or on
 * that page.
 *
 * @param titleId id of the element with the tour's title: the label is the same for every tour, so title and new tab
 * are its description
 */
export function ExploreLink({
  tour,
  titleId,
  className,
  isOnItsPage = false,
}: {
  tour: PublicTour;
  titleId: string;
  className: string;
  isOnItsPage?: boolean;
}) {
  if (!tour.url) {
    if (isOnItsPage) return null;
    return (
      <Link to={paths.tour.href(tour.slug)} aria-describedby={titleId} className={className}>
        Explorer la visite virtuelle
        <ArrowRight aria-hidden="true" className="size-4 shrink-0" />
      </Link>
    );
  }
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
        onClick={() => countTourView(tour)}
        // The middle button opens a tab too; the right one opens a menu.
        onAuxClick={(event) => event.button === 1 && countTourView(tour)}
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
