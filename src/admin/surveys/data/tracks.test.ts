import { describe, expect, it } from 'vitest';
import { areOfSameMinutes, joinedTrack, type SurveyTrack, tracksToChoose } from './tracks';

/** Makes a track of segments, each from one second to another. */
const track = (id: string, ...spans: [from: number, to: number][]): SurveyTrack => ({
  id,
  name: `${id}.gpx`,
  points: spans.flatMap(([from, to], segment) =>
    (from === to ? [from] : [from, to]).map((time) => ({ time, lat: 48, lon: -68, segment })),
  ),
});

describe('two tracks of a survey', () => {
  it.each([
    ['one after the other', [[0, 10]], [[20, 30]], false],
    ['one where the other ends', [[0, 10]], [[10, 30]], false],
    [
      'one in the hole of the other',
      [
        [0, 10],
        [40, 50],
      ],
      [[20, 30]],
      false,
    ],
    ['half a second apart', [[0, 10]], [[0.5, 10.5]], true],
    [
      'one within a segment of the other',
      [
        [0, 5],
        [10, 50],
      ],
      [
        [6, 7],
        [20, 30],
      ],
      true,
    ],
    ['a point alone within a segment', [[0, 10]], [[5, 5]], true],
  ] as [string, [number, number][], [number, number][], boolean][])(
    'are of the same minutes or not: %s',
    (_, one, other, expected) => {
      expect(areOfSameMinutes(track('a', ...one), track('b', ...other))).toBe(expected);
      expect(areOfSameMinutes(track('b', ...other), track('a', ...one))).toBe(expected);
    },
  );

  it('are asked about in groups: a third one joins those that it touches', () => {
    const [a, b, c, far] = [
      track('a', [0, 10]),
      track('b', [20, 30]),
      track('c', [5, 25]),
      track('d', [90, 99]),
    ];
    expect(tracksToChoose([a, b, far])).toEqual([]);
    expect(tracksToChoose([a, b, far, c]).map((group) => group.map(({ id }) => id))).toEqual([
      ['a', 'b', 'c'],
    ]);
  });

  it('are joined in the order of time, their segments apart', () => {
    const joined = joinedTrack([track('b', [20, 30]), track('a', [0, 10], [12, 14])]);
    expect(joined.map(({ time }) => time)).toEqual([0, 10, 12, 14, 20, 30]);
    expect(new Set(joined.map(({ segment }) => segment)).size).toBe(3);
  });
});
