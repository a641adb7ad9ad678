import type { Peer } from './peers.ts';

/** One of our measures with its reference and budget: `most`, or `ratio` to the reference. */
export type Measure = {
  name: string;
  ours: number;
  reference?: number | undefined;
  most?: number;
  ratio?: number;
  digits?: number;
};

const NAME = 38;
const CELL = 17;

/** Tells whether a measure keeps its budget, compared as printed; `undefined` without a budget. */
export function isKept({ ours, reference, most, ratio, digits = 0 }: Measure): boolean | undefined {
  if (most !== undefined) return Number(ours.toFixed(digits)) <= most;
  return ratio === undefined || reference === undefined ? undefined : ours / reference <= ratio;
}

const tableLine = (name: string, cells: readonly string[]) =>
  name.padEnd(NAME) + cells.map((cell) => cell.padStart(CELL)).join('');

/**
 * Formats measures as a table with one column each: ours, the static page of the same run, our budgets, and the peers.
 */
export function table(
  title: string,
  peers: readonly Peer[],
  measures: readonly Measure[],
): { text: string; exceeded: number } {
  const show = (value: number | undefined, { digits = 0 }: Measure) => value?.toFixed(digits) ?? '–';
  const verdicts = measures.map(isKept);
  const rows = [
    tableLine(
      title,
      measures.map(({ name }) => name),
    ),
    tableLine(
      'nous',
      measures.map((one) => show(one.ours, one)),
    ),
    tableLine(
      'page statique du même essai',
      measures.map((one) => show(one.reference, one)),
    ),
    tableLine(
      'rapport',
      measures.map(({ ours, reference }) => (reference ? `${(ours / reference).toFixed(2)} ×` : '–')),
    ),
    tableLine(
      'budget',
      measures.map(({ most, ratio }) =>
        most !== undefined ? `≤ ${most}` : ratio !== undefined ? `≤ ${ratio} ×` : '–',
      ),
    ),
    tableLine(
      'tenu',
      verdicts.map((kept) => (kept === undefined ? '–' : kept ? 'oui' : 'NON')),
    ),
    ...peers.map((peer) =>
      tableLine(
        peer.name,
        measures.map(({ name }) => String(peer[name] ?? '–')),
      ),
    ),
  ];
  return { text: `\n${rows.join('\n')}`, exceeded: verdicts.filter((kept) => kept === false).length };
}
