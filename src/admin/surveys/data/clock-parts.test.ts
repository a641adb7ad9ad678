import { expect, it } from 'vitest';
import { partOffset, withPart } from './clock-parts';

it('a part holds from its picture to the next part, as a camera counts', () => {
  const parts = withPart(withPart([], { from: 'R10.JPG', offset_ms: 0 }), {
    from: 'R5.JPG',
    offset_ms: 3600,
  });
  expect(['R4.JPG', 'R5.JPG', 'R9.JPG', 'R10.JPG', 'R11.JPG'].map((file) => partOffset(parts, file))).toEqual(
    [0, 3600, 3600, 0, 0],
  );
  expect(withPart(parts, { from: 'R5.JPG', offset_ms: 1 })).toEqual([
    { from: 'R5.JPG', offset_ms: 1 },
    { from: 'R10.JPG', offset_ms: 0 },
  ]);
});
