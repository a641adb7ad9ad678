import { demoDrive } from '@tests/demo-street';
import { describe, expect, it } from 'vitest';
import { distance, passageAt } from '@/shared/survey/track';
import { fitClockOffset } from './clock-offset';

const asTimed = ({ pictures }: ReturnType<typeof demoDrive>) =>
  pictures.map(({ cameraTime, cameraPosition }) => ({ cameraTime, position: cameraPosition }));

describe('the offset of a camera’s clock on the demo street', () => {
  const [before, after] = [demoDrive('A'), demoDrive('B')];

  it('is found by the places of the camera, within 0.3 s of 47 s', () => {
    const found = fitClockOffset(asTimed(before), before.track);
    expect(found).toMatchObject({ basis: 'camera', isSure: true });
    expect(Math.abs((found?.offset ?? 0) - before.offset)).toBeLessThan(300);
  });

  it('is found by an earlier survey, within 0.3 s of -192 s', () => {
    const earlier = before.pictures.map(({ position }) => position);
    const found = fitClockOffset(asTimed(after), after.track, earlier);
    expect(found?.basis).toBe('earlier');
    expect(Math.abs((found?.offset ?? 0) - after.offset)).toBeLessThan(300);
  });

  it.each([
    ['A', before, []],
    ['B', after, before.pictures.map(({ position }) => position)],
  ] as const)('puts the pictures of %s where they were, half within a metre', (id, drive, earlier) => {
    const offset = fitClockOffset(asTimed(drive), drive.track, earlier)?.offset ?? 0;
    const errors = drive.pictures
      .map(({ cameraTime, position }) => {
        const passage = passageAt(drive.track, cameraTime - offset);
        return passage ? distance(passage, position) : Number.POSITIVE_INFINITY;
      })
      .sort((a, b) => a - b);
    const median = ((errors[4] ?? 0) + (errors[5] ?? 0)) / 2;
    const worst = errors.at(-1) ?? 0;
    process.stdout.write(
      `Demo street ${id}: offset ${offset} ms, error median ${median.toFixed(2)} m, worst ${worst.toFixed(2)} m\n`,
    );
    expect(median).toBeLessThan(1);
    expect(worst).toBeLessThan(2);
  });

  it('says when it is not sure: equal distances at a steady speed fit anywhere', () => {
    const found = fitClockOffset(
      after.pictures.map(({ cameraTime }) => ({ cameraTime })),
      after.track,
    );
    expect(found).toMatchObject({ basis: 'spacing', isSure: false });
  });
});

describe('what cannot be fitted', () => {
  const { track } = demoDrive('A');

  it.each([
    ['no picture', [], track],
    ['no track', [{ cameraTime: track[3]?.time ?? 0 }], []],
    ['a clock of 1970', [{ cameraTime: 0 }, { cameraTime: 1000 }, { cameraTime: 2000 }], track],
    ['no time at all', [{ cameraTime: Number.NaN }], track],
  ])('has no offset: %s', (_, pictures, points) => {
    expect(fitClockOffset(pictures, points)).toBeUndefined();
  });
});
