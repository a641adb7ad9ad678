import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { type TourPlace, tourPlaces } from '@/site/data/tour-places';
import { places as namedPlaces } from '@/site/ui/places';
import { SectionHeading } from '@/site/ui/section-heading';
import { whenNear } from '@/site/ui/when-near';

/** Number of places above which the regions are closed at first. */
const ALL_OPEN = 30;

/** Groups the places by region, in their given order. */
function byRegion(places: readonly TourPlace[]): [region: string, places: TourPlace[]][] {
  const regions = new Map<string, TourPlace[]>();
  for (const place of places) regions.set(place.region, [...(regions.get(place.region) ?? []), place]);
  return [...regions];
}

const toursOf = (places: readonly TourPlace[]) => places.reduce((sum, { count }) => sum + count, 0);

/** A town of the list, with links to its tours. */
function Town({ place }: { place: TourPlace }) {
  const { town, mrc_name, tours, count } = place;
  return (
    <>
      <p className="font-semibold wrap-anywhere">
        {town}
        {mrc_name !== town && <span className="font-normal text-slate">, {mrc_name}</span>}
      </p>
      <ul>
        {tours.map(({ slug, title }) => (
          <li key={slug}>
            <Link
              to={paths.tour.href(slug)}
              className="inline-flex min-h-6 items-center text-spruce underline underline-offset-4 wrap-anywhere"
            >
              {title}
            </Link>
          </li>
        ))}
        {count > tours.length && (
          <li>
            <Link
              to={`${paths.portfolio.href()}?q=${encodeURIComponent(town)}`}
              className="inline-flex min-h-6 items-center text-spruce underline underline-offset-4"
            >
              Voir les {count} visites
            </Link>
          </li>
        )}
      </ul>
    </>
  );
}

type Drawing = typeof import('./tour-map-drawing').TourMapDrawing;

/** Loads the drawing when it comes near the screen: ten kilobytes that few visitors need at once. */
function useDrawing(frame: string) {
  const [state, setState] = useState<{ Drawing?: Drawing; failed?: boolean }>({});
  useEffect(() => {
    whenNear(frame)
      .then(() => import('./tour-map-drawing'))
      .then(
        ({ TourMapDrawing }) => setState({ Drawing: TourMapDrawing }),
        () => setState({ failed: true }),
      );
  }, [frame]);
  return state;
}

/** The places with tours: a map, and the same places in a list with links. Renders nothing when there is none. */
export function TourMap() {
  const { data: places = [] } = useQuery(tourPlaces());
  return places.length === 0 ? null : <MapAndList places={places} />;
}

function MapAndList({ places }: { places: readonly TourPlace[] }) {
  const frame = useId();
  const { Drawing, failed } = useDrawing(frame);
  const [active, setActive] = useState<string>();
  const list = useRef<HTMLUListElement>(null);
  const regions = useMemo(() => byRegion(places), [places]);

  const choose = useCallback((mrc: string) => {
    const entry = list.current?.querySelector<HTMLElement>(`[data-mrc="${CSS.escape(mrc)}"]`);
    const region = entry?.closest('details');
    if (region) region.open = true;
    entry?.querySelector('a')?.focus();
  }, []);

  return (
    <section
      id="carte"
      aria-labelledby="titre-carte"
      className="-scroll-mt-4 border-t border-line py-16 sm:py-20 print:py-4"
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-carte"
          place={namedPlaces.chibougamau}
          title="Carte des réalisations"
          lead={`${counted(toursOf(places), 'visite')} à explorer ici, dans ${counted(places.length, 'municipalité')} et ${counted(regions.length, 'région')} du Québec.`}
        />
        <div className="mt-10 grid grid-cols-1 items-start gap-8 lg:grid-cols-[7fr_5fr] lg:gap-12 print:mt-3 print:grid-cols-1">
          <figure
            className={`lg:sticky lg:top-24 noscript:hidden ${Drawing ? 'print:max-w-md' : 'print:hidden'}`}
          >
            <div
              id={frame}
              className="flex aspect-[1466/676] items-center justify-center overflow-hidden rounded-2xl bg-mist print:flex!"
            >
              {Drawing ? (
                <Drawing places={places} active={active} onChoose={choose} />
              ) : (
                failed && <p className="px-6 text-center text-slate">La carte n’a pas pu être chargée.</p>
              )}
            </div>
            <figcaption className="mt-2 text-sm text-slate">
              Limites des MRC&nbsp;: © Gouvernement du Québec, CC&nbsp;BY&nbsp;4.0. Municipalités&nbsp;: MAMH
              et GeoNames, CC&nbsp;BY&nbsp;4.0.
            </figcaption>
          </figure>
          <ul ref={list} className="border-b border-line print:columns-3 print:text-sm">
            {regions.map(([region, towns]) => (
              <li key={region} className="border-t border-line">
                <details open={places.length <= ALL_OPEN} className="group">
                  <summary className="flex min-h-11 cursor-pointer print:min-h-0 items-center gap-3 py-2 font-display text-lg leading-snug font-semibold">
                    <span className="min-w-0 flex-1">{region}</span>
                    <span className="shrink-0 font-sans text-sm font-normal text-slate">
                      {counted(toursOf(towns), 'visite')}
                    </span>
                    <ChevronDown
                      aria-hidden="true"
                      className="size-4 shrink-0 text-slate transition-transform group-open:rotate-180 print:hidden"
                    />
                  </summary>
                  <ul className="space-y-3 pb-4">
                    {towns.map((place) => (
                      <li
                        key={place.town + place.mrc}
                        data-mrc={place.mrc}
                        onPointerEnter={() => setActive(place.mrc)}
                        onPointerLeave={() => setActive(undefined)}
                        onFocus={() => setActive(place.mrc)}
                        onBlur={() => setActive(undefined)}
                      >
                        <Town place={place} />
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </section>
  );
}
