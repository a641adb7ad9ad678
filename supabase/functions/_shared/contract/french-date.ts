/**
 * Writes dates in French by hand: the wording and the spaces of `Intl` change between versions of a runtime, and creating a
 * format blocks a phone for 75 ms. Days are dates alone (`2024-12-01`); quebecDay gives the day of a moment. The database
 * writes its own by private.written_day.
 */

/** The months in French, from January on. */
export const months = [
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

/** Names the month of a day: « décembre ». */
export const monthOf = (day: string): string => months[Number(day.slice(5, 7)) - 1] ?? '';

/** Names the month of a day with its year: « décembre 2024 ». */
export const monthAndYear = (day: string): string => `${monthOf(day)} ${day.slice(0, 4)}`;

/** Writes a day without its year: « 1er décembre ». */
export function dayAndMonth(day: string, space = ' '): string {
  const number = Number(day.slice(8, 10));
  return `${number === 1 ? '1er' : number}${space}${monthOf(day)}`;
}

/** Writes a day as a letter does: « 1er décembre 2024 ». */
export const writtenDay = (day: string, space = ' '): string =>
  `${dayAndMonth(day, space)}${space}${day.slice(0, 4)}`;

/** Writes a day for a screen, where its number stays on the line of its month. */
export const frenchDay = (day: string): string => `${dayAndMonth(day, '\u00a0')} ${day.slice(0, 4)}`;
