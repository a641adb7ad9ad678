import { queryOptions } from '@tanstack/react-query';
import { rpc } from '@/shared/lib/rest';
import { api } from '@/shared/lib/site-config';
import type { Position } from '@/shared/survey/track';
import type { DatedPair } from '@/shared/two-dates/dated-pictures';

/** A published picture of a place: `path` in the public bucket, `heading` the compass direction of its middle. */
type PublicPicture = Position & { heading: number; day: string | null; path: string };

/**
 * Two pictures of one place at two dates, as visitors get them; `turn` degrees correct the heading of the later
 * picture.
 */
export type PublicPair = {
  id: string;
  turn: number;
  sequence: number | null;
  number: number | null;
  before: PublicPicture;
  after: PublicPicture;
};

/** A published street, in the order in which it was driven. */
export type PublicStreet = {
  name: string;
  city: string | null;
  region: string | null;
  captured_on: string | null;
  compared_on: string | null;
  pairs: PublicPair[];
};

/** A published street in a list. */
export type ListedStreet = Pick<PublicStreet, 'name' | 'city' | 'captured_on' | 'compared_on'> & {
  slug: string;
};

/** Options to read the streets that one can drive at two dates. Silent on failure: the section is left out. */
export const publicStreets = () =>
  queryOptions({
    queryKey: ['streets', 'list'],
    queryFn: async () => ((await rpc('published_streets', {})) ?? []) as ListedStreet[],
    staleTime: 600_000,
  });

/** Options to read a street; `null` when there is none, or no more. */
export const publicStreet = (slug: string) =>
  queryOptions({
    queryKey: ['streets', slug],
    queryFn: async () => {
      const street = ((await rpc('published_street', { slug })) ?? null) as PublicStreet | null;
      return street && street.pairs.length > 0 ? street : null;
    },
    staleTime: 600_000,
  });

/** The address of a public picture of a survey. */
const streetPicture = (path: string) => `${api.url}/storage/v1/object/public/survey-public/${path}`;

/** The two pictures of a place as the viewer takes them. */
export const datedPair = ({ before, after, turn }: PublicPair, street: PublicStreet): DatedPair => ({
  before: {
    src: streetPicture(before.path),
    heading: before.heading,
    day: before.day ?? street.compared_on,
  },
  after: {
    src: streetPicture(after.path),
    heading: after.heading + turn,
    day: after.day ?? street.captured_on,
  },
});
