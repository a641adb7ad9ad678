import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { paths } from '@/shared/lib/paths';
import { dayOf, FlatPair } from '@/shared/two-dates/dated-pictures';
import { ErrorState } from '@/shared/ui/error-state';
import { NotFoundPage } from '@/shared/ui/not-found-page';
import { Seo } from '@/shared/ui/seo';
import { Spinner } from '@/shared/ui/spinner';
import { datedPair, type PublicStreet, publicStreet } from '@/site/data/streets';
import { withQueries } from '@/site/lib/with-queries';
import { bearingOfSearch, indexOfPlace, placeHref } from '@/site/streets/street-address';
import { DrivePlan, StreetDrive } from '@/site/streets/street-drive';
import { CallToAction } from '@/site/ui/call-to-action';
import { breadcrumbs, creativeWork, JsonLd } from '@/site/ui/structured-data';
import { useHydrated } from '@/site/ui/use-hydrated';

/** A street at two dates, or one place of it: one page, since driving changes the address and nothing else. */
export const StreetPage = withQueries(function StreetPage() {
  const { slug = '', place } = useParams();
  const street = useQuery(publicStreet(slug));
  if (street.data) return <Street key={slug} street={street.data} slug={slug} placeKey={place} />;
  if (street.data === null) return <NotFoundPage />;
  return (
    <div className="mx-auto min-h-[70vh] max-w-3xl px-5 pt-32 pb-20 sm:px-8">
      <Seo title="Rue à deux dates" noIndex />
      <h1 className="sr-only">Rue à deux dates</h1>
      {street.isError ? (
        <ErrorState title="Impossible de charger cette rue" onRetry={() => street.refetch()} />
      ) : (
        <Spinner label="Chargement de la rue…" />
      )}
    </div>
  );
});

function Street({
  street,
  slug,
  placeKey,
}: {
  street: PublicStreet;
  slug: string;
  placeKey: string | undefined;
}) {
  const hydrated = useHydrated();
  const { name, city, pairs } = street;
  const found = placeKey ? indexOfPlace(placeKey, pairs) : -1;
  const start = Math.max(0, found);
  const pair = pairs[start];
  if (!pair) return <NotFoundPage />;
  const shown = datedPair(pair, street);
  const dates = `${dayOf(shown.before)} et le ${dayOf(shown.after)}`;
  const inCity = city ? `, ${city}` : '';
  const share = found >= 0 ? `${slug}/${placeKey}` : slug;
  const description = `${name}${inCity}, à 360°, photographiée le ${dates}. Comparez les deux dates côte à côte, par un rideau ou en alternance.`;
  const picture = `/images/share/street-view/${share}.jpg`;
  return (
    <>
      <Seo
        title={
          found >= 0 ? `${name}, lieu ${start + 1}\u00a0: avant et après` : `${name}\u00a0: avant et après`
        }
        description={description}
        image={picture}
        {...(found >= 0 && { of: paths.street.href(slug) })}
      />
      <JsonLd
        data={creativeWork({
          name,
          path: paths.street.href(slug),
          description,
          picture,
          location: city,
          day: street.captured_on,
        })}
      />
      <JsonLd
        data={breadcrumbs([
          ['Street View', paths.streetView.href()],
          [name, paths.street.href(slug)],
        ])}
      />
      <div className="bg-lake pt-[4.5rem]" />
      <article aria-labelledby="titre-rue" className="mx-auto max-w-[100rem] px-3 pt-4 pb-16 sm:px-6">
        <header className="mb-4 px-2">
          <h1 id="titre-rue" className="text-2xl font-bold sm:text-3xl">
            {name}
          </h1>
          <p className="mt-1 text-slate">
            {city && `${city} · `}
            La même rue le {dates}
          </p>
        </header>
        <div className="noscript:hidden">
          {hydrated ? (
            <StreetDrive
              street={street}
              slug={slug}
              start={start}
              bearing={bearingOfSearch(window.location.search)}
              keepsAddress
            />
          ) : (
            <div className="h-[64dvh] min-h-96 rounded-xl bg-ink" />
          )}
        </div>
        {/* Shown by a browser without script. */}
        {!hydrated && (
          <div className="hidden gap-4 noscript:grid lg:grid-cols-[minmax(0,1fr)_20rem]">
            <FlatPair pair={shown} place={name} />
            <DrivePlan street={street} current={pair.id} />
          </div>
        )}
        <details className="mt-6 px-2" open={!hydrated}>
          <summary className="min-h-11 cursor-pointer py-2 font-semibold">
            Liste des lieux de cette rue
          </summary>
          <ol className="mt-1 columns-1 gap-8 sm:columns-2 lg:columns-4">
            {pairs.map((one, index) => (
              <li key={one.id}>
                <a
                  href={placeHref(slug, one, pairs)}
                  aria-current={one.id === pair.id ? 'page' : undefined}
                  className="inline-block min-h-8 py-1 underline underline-offset-4"
                >
                  Lieu {index + 1}
                </a>
              </li>
            ))}
          </ol>
        </details>
      </article>
      <CallToAction
        title="Vos rues, avant et après l’hiver"
        text="Nous photographions chaque tronçon avant la première neige, puis au dégel&nbsp;: les deux dates se comparent au même endroit."
        href={`${paths.quoteRequest.path}?service=pre-deneigement`}
      />
    </>
  );
}
