import { queryOptions } from '@tanstack/react-query';
import type { EstimateData, ProjectKind } from '@/shared/estimate/estimate';
import { rpc } from '@/shared/lib/rest';

/** A name of the register as a text writes it: « L’Érable ». */
const asWritten = (name: string) => name.replaceAll("'", '’');

/** Options to read what an estimate is computed from; null while the studio keeps its prices to itself. */
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
          places: data.places.map((place) => ({ ...place, name: asWritten(place.name) })),
        }
      );
    },
    staleTime: 600_000,
  });
