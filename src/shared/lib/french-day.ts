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

/**
 * A day as a letter writes it, « 1er décembre 2024 ». By hand: creating an `Intl.DateTimeFormat` blocks a phone for 75 ms.
 *
 * @param day a date alone (`2024-12-01`)
 */
export function frenchDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date === 1 ? '1er' : date}\u00a0${months[(month ?? 1) - 1]} ${year}`;
}
