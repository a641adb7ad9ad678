import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { projectRoot } from '../local/process/settings.ts';
import { callsAMonth, limitsOf, planNotes, plansTable } from './plans.ts';

it('docs/deploy.md has the table that « npm run deploy -- --plans » prints', () => {
  expect(readFileSync('docs/deploy.md', 'utf8')).toContain(plansTable(projectRoot));
});

it.each([
  ['* * * * *', 43_200],
  ['*/5 * * * *', 8_640],
  ['0 6 * * *', 30],
  ['0,30 * * * *', 1_440],
])('the period %s makes %i calls in thirty days', (period, calls) => {
  expect(callsAMonth(period)).toBe(calls);
});

it('a plan that the token may not read is taken for the free one, and that is said', () => {
  expect(limitsOf(null)).toEqual(limitsOf('free'));
  expect(planNotes(null).join('\n')).toContain('inconnu du jeton');
});

it('says what is refused on the free plan, and not on a paid one', () => {
  expect(planNotes('free').join('\n')).toContain('seront refusés');
  expect(planNotes('team').join('\n')).not.toContain('seront refusés');
});
