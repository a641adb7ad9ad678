import { formatNumber } from './numbers';

/** A hundred million dollars: every amount of the database is less. */
const TOO_MANY_CENTS = 10_000_000_000;

/** Cents as a document prints them: « 1 310,72 $ », with no-break spaces. */
export function formatCents(cents: number): string {
  return `${formatNumber(Math.floor(cents / 100))},${String(cents % 100).padStart(2, '0')}\u00a0$`;
}

/** An amount in a sentence, without cents where there are none: « 12 500 $ », « 1 250,50 $ ». */
export const formatAmount = (cents: number) => formatCents(cents).replace(',00', '');

/** A typed number as it is written in a program: « 1 140,50 $ » as « 1140.50 ». */
export const plainNumber = (typed: string) =>
  typed.replace(/[\s\u00a0\u202f$%]/g, '').replace(/,(?=[^,]*$)/, '.');

/**
 * What was typed as an amount in cents (« 1 140,50 $ »), or as a percentage in its hundredths (« 12,5 % »).
 *
 * @returns `null` when nothing was typed, `undefined` for what is no amount
 */
export function readHundredths(typed: string): number | null | undefined {
  const plain = plainNumber(typed);
  if (plain === '') return null;
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const hundredths = Number(whole + part.padEnd(2, '0'));
  return hundredths < TOO_MANY_CENTS ? hundredths : undefined;
}

/** Cents, or hundredths of a percent, as they are typed: « 1140,50 ». `readHundredths` reads them back. */
export const typedHundredths = (hundredths: number) => (hundredths / 100).toFixed(2).replace('.', ',');
