import { parsePhone } from '@contract/phone';

/** The parts of an address in Canada; `street` holds the whole text of an address in another format. */
export type PostalAddress = {
  street: string;
  city: string | undefined;
  region: string | undefined;
  postalCode: string | undefined;
};

/** A street, a city and its province, and a postal code at the end. */
const ADDRESS = /^(.+),\s*([^,(]+?)\s*\(([^)]+)\),?\s*([A-Z]\d[A-Z])?\s*(\d[A-Z]\d)?$/i;

/** Reads « 100, rue du Quai, Québec (Québec)  G1K 0A1 », as Québec writes an address on one line. */
export function parsePostalAddress(text: string): PostalAddress {
  const [, street, city, region, ...code] = ADDRESS.exec(text.trim()) ?? [];
  return {
    street: street ?? text.trim(),
    city,
    region,
    postalCode: code.filter(Boolean).join(' ').toUpperCase() || undefined,
  };
}

/** Returns a phone number as machines dial it from anywhere (E.164), without its extension; ten digits are of Canada. */
export function internationalPhone(text: string): string | undefined {
  const number = parsePhone(text)?.number;
  if (!number || number.startsWith('+')) return number;
  if (number.length === 10) return `+1${number}`;
  return number.length === 11 && number.startsWith('1') ? `+${number}` : undefined;
}
