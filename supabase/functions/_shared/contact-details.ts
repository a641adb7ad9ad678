import { parsePhoneNumberFromString } from 'libphonenumber-js';
import { isEmailAddress, toAsciiAddress } from './contract/email-address.ts';

/** Endings of file names that look like an address (« logo@2x.png »). */
const fileEnding = /\.(?:png|jpe?g|gif|svg|webp|avif|css|js|mjs|woff2?|ico|pdf|mp4)$/;

/** Placeholder addresses of site builders, trackers and examples. */
const placeholderAddress =
  /@(?:(?:.*\.)?sentry\.io|sentry\..*|(?:.*\.)?wixpress\.com|(?:.*\.)?example\.(?:com|org|net)|domaine?\.(?:com|ca)|(?:mon|votre)(?:domaine|site)\.(?:com|ca)|email\.com|mysite\.com|yourdomain\.com)$/;

/** Mailboxes that nobody reads. */
const unattendedMailbox =
  /^(?:no-?reply|ne-?pas-?repondre|nepasrepondre|do-?not-?reply|mailer-daemon|bounces?)(?:[+-].*)?@/;

/** Returns the address in lower case; null when it is invalid or no person reads it. */
export function normalizeEmail(text: string): string | null {
  // Checked before any pattern reads the text, which is a stranger's.
  if (text.length > 1_000) return null;
  const value = toAsciiAddress(text).toLowerCase();
  if (!isEmailAddress(value)) return null;
  return fileEnding.test(value) || placeholderAddress.test(value) || unattendedMailbox.test(value)
    ? null
    : value;
}

/** Longest text with one telephone number; the library accepts no longer one. */
const LONGEST_NUMBER = 250;

/**
 * Formats a telephone number of North America as « 418 555-1234 », with « p. 12 » for an extension, and another
 * country's in the international format. Null when it is invalid or too long for the column (20 characters).
 */
export function normalizePhone(text: string): string | null {
  // OpenStreetMap separates several numbers by semicolons.
  const first = text.slice(0, LONGEST_NUMBER).split(';')[0] ?? '';
  // The library knows « ext. » and « x », not the French ways.
  const extended = first.replace(/\b(?:poste|p\.)\s*(\d{1,6})\b/i, 'ext. $1');
  const parsed = parsePhoneNumberFromString(extended, 'CA');
  if (!parsed?.isPossible() || !parsed.isValid()) return null;
  const { countryCallingCode, nationalNumber, ext } = parsed;
  const national =
    countryCallingCode === '1'
      ? nationalNumber.replace(/^(\d{3})(\d{3})(\d{4})$/, '$1 $2-$3')
      : parsed.formatInternational().replace(/ ext\..*$/, '');
  const whole = ext ? `${national} p. ${ext}` : national;
  return [whole, national].find((written) => written.length <= 20) ?? null;
}

/** Returns an http address that the database accepts, or undefined. */
export function webAddress(text: string | null | undefined): string | undefined {
  const first = (text ?? '').slice(0, 2_000).split(';')[0]?.trim() ?? '';
  if (!first) return undefined;
  const address = /^[a-z][a-z0-9+.-]*:/i.test(first) && !/^[^/]*:\d/.test(first) ? first : `https://${first}`;
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  const isName = url.hostname.includes('.') && !url.username && !url.password;
  return isName && url.href.length <= 500 ? url.href : undefined;
}
