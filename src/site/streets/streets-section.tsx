import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { paths } from '@/shared/lib/paths';
import { type DatedPair, dayOf, sideNames } from '@/shared/two-dates/dated-pictures';
import { buttonClass } from '@/shared/ui/button';
import { Spinner } from '@/shared/ui/spinner';
import { datedPair, type ListedStreet, publicStreet, publicStreets } from '@/site/data/streets';
import { withQueries } from '@/site/lib/with-queries';

const loadDrive = () => import('./street-drive');
const StreetDrive = lazy(async () => ({ default: (await loadDrive()).StreetDrive }));

/** A street that one drives at two dates, and the others; nothing while there is none, or when they cannot be read. */
export const StreetsSection = withQueries(function StreetsSection() {
  const streets = useQuery(publicStreets());
  const [first, ...others] = streets.data ?? [];
  if (!first) return null;
  return (
    <section aria-labelledby="titre-rues" className="bg-mist py-16 sm:py-20">
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <h2 id="titre-rues" className="text-3xl font-bold sm:text-4xl">
          Une rue, deux dates
        </h2>
        <p className="mt-3 mb-6 max-w-3xl text-lg text-slate">
          Avant la neige, puis au dégel&nbsp;: avancez dans la rue et comparez les deux dates au même endroit,
          dans la même direction.
        </p>
        <FirstStreet listed={first} />
        {others.length > 0 && (
          <ul className="mt-6 flex flex-wrap gap-x-6 gap-y-2">
            {others.map(({ slug, name, city }) => (
              <li key={slug}>
                <a
                  href={paths.street.href(slug)}
                  className="inline-block min-h-8 font-semibold text-spruce underline underline-offset-4"
                >
                  {name}
                  {city && `, ${city}`}
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
});

/** The newest street: a still picture of both dates, and the drive once it is asked for. */
function FirstStreet({ listed: { slug, name, city } }: { listed: ListedStreet }) {
  const street = useQuery(publicStreet(slug));
  const [isDriving, setIsDriving] = useState(false);
  const [pair] = street.data?.pairs ?? [];
  if (!street.data || !pair) return null;
  if (isDriving)
    return (
      <Suspense fallback={<Spinner label="Chargement de la rue…" />}>
        <StreetDrive street={street.data} slug={slug} keepsAddress={false} />
      </Suspense>
    );
  return (
    <div className="overflow-clip rounded-2xl bg-paper shadow-sm">
      <StillHalves pair={datedPair(pair, street.data)} place={name} />
      <div className="flex flex-wrap items-center justify-between gap-4 p-5">
        <p>
          <strong className="block text-xl">{name}</strong>
          {city && <span className="text-slate">{city}</span>}
        </p>
        <div className="flex flex-wrap items-center gap-4">
          <button
            type="button"
            onPointerEnter={() => void loadDrive().catch(() => {})}
            onClick={() => setIsDriving(true)}
            className={buttonClass({ className: 'noscript:hidden' })}
          >
            Parcourir cette rue
          </button>
          <a
            href={paths.street.href(slug)}
            className="inline-flex min-h-11 items-center font-semibold text-spruce underline underline-offset-4"
          >
            La page de cette rue
          </a>
        </div>
      </div>
    </div>
  );
}

/** The two dates of a place beside one another, as flat pictures cut to the horizon. */
function StillHalves({ pair, place }: { pair: DatedPair; place: string }) {
  return (
    <div className="grid grid-cols-1 gap-1 bg-ink sm:grid-cols-2">
      {(['before', 'after'] as const).map((side) => (
        <figure key={side} className="relative overflow-clip">
          <img
            src={pair[side].src}
            alt={`${place}, ${dayOf(pair[side])}`}
            width={2048}
            height={1024}
            loading="lazy"
            decoding="async"
            // Close to what one sees ahead: the whole of a flat panorama bends the street.
            className="aspect-[16/9] w-full origin-[50%_55%] scale-[1.9] object-cover"
          />
          <figcaption className="absolute top-3 left-3 rounded-full bg-ink/85 px-4 py-1.5 font-semibold text-white">
            {sideNames[side]} · {dayOf(pair[side])}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}
