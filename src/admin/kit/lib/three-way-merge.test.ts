import { describe, expect, it } from 'vitest';
import { mergeByField } from './three-way-merge';

const base = { title: 'Fjord', place: '', status: 'draft', tags: ['a', 'b'], from: '1', to: '2' };

describe('mergeByField', () => {
  it('keeps what I changed, and takes theirs of what I never touched', () => {
    const mine = { ...base, place: 'Percé' };
    const theirs = { ...base, title: 'Leur fjord', status: 'published' };
    expect(mergeByField(base, mine, theirs)).toEqual({
      merged: { ...theirs, place: 'Percé' },
      clashes: [],
      changedByThem: ['title', 'status'],
    });
  });

  it('gives theirs when I changed nothing, and mine when they did not', () => {
    const other = { ...base, title: 'X', tags: ['c'] };
    expect(mergeByField(base, base, other)).toMatchObject({ merged: other, clashes: [] });
    expect(mergeByField(base, other, base)).toMatchObject({
      merged: other,
      clashes: [],
      changedByThem: [],
    });
  });

  it('names a field that both changed, unless to the same value', () => {
    const mine = { ...base, title: 'Mien', status: 'published' };
    const theirs = { ...base, title: 'Leur', status: 'published' };
    expect(mergeByField(base, mine, theirs)).toMatchObject({
      merged: { title: 'Mien', status: 'published' },
      clashes: [['title']],
    });
  });

  it('adds and takes out of a list on both sides, whatever its order', () => {
    const mine = { ...base, tags: ['b', 'c'] };
    const theirs = { ...base, tags: ['b', 'a', 'd'] };
    expect(mergeByField(base, mine, theirs)).toMatchObject({
      merged: { tags: ['b', 'd', 'c'] },
      clashes: [],
    });
    expect(mergeByField(base, { ...base, tags: ['b', 'a'] }, theirs)).toMatchObject({
      merged: { tags: ['b', 'a', 'd'] },
    });
  });

  it('moves fields that go together as one', () => {
    const together = [['from', 'to']] as const;
    const mine = { ...base, to: '3' };
    expect(mergeByField(base, mine, { ...base, title: 'X' }, together)).toMatchObject({
      merged: { title: 'X', from: '1', to: '3' },
      clashes: [],
    });
    expect(mergeByField(base, mine, { ...base, from: '5', to: '6' }, together)).toMatchObject({
      merged: { from: '1', to: '3' },
      clashes: [['from', 'to']],
    });
  });
});
