import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { memo, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { publicTags } from '@/shared/data/tags';
import { homeAnchors, paths } from '@/shared/lib/paths';
import { EmptyState } from '@/shared/ui/empty-state';
import { publicTours } from '@/site/data/tours';
import { places } from '@/site/lib/places';
import { useEntrance } from '@/site/lib/use-reveal-on-scroll';
import { TourCard } from '@/site/tours/tour-card';
import { type PortfolioEntry, portfolioEntries } from '@/site/tours/tour-entries';
import { SectionHeading } from '@/site/ui/section-heading';

/** One large card, the other two beside it. */
const placesInGrid = [
  'min-h-[29rem] lg:col-span-7 lg:row-span-2',
  'min-h-[29rem] lg:col-span-5 lg:min-h-[18.5rem]',
  'min-h-[29rem] lg:col-span-5 lg:min-h-[18.5rem]',
];

/** Keeps the room of the cards while they are read, so that nothing below jumps. */
function Skeleton() {
  return (
    <div role="status" className="grid gap-6 lg:grid-cols-12">
      <span className="sr-only">Chargement des visites en vedette…</span>
      {placesInGrid.map((place, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed places
          key={index}
          className={`rounded-2xl bg-mist ${place}`}
        />
      ))}
    </div>
  );
}

const FeaturedTours = memo(function FeaturedTours({ entries }: { entries: PortfolioEntry[] }) {
  const { list, item } = useEntrance<HTMLUListElement>(150);
  return (
    <ul ref={list} className="grid gap-6 lg:grid-cols-12">
      {entries.map(({ tour, tags }, index) => {
        const { className, style } = item(index);
        return (
          // One after the other, in a written page too: the browser lays each out in a frame of its own.
          <li
            key={tour.id}
            style={style}
            className={`${className} ${placesInGrid[index]} written:animate-asleep`}
          >
            <TourCard tour={tour} tags={tags} layout={index === 0 ? 'column' : 'row'} />
          </li>
        );
      })}
    </ul>
  );
});

/** At most three featured tours. A failure to read them leaves the section empty, without a word (specification). */
export function FeaturedSection() {
  const tours = useQuery(publicTours.featured());
  const tags = useQuery(publicTags.list());
  const entries = useMemo(() => portfolioEntries(tours.data ?? [], tags.data ?? []), [tours.data, tags.data]);

  return (
    <section
      id={homeAnchors.portfolio}
      aria-labelledby="titre-realisations"
      className="-scroll-mt-4 py-20 sm:py-28"
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <div className="mb-10 flex flex-wrap items-end justify-between gap-6">
          <SectionHeading
            id="titre-realisations"
            place={places.metis}
            title="Des lieux que l’on visite déjà"
            lead={'Phares, villages, belvédères, rues neuves\u00a0: les visites sont ouvertes, entrez.'}
          />
          <Link
            to={paths.portfolio.href()}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-spruce underline-offset-4 hover:underline"
          >
            Voir toutes nos réalisations
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
        {tours.isPending || tags.isPending ? (
          <Skeleton />
        ) : entries.length > 0 ? (
          <FeaturedTours entries={entries} />
        ) : (
          <EmptyState title="Aucune visite en vedette pour le moment" />
        )}
      </div>
    </section>
  );
}
