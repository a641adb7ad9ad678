import { type Entry, photo, position } from '@tests/photo-files';
import { describe, expect, it } from 'vitest';
import { readPhotoFacts } from './photo-facts';

describe('what a camera noted', () => {
  it('is its position, and the day on its own clock whatever the time zone', async () => {
    const gps = position([48, 26, 51.572], [68, 31, 24.802]);
    const facts = await readPhotoFacts(photo({ date: '2025:10:28 23:59:59', gps }));
    expect(facts.day).toBe('2025-10-28');
    expect(facts.position?.latitude).toBeCloseTo(48.44766, 4);
    expect(facts.position?.longitude).toBeCloseTo(-68.52356, 4);
  });

  it.each([
    ['a clock that was never set', '1970:01:01 00:00:00'],
    ['a clock of another century', '1999:12:31 23:59:59'],
    ['a clock that is ahead', '2999:01:01 00:00:00'],
    ['no day of the calendar', '2025:02:30 10:00:00'],
    ['zeros', '0000:00:00 00:00:00'],
    ['a text', '<script>alert(1)</script>'],
  ])('is no day: %s', async (_what, date) => {
    expect(await readPhotoFacts(photo({ date }))).toEqual({});
  });

  it.each([
    ['zeros, of a camera without satellites', position([0, 0, 0], [0, 0, 0])],
    ['no angle of the Earth', position([480, 0, 0], [680, 0, 0])],
    ['half of one', position([48, 26, 51], [68, 31, 24]).slice(0, 2)],
    [
      'a division by zero',
      position([48, 0, 0], [68, 0, 0]).map(
        ([tag, type, count, value]): Entry => [tag, type, count, type === 5 ? value.map(() => 0) : value],
      ),
    ],
  ])('is no position: %s', async (_what, gps) => {
    expect((await readPhotoFacts(photo({ gps }))).position).toBeUndefined();
  });

  it('is nothing in a file that says nothing, is cut, or is no picture', async () => {
    const whole = photo({ date: '2025:10:28 10:00:00' });
    for (const file of [new Blob([]), new Blob(['<html>']), whole.slice(0, 20), whole.slice(0, 60)])
      expect(await readPhotoFacts(file)).toEqual({});
  });
});
