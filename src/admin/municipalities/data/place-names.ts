import { placeKey } from '@contract/search-key';

/** Writes « of » before the name of a place: « d’Alma », « du Bic », « des Îles-de-la-Madeleine », « de La Malbaie ». */
export function ofPlace(name: string): string {
  if (/^Les /.test(name)) return `des ${name.slice(4)}`;
  if (/^Le /.test(name)) return `du ${name.slice(3)}`;
  return /^[AEIOUÀÂÉÈÊÎÔÛ]/i.test(name) ? `d’${name}` : `de ${name}`;
}

/** Adds the town to an address that does not name it yet, however either writes it; the register's already do. */
export const withTown = (address: string, town: string): string =>
  ` ${placeKey(address)} `.includes(` ${placeKey(town)} `) ? address : `${address}, ${town}`;
