import { tour } from '@tests/tour-rows';
import { expect, it } from 'vitest';
import { similarAmong } from './all-tours';

it('finds what the browser would read: most tags in common, newest first, never the tour itself', () => {
  const self = tour('self', {}, ['a', 'b']);
  const tours = [
    tour('one', {}, ['a']),
    tour('other', {}, ['c']),
    self,
    tour('two', {}, ['b', 'a']),
    tour('oldest', {}, ['b']),
    tour('last', {}, ['a']),
  ];
  expect(similarAmong(tours, self).map(({ id }) => id)).toEqual(['two', 'one', 'oldest']);
});

it('finds nothing for a tour without a tag', () => {
  expect(similarAmong([tour('one', {}, ['a']), tour('bare')], tour('self'))).toEqual([]);
});
