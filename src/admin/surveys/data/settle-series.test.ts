import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import { instantOf, settleSeries, type WallTime } from './settle-series';

const HOUR = 3_600_000;
const utcOf = (text: string) => Date.parse(`${text}Z`);
/** Makes the camera times of a drive with a picture every two seconds, whose clock is off by `offset`. */
const drive = (from: number, count: number, offset: (instant: number) => number): WallTime[] =>
  Array.from({ length: count }, (_, index) => from + index * 2000).map((instant) => ({
    wall: instant + offset(instant) * HOUR,
  }));
const settledInstants = (series: readonly WallTime[]) =>
  settleSeries(series).map(({ zone }, index) => instantOf(series[index]?.wall ?? 0, zone));
const sequence = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index * 2000);
const AUTUMN = utcOf('2025-11-02T06:00:00');
const SPRING = utcOf('2026-03-08T07:00:00');

describe('the times of a drive', () => {
  it('are Québec’s for lack of a zone, summer and winter, over midnight', () => {
    for (const [from, offset] of [
      [utcOf('2025-10-28T18:05:59'), -4],
      [utcOf('2025-12-04T04:59:50'), -5],
    ] as const) {
      const settled = settleSeries(drive(from, 10, () => offset));
      expect(settled.map(({ zone }) => zone)).toEqual(Array(10).fill('America/Toronto'));
      expect(settled.some(({ isDoubtful, isSkipped }) => isDoubtful || isSkipped)).toBe(false);
      expect(settledInstants(drive(from, 10, () => offset))).toEqual(sequence(from, 10));
    }
  });

  it('stay in the order of the files when clocks go back in the middle, and say which side is which', () => {
    const series = drive(AUTUMN - 8000, 10, (instant) => (instant < AUTUMN ? -4 : -5));
    expect(settledInstants(series)).toEqual(sequence(AUTUMN - 8000, 10));
    const settled = settleSeries(series);
    expect(settled.map(({ zone }) => zone)).toEqual([...Array(4).fill('-04:00'), ...Array(6).fill('-05:00')]);
    expect(settled.some(({ isDoubtful }) => isDoubtful)).toBe(false);
  });

  it('go on when a camera keeps the time of before, and the hour that does not exist is told', () => {
    const series = drive(SPRING - 8000, 10, () => -5);
    expect(settledInstants(series)).toEqual(sequence(SPRING - 8000, 10));
    const settled = settleSeries(series);
    expect(settled.map(({ isSkipped }) => isSkipped)).toEqual([
      ...Array(4).fill(false),
      ...Array(6).fill(true),
    ]);
    expect(settled[9]).toMatchObject({ zone: '-05:00', isOwn: false, isDoubtful: false });
    const far = drive(SPRING - 8000, 2400, () => -5);
    expect(settledInstants(far)).toEqual(sequence(SPRING - 8000, 2400));
  });

  it('follow a camera that sets its clock forward', () => {
    const series = drive(SPRING - 8000, 10, (instant) => (instant < SPRING ? -5 : -4));
    expect(settledInstants(series)).toEqual(sequence(SPRING - 8000, 10));
  });

  it('are a question within the hour that autumn repeats, and nowhere else of that night', () => {
    const within = settleSeries(drive(AUTUMN + HOUR / 2, 10, () => -5));
    expect(within.every(({ isDoubtful, zone }) => isDoubtful && zone === '-04:00')).toBe(true);
    const noon = settleSeries(drive(AUTUMN + 10 * HOUR, 10, () => -5));
    expect(noon.some(({ isDoubtful, isSkipped }) => isDoubtful || isSkipped)).toBe(false);
    expect(noon[0]?.zone).toBe('America/Toronto');
  });

  it('are those of the zone of the file, and of the pictures around it', () => {
    const utc = drive(utcOf('2025-10-28T18:05:59'), 10, () => 0);
    const series = utc.map((one, index) => ({ ...one, ...(index === 4 ? { zone: '+00:00' } : {}) }));
    expect(settledInstants(series)).toEqual(sequence(utcOf('2025-10-28T18:05:59'), 10));
    expect(settleSeries(series).filter(({ isOwn }) => isOwn)).toHaveLength(1);
  });

  it('are not those of a receiver that repeats its last time', () => {
    const series = Array.from({ length: 200 }, (_, index) => {
      const minutes = index / 5;
      const zone = minutes <= 10 ? '-04:00' : minutes >= 20 ? '-03:30' : undefined;
      const drift = (minutes - (minutes <= 10 ? 0 : 30)) * 60_000;
      return { wall: utcOf('2025-10-28T14:00:00') + minutes * 60_000, ...(zone ? { zone, drift } : {}) };
    });
    expect(new Set(settleSeries(series).map(({ zone }) => zone))).toEqual(new Set(['America/Toronto']));
  });

  it('join what an earlier import settled', () => {
    const series = drive(AUTUMN - 8000, 10, (instant) => (instant < AUTUMN ? -4 : -5)).map((one, index) =>
      index < 4 ? { ...one, settled: '-04:00' } : one,
    );
    expect(settledInstants(series)).toEqual(sequence(AUTUMN - 8000, 10));
  });

  it('of no picture are none', () => expect(settleSeries([])).toEqual([]));

  it('keep the order of any drive over a change, whatever its pace', () => {
    const random = randomOf(7);
    for (let run = proofSize(40, 10_000); run > 0; run--) {
      const change = random() < 0.5 ? AUTUMN : SPRING;
      const [before, after] = change === AUTUMN ? [-4, -5] : [-5, -4];
      const keeps = random() < 0.5;
      let instant = Math.round(change - random() * HOUR);
      const truth = Array.from({ length: 60 }, () => (instant += Math.round(1 + random() * 60_000)));
      const series = truth.map((one) => ({
        wall: one + (one < change || keeps ? before : after) * HOUR,
      }));
      const crosses = truth.some((one) => one < change) && truth.some((one) => one >= change);
      if (!crosses) continue;
      const settled = settleSeries(series);
      // In autumn a clock without a jump may have been right, or an hour ahead, so the screen asks.
      if (change === AUTUMN && keeps) expect(settled.some(({ isDoubtful }) => isDoubtful)).toBe(true);
      else expect({ run, read: settledInstants(series) }).toEqual({ run, read: truth });
    }
  });
});
