import { expect, it } from 'vitest';
import { similarAmong } from './all-tours';
import type { PublicTour } from './tours';

const tour = (id: string, ...tags: string[]): PublicTour => ({
  id,
  title: id,
  slug: id,
  description: null,
  location: null,
  url: `https://visites.example/${id}`,
  image_url: null,
  panorama_url: null,
  virtual_tour_tags: tags.map((tag_id) => ({ tag_id })),
});

it('finds for the build what the browser would ask for: most tags in common, newest first, never itself', () => {
  const self = tour('self', 'a', 'b');
  const tours = [
    tour('one', 'a'),
    tour('other', 'c'),
    self,
    tour('two', 'b', 'a'),
    tour('late', 'b'),
    tour('last', 'a'),
  ];
  expect(similarAmong(tours, self).map(({ id }) => id)).toEqual(['two', 'one', 'late']);
});

it('finds nothing for a tour without a tag', () => {
  expect(similarAmong([tour('one', 'a'), tour('bare')], tour('self'))).toEqual([]);
});
