import { cutText } from '@contract/cut-text';
import { readAddresses } from '@contract/email-address';
import { placeKey } from '@contract/search-key';
import { visibleLine } from '@contract/typed-text';
import { regions } from './regions';

/** Reads a cell's text on one line, without invisible characters; `null` when it is empty. */
export const cellText = (cell: string | undefined): string | null =>
  visibleLine((cell ?? '').replace(/[\p{Cc}\s]+/gu, ' ')) || null;

/**
 * Writes the name of a place as the Commission de toponymie does: the register has « -- » for a dash and a straight apostrophe,
 * « Métabetchouan--Lac-à-la-Croix », « Saint-Félix-d'Otis ».
 */
export const placeSpelling = (name: string) => name.replace(/--+/g, '–').replaceAll("'", '’');

/** Reads a geographic code, with the leading zeros that spreadsheets remove; `AR` is the register's prefix. */
export function readCode(cell: string | undefined, digits: 3 | 5): string | null {
  const code = /^(?:AR)?(\d+)$/i.exec(cellText(cell) ?? '')?.[1];
  return code && code.length <= digits ? code.padStart(digits, '0') : null;
}

/**
 * Reads a region from its name, its official number, or both (« Capitale-Nationale (03) »), spelled as the government
 * does.
 */
export function readRegion(cell: string | undefined): string | null {
  const text = cellText(cell) ?? '';
  const byName = regions.find((name) => placeKey(name) === placeKey(text.replace(/\d+/g, ' ')));
  const number = /^\D*(\d{1,2})\D*$/.exec(text)?.[1];
  if (byName || !/^\W*\d{1,2}\W*$/.test(text)) return byName ?? null;
  return regions[Number(number) - 1] ?? null;
}

/** Reads an MRC from its name, its code, or both: « Charlevoix-Est (150) », « MRC Charlevoix-Est (150) ». */
export function readMrc(cell: string | undefined): { code: string | null; name: string | null } {
  const text = cellText(cell) ?? '';
  const digits = /(?:AR)?\d{2,3}/i.exec(text)?.[0];
  const name = text
    .replace(/\(?(?:AR)?\d{2,3}\)?/i, '')
    .replace(/^[\s–-]+|[\s–-]+$/g, '')
    .replace(/^MRC (?=\S)/i, '');
  return { code: readCode(digits, 3), name: placeSpelling(name) || null };
}

/** Reads a whole number written in any usual way: « 8 141 », « 8141 ». */
export function readCount(cell: string | undefined): number | null {
  const digits = (cell ?? '').replace(/[\s\u00a0\u202f]/g, '');
  return /^\d{1,9}$/.test(digits) ? Number(digits) : null;
}

/** Reads a coordinate in degrees, with a point or a comma; `null` outside of these bounds. */
export function readDegrees(cell: string | undefined, least: number, most: number): number | null {
  const text = (cellText(cell) ?? '').replace(',', '.');
  const degrees = /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : Number.NaN;
  return degrees >= least && degrees <= most ? degrees : null;
}

/** Reads the first address of a cell, which may hold several. */
export const readEmail = (cell: string | undefined): string | null =>
  readAddresses(cellText(cell) ?? '').addresses[0]?.toLowerCase() ?? null;

/** Reads a Canadian number as « 418 555-0101 », with its extension as « p. 12 ». */
export function readPhone(cell: string | undefined): string | null {
  const text = cellText(cell) ?? '';
  const found = /^\+?1?\D{0,2}(\d{3})\D{0,3}(\d{3})\D{0,2}(\d{4})(?:\D+(\d{1,4}))?$/.exec(text);
  if (!found) return null;
  const [, area, exchange, line, extension] = found;
  return `${area} ${exchange}-${line}${extension ? ` p. ${extension}` : ''}`;
}

/** Reads a site's address; the register often leaves out `http://`. */
export function readWebsite(cell: string | undefined): string | null {
  const text = cellText(cell) ?? '';
  if (!text || text.includes(' ') || text.length > 490) return null;
  const address = /^https?:\/\//i.test(text)
    ? text
    : /^[\p{L}\d](?![a-z]*:)/iu.test(text)
      ? `http://${text}`
      : '';
  if (!URL.canParse(address)) return null;
  const { hostname } = new URL(address);
  return hostname.includes('.') ? address : null;
}

/** Composes a postal address on one line, of its street, its town and its code; `null` without a street. */
export function readAddress(
  street: string | undefined,
  town: string | undefined,
  code: string | undefined,
): string | null {
  const [line, place] = [cellText(street), cellText(town)];
  if (!line) return null;
  const postal = /^([A-Z]\d[A-Z]) ?(\d[A-Z]\d)$/i.exec(cellText(code) ?? '');
  const end = [place && `${place} (Québec)`, postal && `${postal[1]}\u00a0${postal[2]}`.toUpperCase()];
  return cutText([line, end.filter(Boolean).join(' ')].filter(Boolean).join(', '), 200);
}
