import { describe, expect, it } from 'vitest';
import { businessDayAfter, dayAfter, formatRelativeDay, postponeChoices } from './coming-days';

describe('coming days', () => {
  it('put off until tomorrow, Monday or in a week, each day once', () => {
    const days = (today: string) => postponeChoices(today).map(({ label, day }) => `${label} ${day}`);
    // The days start on a Wednesday, a Sunday and a Monday.
    expect(days('2026-11-25')).toEqual([
      'Demain 2026-11-26',
      'Lundi 2026-11-30',
      'Dans une semaine 2026-12-02',
    ]);
    expect(days('2026-11-22')).toEqual(['Demain 2026-11-23', 'Dans une semaine 2026-11-29']);
    expect(days('2026-11-23')).toEqual(['Demain 2026-11-24', 'Lundi 2026-11-30']);
  });

  it('count over the days on which clocks change', () => {
    expect(dayAfter('2026-03-07', 2)).toBe('2026-03-09');
    expect(dayAfter('2026-10-31', 2)).toBe('2026-11-02');
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  });

  it('count business days around weekends and holidays', () => {
    expect(businessDayAfter('2026-11-20', 5)).toBe('2026-11-27');
    expect(businessDayAfter('2026-12-24', 1)).toBe('2026-12-28');
    expect(businessDayAfter('2026-11-22', 1)).toBe('2026-11-23');
  });

  it('are said as people say them', () => {
    expect(formatRelativeDay('2026-11-22', '2026-11-22')).toBe('aujourd’hui');
    expect(formatRelativeDay('2026-11-23', '2026-11-22')).toBe('demain');
    expect(formatRelativeDay('2026-11-21', '2026-11-22')).toBe('hier');
    expect(formatRelativeDay('2026-12-01', '2026-11-22')).toBe('mardi 1er décembre');
    expect(formatRelativeDay('2027-01-11', '2026-11-22')).toBe('lundi 11 janvier 2027');
  });
});
