import { afterAll, beforeAll, expect, test } from 'vitest';
import { quoteTotals } from '../../supabase/functions/_shared/quote/quote-totals.ts';
import { type RealPostgres, startRealPostgres } from '../database/engines/real-postgres.ts';
import { wrongCuts } from '../database/fixtures/random-invoices.ts';
import { randomQuotes, totalsInSql } from '../database/fixtures/random-quotes.ts';

const QUOTES = Number(process.env.QUOTES ?? 2_000_000);
const BATCH = 20_000;

let postgres: RealPostgres;
beforeAll(async () => {
  postgres = await startRealPostgres({ api: false });
});
afterAll(() => postgres?.stop());

test(`${QUOTES} random totals · SQL, TypeScript and exact decimals agree to the cent, and invoices add up to them`, async () => {
  const differences: unknown[] = [];
  let counted = 0;
  for (let seed = 1; counted < QUOTES; seed++) {
    const quotes = randomQuotes(seed, Math.min(BATCH, QUOTES - counted));
    const rows = await totalsInSql(postgres.sql, quotes);
    rows.forEach(({ totals, agree }, index) => {
      const priced = quotes[index];
      if (!priced) throw new Error('More answers than quotes');
      const ours: Record<string, number> = { ...quoteTotals(priced) };
      if (!agree || Object.keys(ours).some((name) => ours[name] !== totals[name])) differences.push(priced);
    });
    // One quote in twenty, because each is cut up to six times.
    const sample = quotes.filter((_quote, index) => index % 20 === 0);
    const cut = sample.map((priced) => ({ totals: quoteTotals(priced), taxStatus: priced.taxStatus }));
    differences.push(...(await wrongCuts(postgres.sql, cut, seed)));
    counted += rows.length;
  }
  console.log(`${counted} random totals, ${differences.length} differences`);
  expect(differences.slice(0, 3)).toEqual([]);
  expect(counted).toBe(QUOTES);
  // Each quote takes half a millisecond.
}, 3_600_000);
