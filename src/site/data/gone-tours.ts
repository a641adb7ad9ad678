import { queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';

/** Slugs that were public and are no more → the present slug of the same tour, or null when it was withdrawn. */
export type GoneTours = Record<string, string | null>;

const readGoneTours = async (args: { of_slug?: string }) =>
  ((await rpc('gone_tours', args)) ?? {}) as GoneTours;

/**
 * Every tour whose address is gone, for the build.
 *
 * @throws the error of the data API, or of the network
 */
export const everyGoneTour = () => readGoneTours({});

/**
 * Reads the fate of a slug that is not public: the present slug of its tour, `null` when withdrawn, no entry when
 * unknown.
 */
export const goneTour = (slug: string) =>
  queryOptions({ queryKey: ['gone-tours', slug], queryFn: () => readGoneTours({ of_slug: slug }) });
