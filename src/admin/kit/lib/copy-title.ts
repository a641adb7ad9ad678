import { cutText } from '@contract/cut-text';

/**
 * Titles a copy: « Captation (copie) », or « Captation (copie 2) » where that title is taken.
 *
 * @param most length of the column, to which the title is cut
 */
export function copyTitle(title: string, most: number, taken: readonly string[] = []): string {
  for (let count = 1; ; count++) {
    const end = ` (copie${count > 1 ? ` ${count}` : ''})`;
    const copy = `${cutText(title, most - end.length)}${end}`;
    if (!taken.includes(copy)) return copy;
  }
}
