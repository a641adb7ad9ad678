import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { lazy, memo, Suspense, useMemo } from 'react';
import { Link } from 'react-router-dom';
import { publicTags } from '@/shared/data/tags';
import { homeAnchors, paths } from '@/shared/lib/paths';
import { EmptyState } from '@/shared/ui/empty-state';
import { tourPlaces } from '@/site/data/tour-places';
import { publicTours } from '@/site/data/tours';
import { useRevealOnScroll } from '@/site/lib/use-reveal-on-scroll';
import { withQueries } from '@/site/lib/with-queries';
import { TourCard } from '@/site/tours/tour-card';
import { type TourEntry, tourEntries } from '@/site/tours/tour-entries';
import { BelowFold } from '@/site/ui/below-fold';
import { CallToAction } from '@/site/ui/call-to-action';
import { placeOf } from '@/site/ui/places';
import { ProcessSection } from '@/site/ui/process-section';
import { SectionHeading } from '@/site/ui/section-heading';
import { AdvantagesSection } from './advantages-section';
import { ServicesSection } from './services-section';

// In a script of its own, for its map. It waits for nothing: a part that hydrates only once somebody scrolls near keeps React
// from finishing any navigation within the page until then.
const HomeProof = lazy(() => import('./home-proof').then((m) => ({ default: m.HomeProof })));

/** The grid cells of the featured tours: one large card, two smaller beside or below it. */
const gridCells = [
  'min-h-[29rem] sm:not-print:col-span-2 lg:col-span-7 lg:row-span-2',
  'min-h-[29rem] lg:col-span-5 lg:min-h-[18.5rem]',
  'min-h-[29rem] lg:col-span-5 lg:min-h-[18.5rem]',
];

const LARGE_CARD = { layout: 'column', pictureSizes: '(width < 40rem) 60vw, 48rem' } as const;
const SMALL_CARD = {
  layout: 'row',
  pictureSizes: '(width < 40rem) 60vw, 25rem',
} as const;

/** Reserves the space of the cards while they load, so that nothing below moves. */
function FeaturedSkeleton() {
  return (
    <div role="status" className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-12">
      <span className="sr-only">Chargement des visites en vedette…</span>
      {gridCells.map((cell, index) => (
        <div
          // biome-ignore lint/suspicious/noArrayIndexKey: fixed cells
          key={index}
          className={`rounded-2xl bg-mist ${cell}`}
        />
      ))}
    </div>
  );
}

const FeaturedTours = memo(function FeaturedTours({ entries }: { entries: TourEntry[] }) {
  const { list, item } = useRevealOnScroll<HTMLUListElement>(150);
  return (
    <ul ref={list} className="grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-12 print:grid-cols-3">
      {entries.map(({ tour, tags }, index) => {
        const { className, style } = item(index);
        return (
          // Deferred one by one in a prerendered page: the browser lays each card out in a frame of its own.
          <li key={tour.id} style={style} className={`${className} ${gridCells[index]}`}>
            <TourCard tour={tour} tags={tags} {...(index === 0 ? LARGE_CARD : SMALL_CARD)} />
          </li>
        );
      })}
    </ul>
  );
});

/** At most three featured tours; a failure to read them shows the empty state without an error (specification). */
function FeaturedSection() {
  const tours = useQuery(publicTours.featured());
  const tags = useQuery(publicTags.list());
  const entries = useMemo(() => tourEntries(tours.data ?? [], tags.data ?? []), [tours.data, tags.data]);
  const { data: towns } = useQuery(tourPlaces());
  // The coordinates are those of the large card.
  const town = towns?.find(({ tours: newest }) => newest.some(({ slug }) => slug === entries[0]?.tour.slug));
  const place = town && placeOf(town);
  const isLoading = tours.isPending || tags.isPending;
  const isEmpty = !isLoading && entries.length === 0;

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
            place={place}
            title="Des lieux que l’on visite déjà"
            lead={
              isEmpty
                ? undefined
                : 'Phares, villages, belvédères, rues nouvelles\u00a0: les visites sont ouvertes, entrez.'
            }
          />
          <Link
            to={paths.portfolio.href()}
            className="inline-flex min-h-11 items-center gap-2 font-semibold text-spruce underline-offset-4 hover:underline"
          >
            Voir toutes nos réalisations
            <ArrowRight aria-hidden="true" className="size-4" />
          </Link>
        </div>
        {isLoading ? (
          <FeaturedSkeleton />
        ) : isEmpty ? (
          <EmptyState title="Aucune visite en vedette pour le moment" />
        ) : (
          <FeaturedTours entries={entries} />
        )}
      </div>
    </section>
  );
}

/** The home page below its first screen. */
export const HomeSections = withQueries(function HomeSections() {
  return (
    <>
      <BelowFold>
        <FeaturedSection />
      </BelowFold>
      <BelowFold>
        <AdvantagesSection />
      </BelowFold>
      <BelowFold>
        <ServicesSection />
      </BelowFold>
      <BelowFold>
        <ProcessSection />
      </BelowFold>
      <Suspense>
        <HomeProof />
      </Suspense>
      <BelowFold>
        <CallToAction
          title="Par où commencer?"
          text="Décrivez-nous votre lieu en quelques lignes. Vous recevrez une réponse en 24 à 48 heures ouvrables."
        />
      </BelowFold>
    </>
  );
});
