import { expect, it } from 'vitest';
import { durationOf } from './confirmations.ts';

it('reads durations as Go writes them', () => {
  expect(['1s', '1m0s', '1h30m', '500ms', ''].map(durationOf)).toEqual([1000, 60_000, 5_400_000, 500, 0]);
});
