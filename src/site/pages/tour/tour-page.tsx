import { cutText } from '@contract/cut-text';
import { frenchDay } from '@contract/french-date';
import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, MapPin } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useId, useMemo } from 'react';
import { Link, useParams } from 'react-router-dom';
import { publicTags, type Tag } from '@/shared/data/tags';
import { counted, formatNumber } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { buttonClass } from '@/shared/ui/button';
import { ErrorState } from '@/shared/ui/error-state';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { panoramaTourQuery } from '@/site/data/panorama-tours';
import { type PublicTour, publicTours, type TourWithCase } from '@/site/data/tours';

import { quoteRequestHref } from '@/site/lib/quote-request-href';
import { withQueries } from '@/site/lib/with-queries';
import { ExploreLink } from '@/site/tours/explore-link';
import { TourCard } from '@/site/tours/tour-card';
import { tagsOf, tourEntries } from '@/site/tours/tour-entries';
import { TourPreview } from '@/site/tours/tour-preview';
import { TourTags } from '@/site/tours/tour-tags';
import { breadcrumbs, creativeWork, JsonLd } from '@/site/ui/structured-data';
import { OwnVisit } from './own-visit';
import { TourEmbed } from './tour-embed';

/** Few visitors come to an address that is gone. */
const GoneTour = lazy(async () => ({ default: (await import('@/site/tours/gone-tour')).GoneTour }));

/** The longest description that search engines and shared links show, in characters. */
const SUMMARY_MAX_LENGTH = 155;

/** Place and description of a tour, cut after a whole word. */
function summaryText(tour: PublicTour): string {
  const text = [tour.location, tour.description].filter(Boolean).join('. ').replace(/\s+/g, ' ');
  if (!text) return `Visite virtuelle à 360°\u00a0: ${tour.title}`;
  return text.length <= SUMMARY_MAX_LENGTH
    ? text
    : `${cutText(text, SUMMARY_MAX_LENGTH).replace(/[\s,;.]+\S*$/, '')}…`;
}

/** Tours with common tags; renders nothing while they load or when they cannot be read. */
function SimilarTours({ tour, tags }: { tour: PublicTour; tags: readonly Tag[] }) {
  const similar = useQuery(publicTours.similarTo(tour));
  const entries = useMemo(() => tourEntries(similar.data ?? [], tags), [similar.data, tags]);
  if (entries.length === 0) return null;
  return (
    <section aria-labelledby="titre-semblables" className="border-t border-line">
      <div className="mx-auto max-w-7xl px-5 py-16 sm:px-8">
        <h2 id="titre-semblables" className="text-2xl font-bold sm:text-3xl">
          Visites semblables
        </h2>
        <ul className="mt-8 grid grid-cols-1 gap-6 sm:grid-cols-2 lg:grid-cols-3 print:grid-cols-3">
          {entries.map((entry) => (
            <li key={entry.tour.id}>
              <TourCard tour={entry.tour} tags={entry.tags} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}

function Tour({ tour, tags }: { tour: TourWithCase; tags: readonly Tag[] }) {
  const id = useId();
  const own = useQuery(panoramaTourQuery(tour.id));
  // A tour with scenes of ours shows them first; when the scenes could not be read, the external tour comes first.
  if (own.isPending) return <Loading />;
  const panorama = own.data;
  return (
    <>
      <Seo title={tour.title} description={summaryText(tour)} image={tour.share_picture ?? tour.image_url} />
      <JsonLd
        data={creativeWork({
          name: tour.title,
          path: paths.tour.href(tour.slug),
          description: summaryText(tour),
          picture: tour.share_picture ?? tour.image_url,
          location: tour.location,
          day: tour.captured_on,
          keywords: tagsOf(tour, tags).map(({ name }) => name),
        })}
      />
      <JsonLd
        data={breadcrumbs([
          ['Réalisations', paths.portfolio.href()],
          [tour.title, paths.tour.href(tour.slug)],
        ])}
      />
      <article aria-labelledby={id}>
        <div className="bg-lake pt-[4.5rem]">
          {panorama ? (
            <OwnVisit key={tour.id} tour={tour} panorama={panorama} />
          ) : (
            <TourEmbed key={tour.id} tour={tour} titleId={id} />
          )}
        </div>
        <div className="mx-auto grid max-w-7xl grid-cols-1 gap-x-14 gap-y-8 px-5 pt-5 pb-16 sm:px-8 sm:pt-7 lg:grid-cols-[1fr_22rem]">
          <div>
            <h1 id={id} className="max-w-4xl text-3xl font-bold sm:text-4xl">
              {tour.title}
            </h1>
            {tour.location && (
              <p className="mt-3 flex items-start gap-2 text-lg text-slate">
                <MapPin aria-hidden="true" className="mt-1 size-5 shrink-0" />
                {tour.location}
              </p>
            )}
            {tour.description && (
              <p className="mt-5 max-w-prose text-lg whitespace-pre-line">{tour.description}</p>
            )}
            <TourTags tags={tagsOf(tour, tags)} className="mt-6" />
            <p className="mt-6">
              <Link
                to={paths.portfolio.href()}
                className="inline-flex min-h-8 items-center gap-1.5 font-semibold text-spruce underline underline-offset-4"
              >
                <ArrowLeft aria-hidden="true" className="size-4" />
                Toutes les réalisations
              </Link>
            </p>
          </div>
          <div>
            <CaseFacts tour={tour} scenes={panorama?.scenes.length} />
            <div className="mt-7 flex flex-wrap gap-3 empty:hidden">
              {panorama ? (
                <ExploreLink
                  tour={tour}
                  titleId={id}
                  className={buttonClass({ variant: 'outline' })}
                  isOnItsPage
                />
              ) : (
                <TourPreview tour={tour} titleId={id} className={buttonClass({ variant: 'outline' })} />
              )}
            </div>
            <p className="mt-7 text-slate">
              Un lieu semblable à faire découvrir?{' '}
              <Link
                to={quoteRequestHref(tour)}
                className="font-semibold text-spruce underline underline-offset-4"
              >
                Demander une soumission
              </Link>
            </p>
          </div>
        </div>
        <CaseStory tour={tour} />
      </article>
      <SimilarTours tour={tour} tags={tags} />
    </>
  );
}

/** The layout of the loading and error states, below the fixed header. */
function Placeholder({ children }: { children: ReactNode }) {
  return <div className="mx-auto min-h-[70vh] max-w-3xl px-5 pt-32 pb-20 sm:px-8">{children}</div>;
}

function Loading() {
  return (
    <Placeholder>
      <Spinner label="Chargement de la visite…" />
    </Placeholder>
  );
}

/** The page of one tour, or the explanation for one that is not public. */
export const TourPage = withQueries(function TourPage() {
  const { slug = '' } = useParams();
  const tour = useQuery(publicTours.bySlug(slug));
  const tags = useQuery(publicTags.list());

  // A tour is shown even when its tags could not be read.
  if (tour.data && !tags.isPending) return <Tour tour={tour.data} tags={tags.data ?? []} />;
  if (tour.data === null) {
    return (
      <Suspense fallback={<Loading />}>
        <GoneTour slug={slug} hrefOf={paths.tour.href} />
      </Suspense>
    );
  }
  if (tour.isError) {
    return (
      <Placeholder>
        <Seo title="Visite virtuelle" noIndex />
        <h1 className="sr-only">Visite virtuelle</h1>
        <ErrorState title="Impossible de charger la visite" onRetry={() => tour.refetch()} />
      </Placeholder>
    );
  }
  return (
    <Placeholder>
      <Seo title="Visite virtuelle" />
      <h1 className="sr-only">Visite virtuelle</h1>
      <Spinner label="Chargement de la visite…" />
    </Placeholder>
  );
});

/** Fewer views than this are not shown: they would not speak for the tour. */
const TELLING_VIEWS = 50;

/**
 * The short facts of a tour: client, capture, panoramas, views; an unknown one is left out.
 *
 * @param scenes number of panoramas of the visit, which takes precedence over the typed number
 */
export function CaseFacts({ tour, scenes }: { tour: TourWithCase; scenes: number | undefined }) {
  const { client_name, captured_on, view_count } = tour;
  const panoramas = scenes ?? tour.panorama_count;
  const facts: [term: string, text: string][] = [];
  if (client_name) facts.push(['Client', client_name]);
  if (captured_on) facts.push(['Captation', frenchDay(captured_on)]);
  if (panoramas) facts.push(['Points de vue', formatNumber(panoramas)]);
  if (view_count >= TELLING_VIEWS) facts.push(['Consultation', counted(view_count, 'vue')]);
  if (facts.length === 0) return null;
  return (
    <dl className="border-b border-line">
      {facts.map(([term, text]) => (
        <div key={term} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2">
          <dt className="text-slate">{term}</dt>
          <dd className="min-w-0 font-medium wrap-anywhere">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The case study: need, delivery, result; renders nothing when all are empty. */
function CaseStory({ tour: { need, delivered, result } }: { tour: TourWithCase }) {
  const parts = [
    ['Le besoin', need],
    ['Ce qui a été livré', delivered],
    ['Le résultat', result],
  ].filter(([, text]) => text);
  if (parts.length === 0) return null;
  return (
    <div className="bg-mist">
      <div className="mx-auto grid max-w-7xl grid-cols-1 gap-x-10 gap-y-8 px-5 py-14 sm:px-8 md:auto-cols-fr md:grid-flow-col md:grid-cols-none print:py-4">
        {parts.map(([title, text]) => (
          <section key={title} className="min-w-0 border-t-2 border-spruce pt-4">
            <h2 className="text-xl font-bold">{title}</h2>
            <p className="mt-3 whitespace-pre-line wrap-anywhere">{text}</p>
          </section>
        ))}
      </div>
    </div>
  );
}
