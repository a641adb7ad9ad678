import { describe, expect, it } from 'vitest';
import { RowHeights } from './row-heights';

describe('RowHeights', () => {
  it('says where rows begin and which row is at a place, as adding them up does', () => {
    const count = 1000;
    const heights = Array.from({ length: count }, (_, index) => 40 + ((index * 7919) % 101) / 2);
    const rows = new RowHeights(count, 57);
    for (const [index, height] of heights.entries()) if (index % 3 !== 0) rows.measure(index, height);
    let start = 0;
    for (const [index, height] of heights.entries()) {
      expect(rows.startOf(index)).toBeCloseTo(start, 6);
      expect(rows.at(start + 0.5)).toBe(index);
      start += index % 3 === 0 ? 57 : height;
    }
    expect(rows.total).toBeCloseTo(start, 6);
    expect(rows.at(start + 1000)).toBe(count - 1);
    expect(rows.at(-5)).toBe(0);
  });

  it('says whether a measure changes anything', () => {
    const rows = new RowHeights(3, 50);
    expect(rows.measure(1, 50)).toBe(false);
    expect(rows.measure(1, 80)).toBe(true);
    expect(rows.measure(1, 80)).toBe(false);
    expect(rows.total).toBe(180);
  });

  it('takes unknown rows to be as high as the known ones', () => {
    const rows = new RowHeights(10, 50);
    rows.measure(0, 200);
    rows.measure(1, 100);
    rows.assumeAverage();
    expect(rows.total).toBe(300 + 8 * 150);
    rows.forget();
    rows.measure(0, 60);
    rows.assumeAverage();
    expect(rows.total).toBe(600);
  });

  it('keeps what it knows when the list grows or shrinks', () => {
    const rows = new RowHeights(2, 50);
    rows.measure(1, 90);
    expect(new RowHeights(4, 10, rows).total).toBe(50 + 90 + 50 + 50);
    expect(new RowHeights(1, 10, rows).total).toBe(50);
    expect(new RowHeights(0, 10, rows).total).toBe(0);
  });
});
