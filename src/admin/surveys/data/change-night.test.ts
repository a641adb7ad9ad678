import { expect, it } from 'vitest';
import { changeNightOf } from './change-night';

const HOUR = 3_600_000;
const START = Date.parse('2025-11-02T06:30:00Z');
const pictureTimes = Array.from({ length: 10 }, (_, index) => START + index * 2000);
const pictures = pictureTimes.map((instant, index) => ({
  file: `R${index + 1}.JPG`,
  time: { wall: instant - 5 * HOUR, settled: '-04:00' },
}));
const track = pictureTimes.map((time) => ({ time, lat: 48, lon: -68, segment: 0 }));

it('a drive within the repeated hour is asked about, and its track says which hour it is', () => {
  const night = changeNightOf(pictures, track);
  expect(night).toMatchObject({ zone: '-04:00', isOtherOnTrack: true, skipped: [] });
  expect(night.doubtful).toHaveLength(10);
  expect(night.otherSide).toEqual([{ from: 'R1.JPG', offset_ms: -HOUR }]);
  expect(changeNightOf(pictures, []).isOtherOnTrack).toBe(false);
});

it('the parts of a drive leave out what is no question', () => {
  const more = [...pictures, { file: 'R11.JPG', time: { wall: START + 6 * HOUR, settled: '-05:00' } }];
  expect(changeNightOf(more, track).otherSide).toEqual([
    { from: 'R1.JPG', offset_ms: -HOUR },
    { from: 'R11.JPG', offset_ms: 0 },
  ]);
});

it('an hour that does not exist is told', () => {
  const spring = Date.parse('2026-03-08T01:59:50Z');
  const drive = pictureTimes.map((_, index) => ({
    file: `R${index}.JPG`,
    time: { wall: spring + index * 2000 },
  }));
  expect(changeNightOf(drive, []).skipped).toHaveLength(5);
  expect(changeNightOf([], [])).toMatchObject({ doubtful: [], skipped: [], otherSide: [] });
});
