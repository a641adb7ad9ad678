import { queryOptions } from '@tanstack/react-query';
import type { EstimateData, ProjectKind } from '@/shared/estimate/estimate';
import { rpc } from '@/shared/lib/rest';
import { typographicName } from '@/shared/lib/text';

/** Options to read the prices behind an estimate; null while the studio keeps them private. */
export const publicEstimate = () =>
  queryOptions({
    queryKey: ['estimate'],
    queryFn: async (): Promise<EstimateData | null> => {
      const data = ((await rpc('public_estimate', {})) as EstimateData | null | undefined) ?? null;
      return (
        data && {
          ...data,
          // A kind that a newer database adds is no kind of this site.
          prices: data.prices.map((price) => ({ ...price, kinds: price.kinds as ProjectKind[] })),
          places: data.places.map((place) => ({ ...place, name: typographicName(place.name) })),
        }
      );
    },
    staleTime: 600_000,
  });
