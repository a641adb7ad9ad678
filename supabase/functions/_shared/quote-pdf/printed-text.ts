/**
 * Formats the texts of a printed document by hand rather than with `Intl`, whose wording and spaces change between
 * versions of a runtime: a document made again must have the same bytes. Only the local hour comes from `Intl`.
 */

const NO_BREAK_SPACE = '\u00a0';
const months = [
  'janvier',
  'février',
  'mars',
  'avril',
  'mai',
  'juin',
  'juillet',
  'août',
  'septembre',
  'octobre',
  'novembre',
  'décembre',
];

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+$)/g, NO_BREAK_SPACE);

/** Formats an amount, « 1 310,72 $ », with a minus sign before a negative one. */
export function printedMoney(cents: number): string {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  const sign = cents < 0 ? '−' : '';
  return `${sign}${grouped(digits.slice(0, -2))},${digits.slice(-2)}${NO_BREAK_SPACE}$`;
}

/** Formats a quantity without trailing zeros: « 12,5 » for « 12.500 ». */
export function printedQuantity(quantity: string): string {
  const [whole = '', decimals = ''] = quantity.split('.');
  const kept = decimals.replace(/0+$/, '');
  return grouped(whole) + (kept && `,${kept}`);
}

/** Formats an ISO date as « 1er décembre 2026 », with no-break spaces. */
export function printedDate(date: string): string {
  const [year = '', month = '', day = ''] = date.slice(0, 10).split('-');
  const number = Number(day) === 1 ? '1er' : String(Number(day));
  return [number, months[Number(month) - 1] ?? month, year].join(NO_BREAK_SPACE);
}

const clock = new Intl.DateTimeFormat('fr-CA', {
  timeZone: 'America/Toronto',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
});

/**
 * Formats a moment as « 22 novembre 2026 à 14 h 30 min 5 s, heure de l’Est », in the time zone of the studio and its
 * clients.
 */
export function printedMoment(moment: string): string {
  const parts = Object.fromEntries(
    clock.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]),
  );
  const { year, month, day, hour, minute, second } = parts;
  const time = `${Number(hour)} h ${minute} min ${Number(second)} s`.replaceAll(' ', NO_BREAK_SPACE);
  return `${printedDate(`${year}-${month}-${day}`)} à ${time}, heure de l’Est`;
}

/** Characters of the three fonts of the documents: Latin, with its accents, punctuation and a few signs. */
const inTheFonts =
  /^[\n -~\u00a0-\u00a3\u00a5-\u00ac\u00ae-\u0107\u010a-\u0113\u0116-\u011b\u011e-\u0123\u0126\u0127\u012a\u012b\u012e-\u0133\u0136\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150-\u015b\u015e-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1ef2\u1ef3–—‘’‚“”„†‡•…‹›⁄€™←-↓−≠≤≥]*$/;

/** Replacement for a character that resembles none of the fonts'. */
const UNKNOWN = '?';
const replacements: Record<string, string> = {
  '\t': ' ',
  '\u202f': NO_BREAK_SPACE,
  '\u2010': '-',
  '\u2011': '-',
  '\u2012': '–',
  '\u2212': '−',
  '\u2116': 'No',
};

/**
 * Rewrites a text with the fonts' characters: composed, without control or invisible characters, and with the nearest
 * letter for one that they lack (« ᵘ » becomes « u »). PDF/UA allows no character without a glyph.
 */
export function printable(text: string): string {
  if (inTheFonts.test(text)) return text;
  const lines = text.replace(/\r\n?|[\u2028\u2029]/g, '\n').normalize('NFC');
  return Array.from(lines, (character) => {
    const known = replacements[character];
    if (known !== undefined) return known;
    if (/[\p{Cc}\p{Cf}]/u.test(character) && character !== '\n') return '';
    if (inTheFonts.test(character)) return character;
    if (/\p{Zs}/u.test(character)) return ' ';
    const nearest = Array.from(character.normalize('NFKD')).filter((part) => inTheFonts.test(part));
    return nearest.join('').replace(/\p{M}/gu, '') || UNKNOWN;
  }).join('');
}
