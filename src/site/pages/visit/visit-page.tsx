import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { StillTour } from '@/shared/panorama-tour/still-tour';
import { TourVisit } from '@/shared/panorama-tour/tour-visit';
import { ErrorState } from '@/shared/ui/error-state';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { panoramaAddress, panoramaTourQuery } from '@/site/data/panorama-tours';
import { type PublicTour, publicTours } from '@/site/data/tours';
import { withQueries } from '@/site/lib/with-queries';
import { useHydrated } from '@/site/ui/use-hydrated';

const exitClass =
  'min-h-11 items-center gap-1.5 rounded-full bg-ink/75 px-3 font-semibold text-white hover:bg-ink sm:px-4';

/**
 * A link back to the page of the tour. Inside another site's frame it opens beside it, and says so where there is
 * room.
 */
function Exit({ slug, isFramed }: { slug: string; isFramed: boolean }) {
  const href = paths.tour.href(slug);
  if (!isFramed)
    return (
      <a href={href} className={`inline-flex ${exitClass}`}>
        <ArrowLeft aria-hidden="true" className="size-4" />
        <span>
          Quitter<span className="@max-[36rem]:sr-only"> la visite</span>
        </span>
      </a>
    );
  return (
    <a href={href} target="_blank" rel="noopener" className={`hidden sm:inline-flex ${exitClass}`}>
      {siteConfig.name}
      <ArrowUpRight aria-hidden="true" className="size-4" />
      <span className="sr-only"> (nouvel onglet)</span>
    </a>
  );
}

function Visit({ tour, panorama }: { tour: PublicTour; panorama: PanoramaTour }) {
  const hydrated = useHydrated();
  return (
    <main>
      <Seo title={`Visite virtuelle\u00a0: ${tour.title}`} noIndex />
      {/* In the font of the buttons: that of titles, 32 kB, would come before the picture for what nobody sees. */}
      <h1 className="sr-only font-sans">{tour.title}</h1>
      <div className="fixed inset-0 noscript:hidden">
        <TourVisit
          tour={panorama}
          title={tour.title}
          address={panoramaAddress}
          layout="window"
          exit={<Exit slug={tour.slug} isFramed={hydrated && window.self !== window.top} />}
          inAddress
        />
      </div>
      {/* Shown by a browser without script; the visit with script does without it. */}
      {!hydrated && (
        <div className="mx-auto hidden max-w-3xl px-5 py-10 noscript:block">
          <p aria-hidden="true" className="mb-8 font-display text-3xl font-bold">
            {tour.title}
          </p>
          <StillTour tour={panorama} address={panoramaAddress} />
          <p className="mt-10">
            <a href={paths.tour.href(tour.slug)} className="font-semibold underline underline-offset-4">
              La page de cette visite
            </a>
          </p>
        </div>
      )}
    </main>
  );
}

/** Few visitors come to an address that is gone. */
const GoneTour = lazy(async () => ({ default: (await import('@/site/tours/gone-tour')).GoneTour }));

/** A tour alone in its window, to be shown in other sites' pages (docs/decisions/0008). */
export const VisitPage = withQueries(function VisitPage() {
  const { slug = '' } = useParams();
  const tour = useQuery(publicTours.bySlug(slug));
  const panorama = useQuery({ ...panoramaTourQuery(tour.data?.id ?? ''), enabled: Boolean(tour.data) });

  if (tour.data && panorama.data) return <Visit tour={tour.data} panorama={panorama.data} />;
  if (tour.data === null) {
    return (
      <Suspense>
        <GoneTour slug={slug} hrefOf={paths.visit.href} />
      </Suspense>
    );
  }
  if (panorama.data === null) return <NotFoundPage />;
  return (
    <main className="p-5">
      <Seo title="Visite virtuelle" noIndex />
      <h1 className="sr-only">Visite virtuelle</h1>
      {tour.isError || panorama.isError ? (
        <>
          <ErrorState
            title="Impossible de charger la visite"
            onRetry={() => (tour.isError ? tour.refetch() : panorama.refetch())}
          />
          <p className="mt-5 text-center">
            <Exit slug={slug} isFramed={window.self !== window.top} />
          </p>
        </>
      ) : (
        <Spinner label="Chargement de la visite…" />
      )}
    </main>
  );
});
