import { MapPin } from 'lucide-react';
import { memo, useId } from 'react';
import { Link } from 'react-router-dom';
import type { Tag } from '@/shared/data/tags';
import { paths } from '@/shared/lib/paths';
import type { PublicTour } from '@/site/data/tours';
import { ExploreLink } from './explore-link';
import { type PicturePriority, TourPicture } from './tour-picture';
import { TourPreview } from './tour-preview';
import { TourTags } from './tour-tags';

/** Picture above the text, or beside it on large screens. */
type Layout = 'column' | 'row';

/**
 * Width of a card's picture in a grid of two or three. On a phone it is declared smaller than it is: bandwidth is
 * worth more than the last sharpness up to two pixels a point, and sharper screens still choose the large one
 * (docs/decisions/0019).
 */
const CARD_SIZES = '(width < 40rem) 60vw, 25rem';

/** Keeps a control above the title's link, which covers the whole card. */
const aboveLink = 'relative z-10';

/**
 * A tour in a list. Title and picture lead to its page; « Explorer la visite virtuelle » opens the tour itself.
 *
 * @param tags those of the tour, in display order; a stable array, since the card is memoized
 */
export const TourCard = memo(function TourCard({
  tour,
  tags,
  layout = 'column',
  picturePriority = 'lazy',
  pictureSizes = CARD_SIZES,
}: {
  tour: PublicTour;
  tags: readonly Tag[];
  layout?: Layout;
  picturePriority?: PicturePriority;
  pictureSizes?: string;
}) {
  const id = useId();
  return (
    <article
      aria-labelledby={id}
      className={`group relative flex h-full w-full flex-col overflow-hidden rounded-2xl border border-line bg-paper ${
        layout === 'row' ? 'lg:flex-row' : ''
      }`}
    >
      <div
        className={`relative aspect-[800/433] overflow-hidden bg-lake ${
          layout === 'row' ? 'lg:aspect-auto lg:w-[46%] lg:shrink-0' : ''
        }`}
      >
        <TourPicture
          src={tour.image_url}
          sizes={pictureSizes}
          priority={picturePriority}
          className="transition-transform duration-500 group-hover:scale-[1.03]"
        />
      </div>
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        <TourTags tags={tags} className="mb-3" />
        <h3 id={id} className="text-xl font-semibold">
          <Link
            to={paths.tour.href(tour.slug)}
            className="underline-offset-4 group-hover:underline after:absolute after:inset-0"
          >
            {tour.title}
          </Link>
        </h3>
        {tour.location && (
          <p className="mt-1.5 flex items-start gap-1.5 text-sm text-slate">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {tour.location}
          </p>
        )}
        {tour.description && (
          <p className={`mt-3 line-clamp-3 text-[0.95rem] ${layout === 'row' ? 'lg:line-clamp-2' : ''}`}>
            {tour.description}
          </p>
        )}
        <div className="mt-auto flex flex-wrap items-center gap-x-5 gap-y-1 pt-4">
          <ExploreLink
            tour={tour}
            titleId={id}
            className={`${aboveLink} inline-flex min-h-8 items-center gap-1.5 font-semibold text-spruce underline-offset-4 hover:underline`}
          />
          <TourPreview
            tour={tour}
            titleId={id}
            className={`${aboveLink} inline-flex min-h-8 items-center gap-1.5 font-semibold text-slate underline-offset-4 hover:text-ink hover:underline`}
          />
        </div>
      </div>
    </article>
  );
});
