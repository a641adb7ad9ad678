import { tag, tour } from '@tests/tour-rows';
import { describe, expect, it } from 'vitest';
import { tagsOf, tourEntries } from './tour-entries';

const tags = [tag('nature'), tag('patrimoine'), tag('hiver')];

describe('tourEntries', () => {
  it('gives the same entry for the same tour and tags, so that its card is not rendered again', () => {
    const known = tour('phare', {}, ['patrimoine']);
    const [first] = tourEntries([known], tags);
    expect(first?.tags).toEqual([tags[1]]);
    expect(tourEntries([tour('nouvelle'), known], tags)[1]).toBe(first);
    // A new list of tags may have other names or another order.
    expect(tourEntries([known], [...tags])[0]).not.toBe(first);
  });
});

describe('tagsOf', () => {
  it('follows the order of the tag list and drops unknown tags', () => {
    const linked = tour('x', {}, ['hiver', 'disparu', 'nature']);
    expect(tagsOf(linked, tags).map((one) => one.id)).toEqual(['nature', 'hiver']);
  });
});
