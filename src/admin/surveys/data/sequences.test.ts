import { describe, expect, it } from 'vitest';
import { cutDrive, type PlacedPicture } from './sequences';

/** Makes one picture a second at these metres north; `undefined` for an unknown place. */
const drive = (...metres: (number | undefined)[]): PlacedPicture[] =>
  metres.map((north, index) => ({
    id: String(index),
    time: index * 1000,
    position: north === undefined ? undefined : { lat: 48 + north / 111195, lon: -68 },
  }));

const leftOutReasons = (pictures: PlacedPicture[]) => Object.fromEntries(cutDrive(pictures).leftOut);

describe('a drive', () => {
  it('is one sequence while the vehicle goes on', () => {
    expect(cutDrive(drive(0, 8, 16, 24))).toEqual({
      sequences: [['0', '1', '2', '3']],
      leftOut: new Map(),
    });
  });

  it('leaves out what has no place, and two pictures of the same place', () => {
    expect(leftOutReasons(drive(0, undefined, 8, 8.5, 16))).toEqual({ 1: 'no-position', 3: 'double' });
  });

  it('keeps the first picture of a parked vehicle', () => {
    const parked = Array.from({ length: 30 }, (_, index) => 10 + (index % 3) * 0.4);
    const { sequences, leftOut } = cutDrive(drive(0, ...parked, 20, 30));
    expect(sequences).toEqual([['0', '1', '31', '32']]);
    expect([...leftOut.values()].every((reason) => reason === 'parked')).toBe(true);
    expect(leftOut.size).toBe(29);
  });

  it('does not take a slow vehicle for a parked one', () => {
    expect(cutDrive(drive(...Array.from({ length: 60 }, (_, index) => index * 1.6))).leftOut.size).toBe(0);
  });

  it('is cut after a gap, and after a pause', () => {
    const pictures = drive(0, 8, 100, 108, 116);
    expect(cutDrive(pictures).sequences).toEqual([
      ['0', '1'],
      ['2', '3', '4'],
    ]);
    const late = drive(0, 8, 16).map((picture, index) => ({ ...picture, time: index < 2 ? index : 200_000 }));
    expect(cutDrive(late).sequences).toEqual([['0', '1'], ['2']]);
  });

  it('of nothing is nothing', () => {
    expect(cutDrive([])).toEqual({ sequences: [], leftOut: new Map() });
  });
});
