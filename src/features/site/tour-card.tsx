import { ArrowUpRight, MapPin } from 'lucide-react';
import { memo, useId, useState } from 'react';
import type { Tag } from '@/data/tags/tags.public';
import type { PublicTour } from '@/data/tours/tours.public';
import { httpHref } from '@/lib/text';
import { AzimuthRing } from '@/ui/azimuth-ring';
import { TagLabel } from '@/ui/tag-label';

/** How a card is laid out: picture above, or beside the words from the large screens on. */
type Layout = 'column' | 'row';

function Picture({ src, layout, eager }: { src: string | null; layout: Layout; eager: boolean }) {
  const [broken, setBroken] = useState(false);
  return (
    <div
      className={`relative aspect-[800/433] overflow-hidden bg-lake ${
        layout === 'row' ? 'lg:aspect-auto lg:w-[46%] lg:shrink-0' : ''
      }`}
    >
      {src && !broken ? (
        <img
          src={src}
          alt=""
          width={800}
          height={433}
          loading={eager ? 'eager' : 'lazy'}
          decoding="async"
          onError={() => setBroken(true)}
          className="absolute inset-0 size-full object-cover transition-transform duration-500 group-hover:scale-[1.03]"
        />
      ) : (
        <AzimuthRing className="absolute inset-0 m-auto size-20 text-white/70" />
      )}
      <span className="absolute top-3 left-3 rounded-full bg-ink/85 px-2.5 py-1 text-xs font-semibold tracking-wide text-white">
        360° VR
      </span>
    </div>
  );
}

/**
 * A tour in a list. The whole card leads to the visit, in a new tab.
 *
 * @param tags those of the tour, in display order; a stable array keeps the card from rendering again
 * @param eager for pictures that the first screen shows
 */
export const TourCard = memo(function TourCard({
  tour,
  tags,
  layout = 'column',
  eager = false,
}: {
  tour: PublicTour;
  tags: readonly Tag[];
  layout?: Layout;
  eager?: boolean;
}) {
  const id = useId();
  const href = httpHref(tour.url);
  return (
    <article
      className={`group relative flex h-full w-full flex-col overflow-hidden rounded-2xl border border-line bg-paper ${
        layout === 'row' ? 'lg:flex-row' : ''
      }`}
    >
      <Picture src={tour.image_url} layout={layout} eager={eager} />
      <div className="flex flex-1 flex-col p-5 sm:p-6">
        {tags.length > 0 && (
          <ul aria-label="Catégories" className="mb-3 flex flex-wrap gap-1.5">
            {tags.map((tag) => (
              <li key={tag.id} className="flex">
                <TagLabel name={tag.name} color={tag.color} />
              </li>
            ))}
          </ul>
        )}
        <h3 id={`${id}-title`} className="text-xl font-semibold">
          {tour.title}
        </h3>
        {tour.location && (
          <p className="mt-1.5 flex items-start gap-1.5 text-sm text-slate">
            <MapPin aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {tour.location}
          </p>
        )}
        {tour.description && <p className="mt-3 line-clamp-3 text-[0.95rem]">{tour.description}</p>}
        {href && (
          <p className="mt-auto pt-4">
            <a
              href={href}
              target="_blank"
              rel="noopener"
              // The label is the same on every card: title and new tab come as its description.
              aria-describedby={`${id}-title ${id}-tab`}
              className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-spruce underline-offset-4 group-hover:underline after:absolute after:inset-0"
            >
              Explorer la visite virtuelle
              <ArrowUpRight aria-hidden="true" className="size-4 shrink-0" />
            </a>
            <span id={`${id}-tab`} hidden>
              s’ouvre dans un nouvel onglet
            </span>
          </p>
        )}
      </div>
    </article>
  );
});
