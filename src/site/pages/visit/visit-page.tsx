import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, ArrowUpRight } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useParams } from 'react-router-dom';
import { mayBeFramed } from '@/shared/lib/frame-sites';
import { paths } from '@/shared/lib/paths';
import { siteConfig } from '@/shared/lib/site-config';
import type { PanoramaTour } from '@/shared/panorama-tour/panorama-tour';
import { StillTour } from '@/shared/panorama-tour/still-tour';
import { TourVisit } from '@/shared/panorama-tour/tour-visit';
import { sceneOfKey } from '@/shared/panorama-tour/view-address';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { frameRules } from '@/site/data/frame-rules';
import { panoramaAddress, panoramaTourQuery, scenePreview } from '@/site/data/panorama-tours';
import { publicTours, type TourWithCase } from '@/site/data/tours';
import { withQueries } from '@/site/lib/with-queries';
import { useHydrated } from '@/site/ui/use-hydrated';

const exitClass =
  'min-h-11 items-center gap-1.5 rounded-full bg-ink/75 px-3 font-semibold text-white hover:bg-slate sm:px-4';

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

/** The origins of the pages around this one, as far as the browser tells them. */
function ancestorsOf(window: Window): readonly string[] {
  const { ancestorOrigins } = window.location;
  if (ancestorOrigins) return [...ancestorOrigins];
  const { referrer } = window.document;
  return URL.canParse(referrer) ? [new URL(referrer).origin] : [];
}

/** The page inside a site that is not allowed: nothing of the tour, and a way to it. */
function RefusedFrame({ href }: { href: string }) {
  return (
    <div className="fixed inset-0 flex flex-col items-center justify-center gap-4 overflow-y-auto bg-lake p-5 text-center text-white">
      <p className="max-w-md">Cette visite s’ouvre sur le site de {siteConfig.name}.</p>
      <a
        href={href}
        target="_blank"
        rel="noopener"
        className={buttonClass({ className: 'bg-white text-ink hover:bg-mist' })}
      >
        Ouvrir la visite
        <span className="sr-only"> (nouvel onglet)</span>
        <ArrowUpRight aria-hidden="true" className="size-4" />
      </a>
    </div>
  );
}

function Visit({
  tour,
  panorama,
  sceneKey,
}: {
  tour: TourWithCase;
  panorama: PanoramaTour;
  sceneKey: string | undefined;
}) {
  const hydrated = useHydrated();
  const rules = useQuery(frameRules());
  const isFramed = hydrated && window.self !== window.top;
  const scene = sceneKey ? sceneOfKey(sceneKey, panorama.scenes) : undefined;
  const { data: preview } = useQuery(scenePreview((scene ?? panorama.scenes[0])?.picture.folder ?? ''));
  const seo = (
    <Seo
      title={scene ? `${scene.name} — ${tour.title}` : `Visite virtuelle\u00a0: ${tour.title}`}
      description={scene?.alt || tour.description || `Visite virtuelle à 360°\u00a0: ${tour.title}`}
      image={(scene && tour.scene_pictures?.[scene.id]) ?? tour.share_picture ?? tour.image_url}
      of={paths.tour.href(tour.slug)}
    />
  );
  // The header `frame-ancestors` says the same; this is for a host that sends none (docs/decisions/0124).
  if (isFramed && !rules.isPending && !mayBeFramed(rules.data, ancestorsOf(window), window.location.origin))
    return (
      <main>
        {seo}
        <h1 className="sr-only">{tour.title}</h1>
        <RefusedFrame href={window.location.href} />
      </main>
    );
  return (
    <main>
      {seo}
      {/* In the font of the buttons: that of titles, 32 kB, would come before the picture for what nobody sees. */}
      <h1 className="sr-only font-sans">{tour.title}</h1>
      <div className="fixed inset-0 noscript:hidden">
        <TourVisit
          tour={panorama}
          title={tour.title}
          address={panoramaAddress}
          layout="window"
          exit={<Exit slug={tour.slug} isFramed={isFramed} />}
          place={{ slug: tour.slug, scene: sceneKey }}
          slug={tour.slug}
          preview={preview ?? undefined}
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
  const { slug = '', scene } = useParams();
  const tour = useQuery(publicTours.bySlug(slug));
  const panorama = useQuery({ ...panoramaTourQuery(tour.data?.id ?? ''), enabled: Boolean(tour.data) });

  if (tour.data && panorama.data) return <Visit tour={tour.data} panorama={panorama.data} sceneKey={scene} />;
  if (tour.data === null) {
    return (
      <Suspense>
        <GoneTour
          slug={slug}
          hrefOf={(now) => (scene ? paths.visitScene.href(now, scene) : paths.visit.href(now))}
        />
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
