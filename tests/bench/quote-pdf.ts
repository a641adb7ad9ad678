/**
 * `npm run bench -- pdf`: the processor time that the PDF of a quote of forty lines takes, the first of a process and the
 * median of those after it. A hosted function has two seconds. RUNS and LINES change the measure.
 */
import { quotePdf } from '../../supabase/functions/_shared/quote-pdf/quote-pdf.ts';
import { aLongQuote } from '../../supabase/functions/_testing/quote-data.ts';
import { median } from './measure.ts';
import { record } from './performance-page.ts';

const RUNS = Number(process.env.RUNS ?? 7);
const LINES = Number(process.env.LINES ?? 40);

const times: number[] = [];
let size = 0;
for (let run = 0; run < RUNS; run++) {
  const before = process.cpuUsage();
  size = (await quotePdf(aLongQuote(LINES))).length;
  const { user, system } = process.cpuUsage(before);
  times.push((user + system) / 1000);
}
const [first = 0, ...others] = times;
console.log(
  `Devis de ${LINES} lignes, ${Math.round(size / 1024)} ko : ${first.toFixed(0)} ms de processeur la première fois, ` +
    `${median(others).toFixed(0)} ms ensuite (médiane de ${others.length})`,
);
record(
  'pdf',
  [
    { name: 'la première fois, ms', ours: first, most: 2000 },
    { name: 'ensuite, ms', ours: median(others), most: 2000 },
    { name: 'taille, ko', ours: size / 1024 },
  ],
  `${LINES} lignes, médiane de ${others.length}.`,
);
