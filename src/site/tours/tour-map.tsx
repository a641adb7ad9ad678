import { placeKey } from '@contract/search-key';
import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useCallback, useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { type TourPlace, tourPlaces } from '@/site/data/tour-places';
import { SectionHeading } from '@/site/ui/section-heading';
import { TourMapDrawing } from './tour-map-drawing';

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

/** The places with tours: a map, and the same places in a list with links. Renders nothing when there is none. */
export function TourMap(choice: Choice) {
  const { data: places = [] } = useQuery(tourPlaces());
  return places.length === 0 ? null : <MapAndList places={places} {...choice} />;
}

type Choice = {
  /** A filter, shown above the list. */
  filter?: ReactNode;
  /** Returns the tours of a place that pass the filter; undefined when there is none. */
  narrow?: (place: TourPlace) => TourPlace | undefined;
};

function MapAndList({ places, filter, narrow }: { places: readonly TourPlace[] } & Choice) {
  const id = useId();
  const [active, setActive] = useState<TourPlace>();
  const shown = useMemo(
    () => (narrow ? places.flatMap((place) => narrow(place) ?? []) : places),
    [places, narrow],
  );
  const regions = useMemo(() => byRegion(shown), [shown]);
  const entryId = useCallback(
    ({ mrc, town }: TourPlace) => `${id}${mrc}${placeKey(town)}`.replaceAll(' ', '-'),
    [id],
  );

  return (
    <section
      id="carte"
      aria-labelledby="titre-carte"
      className="-scroll-mt-4 border-t border-line py-16 sm:py-20 print:py-4"
    >
      <div className="mx-auto max-w-7xl px-5 sm:px-8">
        <SectionHeading
          id="titre-carte"
          title="Carte des réalisations"
          lead={`${counted(toursOf(places), 'visite')} à explorer ici, dans ${counted(places.length, 'municipalité')} et ${counted(byRegion(places).length, 'région')} du Québec.`}
        />
        <div className="mt-10 grid grid-cols-1 gap-8 lg:grid-cols-[2fr_1fr] print:mt-3 print:grid-cols-1">
          <div className="print:hidden">
            <TourMapDrawing places={places} shown={shown} active={active} entryId={entryId} />
          </div>
          <div className="relative">
            {/* As tall as the map, whatever it holds. */}
            <div className="flex flex-col gap-4 lg:absolute lg:inset-0 print:static">
              {filter}
              {shown.length === 0 && <p role="status">Aucun lieu ne correspond à votre recherche.</p>}
              <ul
                aria-label="Lieux par région"
                className="min-h-0 flex-1 border-b border-line lg:overflow-y-auto lg:overscroll-contain print:columns-3 print:overflow-visible print:text-sm"
              >
                {regions.map(([region, towns]) => (
                  <li key={region} className="border-t border-line first:border-t-0">
                    <details open={shown.length <= ALL_OPEN} className="group">
                      <summary className="flex min-h-11 cursor-pointer print:min-h-0 items-center gap-3 py-2 font-display text-lg leading-snug font-semibold -outline-offset-2">
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
                            id={entryId(place)}
                            onPointerEnter={() => setActive(place)}
                            onPointerLeave={() => setActive(undefined)}
                            onFocus={() => setActive(place)}
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
        </div>
        <p className="mt-3 text-sm text-slate print:hidden">
          Limites des MRC&nbsp;: © Gouvernement du Québec, CC&nbsp;BY&nbsp;4.0. Municipalités&nbsp;: MAMH et
          GeoNames, CC&nbsp;BY&nbsp;4.0. Terres, lacs et rivières&nbsp;: Natural&nbsp;Earth.
        </p>
      </div>
    </section>
  );
}
