import { demoDrive } from '@tests/demo-street';
import { describe, expect, it } from 'vitest';
import { distance } from '@/shared/survey/track';
import { type DrivePicture, placeDrive, turnOf } from './place-drive';

const asDrive = (id: 'A' | 'B'): DrivePicture[] =>
  demoDrive(id).pictures.map(({ file, cameraTime, cameraPosition }) => ({
    id: file,
    cameraTime,
    cameraPosition: cameraPosition ?? null,
    cameraHeading: null,
    headingReference: 'vrai',
    isLeftOutByHand: false,
    ownHeading: null,
  }));
const { track, offset, pictures } = demoDrive('A');

describe('the placement of a drive', () => {
  it('puts each picture on the track at its true time, with the source of each fact', () => {
    const { rows, kept, sequences, metres } = placeDrive(asDrive('A'), track, { offset, source: 'trace' });
    expect([kept, sequences]).toEqual([10, 1]);
    expect(metres).toBeGreaterThan(65);
    expect(metres).toBeLessThan(80);
    for (const [index, row] of rows.entries()) {
      const truth = pictures[index];
      expect(row).toMatchObject({
        ...{ id: truth?.file, number: index + 1, sequence: 1, left_out: null },
        ...{ time_source: 'trace', place_source: 'trace', heading_source: 'trace' },
      });
      expect(Date.parse(row.taken_at ?? '')).toBe(truth?.trueTime);
      expect(
        distance({ lat: row.lat ?? 0, lon: row.lon ?? 0 }, truth?.position ?? { lat: 0, lon: 0 }),
      ).toBeLessThan(1);
    }
  });

  it('turns every direction by one angle, and takes it back', () => {
    const place = (drive: DrivePicture[], turn?: number) =>
      placeDrive(drive, track, { offset, source: 'trace' }, undefined, turn).rows;
    const drive = asDrive('A').map((picture, index) =>
      index === 3 ? { ...picture, ownHeading: { heading: 12, source: 'appariement' as const } } : picture,
    );
    const before = place(drive);
    const after = place(drive, 180);
    for (const [index, { heading, heading_source }] of after.entries()) {
      const was = before[index]?.heading ?? 0;
      // Headings measured in the pictures do not change.
      if (index === 3) expect([heading, heading_source]).toEqual([12, 'appariement']);
      else expect([heading?.toFixed(6), heading_source]).toEqual([((was + 180) % 360).toFixed(6), 'main']);
    }
    // After saving and reading again, the angle is recognised, and a new one counts from the track and not
    // from the old one.
    const saved = drive.map((picture, index): DrivePicture => {
      const { heading, heading_source: source } = after[index] ?? {};
      return source === 'main' && heading != null ? { ...picture, ownHeading: { heading, source } } : picture;
    });
    expect(turnOf(saved, place(saved, 0))).toBe(180);
    expect(place(saved)).toEqual(after);
    expect(place(saved, -90)).toEqual(place(drive, -90));
    expect(place(saved, 0)).toEqual(before);
    expect(turnOf(drive, before)).toBeUndefined();
    const uneven = saved.map((picture, index) =>
      index === 0 ? { ...picture, ownHeading: { heading: 1, source: 'main' as const } } : picture,
    );
    expect(turnOf(uneven, place(uneven, 0))).toBeUndefined();
  });

  it('falls back on the camera without a track, and says so', () => {
    const [row] = placeDrive(asDrive('A'), [], null).rows;
    expect(row).toMatchObject({ time_source: 'appareil', place_source: 'appareil', heading_source: null });
  });

  it('leaves out what has no place, and what a person left out', () => {
    const drive = asDrive('B');
    expect(placeDrive(drive, [], null).leftOut['sans-position']).toBe(10);
    const [first] = asDrive('A');
    const { leftOut, rows } = placeDrive([{ ...(first as DrivePicture), isLeftOutByHand: true }], track, {
      offset,
      source: 'main',
    });
    expect(leftOut.main).toBe(1);
    expect(rows[0]).toMatchObject({ left_out: 'main', number: null, time_source: 'main' });
  });

  it('places nothing in a hole between two segments, and counts what was made there', () => {
    const lost = track
      .filter((_, index) => index < 8 || index > 25)
      .map((point, index) => ({ ...point, segment: index < 8 ? 0 : 1 }));
    const drive = asDrive('A').map((picture) => ({ ...picture, cameraPosition: null }));
    const { rows, inHoles, leftOut } = placeDrive(drive, lost, { offset, source: 'main' });
    expect([inHoles, leftOut['sans-position']]).toEqual([10, 10]);
    expect(rows.every(({ lat, place_source }) => lat === null && place_source === null)).toBe(true);
  });

  it('cuts doubles, unless the person takes them back', () => {
    const twice = asDrive('A').flatMap((picture) => [
      picture,
      { ...picture, id: `${picture.id}-2`, cameraTime: (picture.cameraTime ?? 0) + 100 },
    ]);
    const clock = { offset, source: 'trace' } as const;
    expect(placeDrive(twice, track, clock).leftOut.double).toBe(10);
    expect(placeDrive(twice, track, clock, { parked: true, doubles: false }).kept).toBe(20);
  });

  it('keeps a heading of its own, else that of a camera whose compass turns, else that of the way', () => {
    const clock = { offset, source: 'trace' } as const;
    const drive = asDrive('A');
    const headed = drive.map((picture, index) => ({ ...picture, cameraHeading: 310 + index }));
    expect(placeDrive(headed, track, clock).rows[4]).toMatchObject({
      heading: 314,
      heading_source: 'appareil',
    });
    const still = drive.map((picture) => ({ ...picture, cameraHeading: 0 }));
    expect(placeDrive(still, track, clock).rows[4]?.heading_source).toBe('trace');
    const own = headed.map((picture) => ({
      ...picture,
      ownHeading: { heading: 12, source: 'appariement' as const },
    }));
    expect(placeDrive(own, track, clock).rows[4]).toMatchObject({
      heading: 12,
      heading_source: 'appariement',
    });
  });

  it('turns magnetic directions to true north by the declination there, and uses none of an unknown north', () => {
    const clock = { offset, source: 'trace' } as const;
    const magnetic = asDrive('A').map((picture, index) => ({
      ...picture,
      cameraHeading: 330 + index,
      headingReference: 'magnétique' as const,
    }));
    const turned = placeDrive(magnetic, track, clock);
    expect(turned.rows[4]?.heading_source).toBe('appareil');
    // NOAA's calculator gives 16.3° west at Rimouski on that day.
    expect(turned.rows[4]?.heading).toBeCloseTo(334 - 16.3, 0);
    expect(turned.headings).toMatchObject({ turned: 10, unknown: 0 });
    const unknown = magnetic.map((picture) => ({ ...picture, headingReference: null }));
    expect(placeDrive(unknown, track, clock)).toMatchObject({ headings: { turned: 0, unknown: 10 } });
    expect(placeDrive(unknown, track, clock).rows[4]?.heading_source).toBe('trace');
    // The magnetic model does not cover this year.
    const old = magnetic.map((picture) => ({ ...picture, cameraTime: Date.UTC(2009, 1, 1) }));
    expect(placeDrive(old, [], null)).toMatchObject({ headings: { turned: 0, unknown: 10 } });
  });

  it('counts the turns of a drive around a block', () => {
    const metre = 1 / 111_195;
    const block = [0, 90, 180, 270].flatMap((way, side) =>
      Array.from({ length: 20 }, (_, step) => ({ way, step, time: 1.8e12 + (side * 20 + step) * 1000 })),
    );
    let [lat, lon] = [48, -68];
    const points = block.map(({ way, time }) => {
      lat += Math.cos((way * Math.PI) / 180) * 8 * metre;
      lon += Math.sin((way * Math.PI) / 180) * 12 * metre;
      return { time, lat, lon, segment: 0 };
    });
    const drive = points.map(({ time }, index) => ({
      ...(asDrive('B')[0] as DrivePicture),
      id: `${index}`,
      cameraTime: time,
    }));
    expect(placeDrive(drive, points, { offset: 0, source: 'trace' }).turns).toBe(3);
  });
});
