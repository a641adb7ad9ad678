import { demoDrive } from '@tests/demo-street';
import { describe, expect, it } from 'vitest';
import { fitClockOffset } from './clock-offset';
import { surveyArea, withPlausiblePlaces } from './plausible-places';

const { track, pictures, offset } = demoDrive('A');
const drive = pictures.map(({ cameraTime, cameraPosition }) => ({
  cameraTime,
  cameraPosition: cameraPosition ?? null,
}));
const driveThrough = (place: (index: number) => { lat: number; lon: number }) =>
  drive.map((picture, index) => ({ ...picture, cameraPosition: place(index) }));
const placedCount = (those: typeof drive) => those.filter(({ cameraPosition }) => cameraPosition).length;
const rimouski = { lat: 48.4489, lon: -68.5243 };

describe('the place of a picture', () => {
  it.each([
    ['its track', surveyArea(track, undefined)],
    ['its town', surveyArea([], rimouski)],
    ['Québec', surveyArea([], undefined)],
  ])('is one of the survey near %s, and none without its sign or with its numbers swapped', (_, area) => {
    expect(withPlausiblePlaces(drive, area)).toEqual({ pictures: drive, far: 0, frozen: 0 });
    for (const wrong of [
      driveThrough((index) => ({ lat: 48.44 + index / 1e4, lon: 68.52 })),
      driveThrough((index) => ({ lat: -48.44 + index / 1e4, lon: -68.52 })),
      driveThrough((index) => ({ lat: -68.52 + index / 1e4, lon: 48.44 })),
    ]) {
      const checked = withPlausiblePlaces(wrong, area);
      expect([checked.far, placedCount(checked.pictures)]).toEqual([10, 0]);
    }
  });

  it('is not that of another town', () => {
    const montreal = driveThrough((index) => ({ lat: 45.5 + index / 1e4, lon: -73.57 }));
    expect(withPlausiblePlaces(montreal, surveyArea([], rimouski)).far).toBe(10);
    expect(withPlausiblePlaces(montreal, surveyArea(track, undefined)).far).toBe(10);
  });

  it('is none when the camera wrote the same one everywhere, and the first of those that it repeats', () => {
    const still = withPlausiblePlaces(
      driveThrough(() => ({ lat: 48.4474, lon: -68.5231 })),
      () => true,
    );
    expect([still.frozen, placedCount(still.pictures)]).toEqual([10, 0]);
    const slow = withPlausiblePlaces(
      driveThrough((index) => ({ lat: 48.4474 + Math.floor(index / 5) / 1e4, lon: -68.5231 })),
      () => true,
    );
    expect([slow.frozen, placedCount(slow.pictures)]).toEqual([8, 2]);
  });
});

describe('places that agree with nothing', () => {
  const asTimed = (those: typeof drive) =>
    those.map(({ cameraTime, cameraPosition }) => ({ cameraTime, position: cameraPosition ?? undefined }));

  it('are no basis of the clock, and the cap of their cost is no error', () => {
    const aside = driveThrough((index) => ({ lat: 48.46 + index / 1e4, lon: -68.53 }));
    const found = fitClockOffset(asTimed(aside), track);
    expect(found?.basis).not.toBe('camera');
    expect(found?.error ?? 0).toBeLessThan(10);
  });

  it('do not count against those of the other pictures', () => {
    const mixed = driveThrough((index) =>
      index < 3 ? { lat: 48.46, lon: -68.53 } : (drive[index]?.cameraPosition ?? rimouski),
    );
    const found = fitClockOffset(asTimed(mixed), track);
    expect(found?.basis).toBe('camera');
    expect(Math.abs((found?.offset ?? 0) - offset)).toBeLessThan(500);
    expect(found?.error).toBeLessThan(2);
  });
});
