import { format, parseISO } from 'date-fns';
import { frCA } from 'date-fns/locale/fr-CA';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { formatDateTime, formatDay, formatLongDay, formatSendDate, formatShortDay, quebecDay } from './dates';
import { formatRelative } from './relative-time';

describe('formatDateTime', () => {
  it('gives Québec time with a no-break space around « h »', () => {
    expect(formatDateTime('2024-12-02T19:30:00+00:00')).toBe('2 décembre 2024 à 14\u00a0h\u00a030');
  });
  it('drops the minutes of a whole hour and writes 1er', () => {
    expect(formatDateTime('2026-07-01T23:00:00Z')).toBe('1er juillet 2026 à 19\u00a0h');
  });
  it('changes day with the time zone, not with UTC', () => {
    expect(formatDateTime('2026-01-01T03:05:00Z')).toBe('31 décembre 2025 à 22\u00a0h\u00a005');
  });
});

describe('formatRelative', () => {
  afterEach(() => vi.useRealTimers());
  it('says how long ago, in French', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    expect(formatRelative('2026-11-18T12:00:00Z')).toBe('il y a 3 jours');
  });
});

describe('formatShortDay', () => {
  afterEach(() => vi.useRealTimers());
  it('leaves out the present year alone', () => {
    vi.useFakeTimers({ now: new Date('2026-11-21T12:00:00Z') });
    expect(['2026-12-27', '2027-01-02'].map(formatShortDay)).toEqual(['27 déc.', '02 janv. 2027']);
  });
});

describe('formatLongDay', () => {
  it('writes a day as a letter does, the same day in summer and winter', () => {
    expect(['2026-07-01', '2026-12-31', '2026-01-01'].map(formatLongDay)).toEqual([
      '1er juillet 2026',
      '31 décembre 2026',
      '1er janvier 2026',
    ]);
  });
});

describe('formatSendDate', () => {
  it.each([
    ['2026-12-02T19:30:00Z', '02 décembre 2026 à 14:30'],
    // These are the minutes before and after the clocks change.
    ['2026-03-08T06:59:00Z', '08 mars 2026 à 01:59'],
    ['2026-03-08T07:00:00Z', '08 mars 2026 à 03:00'],
    ['2026-11-01T05:30:00Z', '01 novembre 2026 à 01:30'],
    ['2026-11-01T07:00:00Z', '01 novembre 2026 à 02:00'],
  ])('writes %s as the specification prints it: %s', (iso, text) => {
    expect(formatSendDate(iso)).toBe(text);
  });
});

describe('formatDay', () => {
  it('writes a date as the specification prints it, without shifting it', () => {
    expect(formatDay('2024-12-02')).toBe('02 déc. 2024');
  });
  it('reads a moment in Québec, where the day may still be the one before', () => {
    expect(formatDay('2026-01-01T03:05:00Z')).toBe('31 déc. 2025');
    expect(quebecDay(new Date('2026-07-01T03:59:00Z'))).toBe('2026-06-30');
  });
});

describe('quebecDay', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is the same where the engine writes 11/24/2026 by default, as with ICU 72', () => {
    // `format` is a getter, although its type says method.
    const prototype: { format: unknown } = Intl.DateTimeFormat.prototype;
    vi.spyOn(prototype, 'format', 'get').mockReturnValue(() => '11/24/2026');
    expect(quebecDay(new Date('2026-11-24T15:00:00Z'))).toBe('2026-11-24');
  });
});

it('writes the short months as date-fns does in French', () => {
  const months = Array.from({ length: 12 }, (_, month) => `2026-${String(month + 1).padStart(2, '0')}-09`);
  expect(months.map(formatDay)).toEqual(
    months.map((day) => format(parseISO(day), 'dd MMM yyyy', { locale: frCA })),
  );
});
