import type { CSSProperties } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '@/shared/lib/numbers';
import { paths } from '@/shared/lib/paths';
import { smallPictureSrc } from '@/shared/lib/text';
import { AzimuthRing } from '@/shared/ui/azimuth-ring';
import type { PlaceGroup } from './tour-map-points';

type CardTour = PlaceGroup['places'][number]['tours'][number];

function Thumbnail({ picture, className }: { picture: CardTour['picture']; className: string }) {
  return (
    <span className={`relative block shrink-0 overflow-hidden bg-lake ${className}`}>
      {picture ? (
        <img
          src={smallPictureSrc(picture) ?? picture}
          alt=""
          loading="lazy"
          decoding="async"
          className="absolute inset-0 size-full object-cover"
        />
      ) : (
        <AzimuthRing className="absolute inset-0 m-auto size-8 text-white/70" />
      )}
    </span>
  );
}

/** Beside its point where the map is wide enough, under the map on a phone. */
const POSITION_CLASS = 'absolute z-20 @max-md:inset-x-5 @max-md:top-full @max-md:mt-2 @md:w-64';

/** Returns the side of the point on which the card has more room. */
function sideOf({ x, y }: PlaceGroup): string {
  const across = x < 0.5 ? '@md:left-[calc(var(--x)+0.75rem)]' : '@md:right-[calc(100%-var(--x)+0.75rem)]';
  const down = y < 0.5 ? '@md:top-[calc(var(--y)-1rem)]' : '@md:bottom-[calc(100%-var(--y)-1rem)]';
  return `${across} ${down}`;
}

/** The tours of a point of the map: one as a picture under which it is named, several as a list. */
export function TourMapCard({ group }: { group: PlaceGroup }) {
  const tours = group.places.flatMap((place) => place.tours.map((tour) => ({ ...tour, place })));
  const [first] = tours;
  return (
    <div
      style={{ '--x': `${group.x * 100}%`, '--y': `${group.y * 100}%` } as CSSProperties}
      className={`${POSITION_CLASS} ${sideOf(group)} max-h-80 overflow-y-auto overscroll-contain rounded-xl border border-line bg-paper text-sm shadow-xl`}
    >
      {tours.length === 1 && first ? (
        // The point itself is the link for the keyboard.
        <Link to={paths.tour.href(first.slug)} tabIndex={-1} className="group block">
          <Thumbnail picture={first.picture} className="aspect-[800/433] w-full" />
          <span className="block px-3.5 py-2.5">
            <span className="block font-semibold underline-offset-4 group-hover:underline wrap-anywhere">
              {first.title}
            </span>
            <span className="block text-slate">{first.place.town}</span>
          </span>
        </Link>
      ) : (
        <ul className="divide-y divide-line">
          {tours.map(({ slug, title, picture, place }) => (
            <li key={slug}>
              <Link
                to={paths.tour.href(slug)}
                className="group flex items-center gap-3 p-2 -outline-offset-2"
              >
                <Thumbnail picture={picture} className="h-11 w-16 rounded-md" />
                <span className="min-w-0">
                  <span className="block font-semibold leading-snug underline-offset-4 group-hover:underline wrap-anywhere">
                    {title}
                  </span>
                  <span className="block text-slate">{place.town}</span>
                </span>
              </Link>
            </li>
          ))}
          {group.places
            .filter(({ count, tours: shown }) => count > shown.length)
            .map(({ town, count }) => (
              <li key={town}>
                <Link
                  to={`${paths.portfolio.href()}?q=${encodeURIComponent(town)}`}
                  className="block p-3 font-semibold text-spruce underline underline-offset-4 -outline-offset-2"
                >
                  {town}&nbsp;: voir les {counted(count, 'visite')}
                </Link>
              </li>
            ))}
        </ul>
      )}
    </div>
  );
}
