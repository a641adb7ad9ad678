import { formatNumber } from './numbers';

/** A hundred million dollars; every amount of the database is lower. */
const TOO_MANY_CENTS = 10_000_000_000;

/** Formats cents as a document prints them: « 1 310,72 $ », with no-break spaces. */
export function formatCents(cents: number): string {
  return `${formatNumber(Math.floor(cents / 100))},${String(cents % 100).padStart(2, '0')}\u00a0$`;
}

/** Formats an amount in a sentence, without cents where there are none: « 12 500 $ », « 1 250,50 $ ». */
export const formatAmount = (cents: number) => formatCents(cents).replace(',00', '');

const SPACE_CLASS = '[ \\u00a0\\u202f]';
/** Matches a number with or without separators of thousands, and one decimal mark: « 1 140,50 », « 1,140.50 ». */
const GROUPED_NUMBER = new RegExp(
  `^(\\d+|\\d{1,3}(?:${SPACE_CLASS}\\d{3})+|\\d{1,3}(?:,\\d{3})+(?=\\.)|\\d{1,3}(?:\\.\\d{3})+(?=,))?(?:[.,](\\d*))?$`,
  'u',
);

/**
 * Rewrites a typed number in program notation: « 1 140,50 $ » as « 1140.50 ». A sign inside of a number is the mark of its
 * cents (« 1 140$50 »), and spaces that part no thousands make it none.
 */
export function plainNumber(typed: string): string {
  const bare = typed
    .replace(/\s+/g, (space) => (/^[\u00a0\u202f]$/.test(space) ? space : ' '))
    .trim()
    .replace(/^\$\s*|\s*[$%]$/g, '')
    .replace(/^([\d \u00a0\u202f]+?)\s?\$\s?(\d{2})$/, '$1,$2');
  const [, whole, part] = GROUPED_NUMBER.exec(bare) ?? [];
  if (whole === undefined && part === undefined) return bare;
  return `${(whole ?? '').replace(/\D/g, '')}${part === undefined ? '' : `.${part}`}`;
}

/**
 * Reads a typed amount in cents (« 1 140,50 $ »), or a typed percentage in hundredths (« 12,5 % »).
 *
 * @returns `null` for an empty text, `undefined` for a text that is no amount
 */
export function readHundredths(typed: string): number | null | undefined {
  const plain = plainNumber(typed);
  if (plain === '') return null;
  const [, whole, part = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(plain) ?? [];
  if (whole === undefined) return undefined;
  const hundredths = Number(whole + part.padEnd(2, '0'));
  return hundredths < TOO_MANY_CENTS ? hundredths : undefined;
}

/** Formats cents, or hundredths of a percent, for typing: « 1140,50 ». `readHundredths` reads them back. */
export const typedHundredths = (hundredths: number) => (hundredths / 100).toFixed(2).replace('.', ',');
