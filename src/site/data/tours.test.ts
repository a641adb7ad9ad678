import { describe, expect, it } from 'vitest';
import { mostSimilar } from './tours';

const candidate = (id: string, ...tags: string[]) => ({ id, shared: tags.map((tag_id) => ({ tag_id })) });

describe('mostSimilar', () => {
  it('puts those that share the most tags first, and keeps the order among equals', () => {
    const candidates = [
      candidate('recent', 'a'),
      candidate('both', 'a', 'b'),
      candidate('older', 'b'),
      candidate('all', 'a', 'b', 'c'),
    ];
    expect(mostSimilar(candidates, 'x', 4)).toEqual(['all', 'both', 'recent', 'older']);
  });
  it('leaves out the tour itself and those that share nothing', () => {
    expect(mostSimilar([candidate('x', 'a', 'b'), candidate('none'), candidate('y', 'a')], 'x', 3)).toEqual([
      'y',
    ]);
  });
  it('gives no more than asked, and nothing of nothing', () => {
    const many = ['1', '2', '3', '4'].map((id) => candidate(id, 'a'));
    expect(mostSimilar(many, 'x', 3)).toEqual(['1', '2', '3']);
    expect(mostSimilar([], 'x', 3)).toEqual([]);
  });
  it('does not change what it was given', () => {
    const candidates = [candidate('a', '1'), candidate('b', '1', '2')];
    mostSimilar(candidates, 'x', 1);
    expect(candidates.map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
