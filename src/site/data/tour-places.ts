import { queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';
import { typographicName } from '@/shared/lib/text';

/** A town with published tours, and its newest ones. */
export type TourPlace = {
  town: string;
  /** The code of the boundary it lies in, or the first two digits of it for a city that belongs to no MRC. */
  mrc: string;
  mrc_name: string;
  region: string;
  latitude: number | null;
  longitude: number | null;
  count: number;
  tours: { slug: string; title: string; picture: string | null }[];
};

/** Options to read the towns with published tours, by region and MRC. Silent on failure: the map is left out. */
export const tourPlaces = () =>
  queryOptions({
    queryKey: ['tours', 'places'],
    queryFn: async () => {
      const places = ((await rpc('tour_places', {})) as TourPlace[] | undefined) ?? [];
      return places.map((place) => ({
        ...place,
        town: typographicName(place.town),
        mrc_name: typographicName(place.mrc_name),
      }));
    },
    staleTime: 600_000,
  });
