import { exifDate, gpsTime, photo } from '@tests/photo-files';
import { proofSize } from '@tests/proof-size';
import { randomOf } from '@tests/random-of';
import { describe, expect, it } from 'vitest';
import { readCameraTags, readHeader } from './camera-tags';
import { readCameraTime, wallOf, zoneOf } from './camera-time';

const read = async (picture: Blob) => readCameraTime(await readCameraTags(await readHeader(picture)));
const wall = (text: string) => Date.parse(`${text}Z`);
const date = '2025:10:28 14:05:59';

describe('the time of a picture', () => {
  it('is the original one, to the millisecond, in the zone of its own tag', async () => {
    const times = { DateTimeOriginal: date, SubSecTimeOriginal: '30', OffsetTimeOriginal: '-04:00' };
    expect(
      await read(
        photo({ times: { ...times, OffsetTime: '+02:00', DateTimeDigitized: '2026:01:01 00:00:00' } }),
      ),
    ).toEqual({
      wall: wall('2025-10-28T14:05:59.300'),
      tag: 'DateTimeOriginal',
      zone: { offset: '-04:00', tag: 'OffsetTimeOriginal' },
    });
  });

  it('is that of the digitisation for lack of it, with its own zone first', async () => {
    const times = { DateTimeDigitized: date, SubSecTimeDigitized: '5', OffsetTimeOriginal: '+02:00' };
    expect(await read(photo({ times: { ...times, OffsetTimeDigitized: '-04:00' } }))).toEqual({
      wall: wall('2025-10-28T14:05:59.500'),
      tag: 'CreateDate',
      zone: { offset: '-04:00', tag: 'OffsetTimeDigitized' },
    });
  });

  it('is that of the satellites for lack of both', async () => {
    expect(await read(photo({ gps: gpsTime('2025:10:28', 18, 5, 59.25) }))).toEqual({
      wall: wall('2025-10-28T18:05:59.250'),
      tag: 'GPSDateStamp',
      zone: { offset: '+00:00', tag: 'GPSDateStamp' },
    });
  });

  it.each([
    ['OffsetTime', '+00:00', '+00:00'],
    ['OffsetTimeDigitized', 'Z', '+00:00'],
    ['OffsetTimeOriginal', '-0330', '-03:30'],
  ] as const)('takes its zone from %s %s', async (tag, written, offset) => {
    const found = await read(photo({ times: { DateTimeOriginal: date, [tag]: written } }));
    expect(found?.zone).toEqual({ offset, tag });
  });

  it('takes its zone from the satellites for lack of one, unless the clock is far from any', async () => {
    const at = (...time: [number, number, number]) =>
      read(photo({ date, gps: gpsTime('2025:10:28', ...time) }));
    expect((await at(18, 5, 12))?.zone).toEqual({ offset: '-04:00', tag: 'GPSDateStamp', drift: 47_000 });
    expect((await at(14, 3, 0))?.zone?.offset).toBe('+00:00');
    expect((await at(18, 20, 59))?.zone).toBeUndefined();
    expect(await read(photo({ date, gps: gpsTime('2025:10:20', 18, 5, 12) }))).not.toHaveProperty('zone');
  });

  it('survives what other readers stumble over: text of Exif 3.0, an unknown type, an offset out of the file', async () => {
    const utf8 = [...new TextEncoder().encode('Boréal\0')];
    for (const make of [
      [0x010f, 129, utf8.length, utf8],
      [0x010e, 0, 1, [0, 0, 0, 0]],
      [0x010f, 2, 4000, [255, 255, 255, 127]],
    ] as const)
      expect((await read(photo({ date, make: [[...make.slice(0, 3), [...make[3]]] as never] })))?.wall).toBe(
        wall('2025-10-28T14:05:59'),
      );
  });

  it.each([
    '1970:01:01 00:00:00',
    '0000:00:00 00:00:00',
    '2025:02:31 10:00:00',
    '2025:01:01 25:00:00',
    'hier',
    undefined,
    {},
  ])('is none of %s', (noted) => expect(wallOf(noted, '1')).toBeUndefined());

  it.each(['', '   :  ', '-25:00', '+14:30', '-04:75', 'EST', 4])('has no zone of « %s »', (noted) => {
    expect(zoneOf(noted)).toBeUndefined();
  });
});

describe('any picture', () => {
  const two = (value: number) => String(value).padStart(2, '0');

  /** Makes a random picture as some camera writes it, with the expected result. */
  function anyPicture(random: () => number) {
    const instant = Date.UTC(2001, 0, 1) + Math.floor(random() * 98 * 365 * 86_400) * 1000;
    const minutes = Math.floor(random() * 53) * 30 - 12 * 60;
    const sign = minutes < 0 ? '-' : '+';
    const offset = `${sign}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
    const local = instant + minutes * 60_000;
    const isOriginal = random() < 0.6;
    const hasDate = random() < 0.9;
    const fraction = random() < 0.5 ? String(Math.floor(random() * 1000)).padStart(3, '0') : undefined;
    const zoneTag = (['OffsetTimeOriginal', 'OffsetTimeDigitized', 'OffsetTime', undefined] as const)[
      Math.floor(random() * 4)
    ];
    const hasGps = !hasDate || random() < 0.5;
    const name = isOriginal ? ('Original' as const) : ('Digitized' as const);
    const picture = photo({
      times: hasDate
        ? {
            [`DateTime${name}`]: exifDate(local),
            ...(fraction ? { [`SubSecTime${name}`]: fraction } : {}),
            ...(zoneTag ? { [zoneTag]: offset } : {}),
          }
        : {},
      gps: hasGps
        ? gpsTime(
            exifDate(instant).slice(0, 10),
            ...(new Date(instant).toISOString().slice(11, 19).split(':').map(Number) as [
              number,
              number,
              number,
            ]),
          )
        : [],
    });
    const zone = !hasDate ? '+00:00' : zoneTag || hasGps ? offset : undefined;
    return { picture, wall: hasDate ? local + Number(fraction ?? 0) : instant, zone };
  }

  it('of an independent writer is read as it was written', async () => {
    const random = randomOf(11);
    for (let run = proofSize(150, 10_000); run > 0; run--) {
      const { picture, ...written } = anyPicture(random);
      const found = await read(picture);
      expect({ run, wall: found?.wall, zone: found?.zone?.offset }).toEqual({ run, ...written });
    }
  }, 120_000);

  it('with changed bytes gives a time that a camera may have written, or none', async () => {
    const random = randomOf(12);
    for (let run = proofSize(150, 10_000); run > 0; run--) {
      const bytes = new Uint8Array(await anyPicture(random).picture.arrayBuffer());
      for (let count = 1 + Math.floor(random() * 6); count > 0; count--)
        bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
      const found = await read(
        new Blob([bytes.slice(0, random() < 0.2 ? Math.floor(random() * bytes.length) : undefined)]),
      );
      if (found) expect(new Date(found.wall).getUTCFullYear()).toBeGreaterThanOrEqual(2000);
      if (found?.zone) expect(found.zone.offset).toMatch(/^[+-](0\d|1[0-4]):[0-5]\d$/);
    }
  }, 120_000);
});
