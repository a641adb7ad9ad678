import { placeKey, searchKey } from '@contract/search-key';
import { useCallback, useDeferredValue, useMemo } from 'react';
import type { Tag } from '@/shared/data/tags';
import type { TourPlace } from '@/site/data/tour-places';
import type { PublicTour } from '@/site/data/tours';
import { tourEntries } from '@/site/tours/tour-entries';
import { TourMap } from '@/site/tours/tour-map';
import { PortfolioFilterFields } from './portfolio-filter-fields';
import { chosenTags, filterEntries, usePortfolioFilters } from './portfolio-filters';

/** Tells whether a tour lies in a town: its location names the town, then the region (« Saint-Donat, Lanaudière »). */
function isIn({ town, region }: TourPlace, { location }: PublicTour): boolean {
  const [first = '', second = ''] = (location ?? '').split(',').map(placeKey);
  return first === placeKey(town) && (second === '' || second === placeKey(region));
}

/** Returns the given tours of a place, in the place's order (newest first); `undefined` when there is none. */
function placeAmong(place: TourPlace, tours: readonly PublicTour[]): TourPlace | undefined {
  const own = tours.filter((tour) => isIn(place, tour));
  if (own.length === 0) return undefined;
  const listed = own.slice(0, 3).map(({ slug, title, image_url }) => ({ slug, title, picture: image_url }));
  return { ...place, count: own.length, tours: listed };
}

/** The map under the cards, with their filter beside it: what is typed or pressed in one is so in the other. */
export function PortfolioMap({ tours, tags }: { tours: readonly PublicTour[]; tags: readonly Tag[] }) {
  const filters = usePortfolioFilters();
  const text = useDeferredValue(filters.text);
  const slugs = filters.slugs.join('\n');
  const chosen = useMemo(() => chosenTags(tags, slugs.split('\n')), [tags, slugs]);
  const isFiltered = searchKey(text) !== '' || chosen.size > 0;
  const found = useMemo(
    () => filterEntries(tourEntries(tours, tags), text, chosen).map(({ tour }) => tour),
    [tours, tags, text, chosen],
  );
  const narrow = useCallback((place: TourPlace) => placeAmong(place, found), [found]);
  return (
    <TourMap
      narrow={isFiltered ? narrow : undefined}
      filter={
        <PortfolioFilterFields
          compact
          label="Filtrer la carte"
          searchLabel="Rechercher sur la carte"
          text={filters.text}
          tags={tags}
          chosen={chosen}
          onText={filters.setText}
          onToggle={filters.toggleTag}
        />
      }
    />
  );
}
