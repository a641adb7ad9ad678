import { parsePhoneNumberFromString } from 'libphonenumber-js';

/**
 * A telephone number of North America as « 418 555-1234 », with « p. 12 » for an extension; another country's in the
 * international way. Null when it is none, or when it would not fit the column (20 characters).
 */
export function normalizePhone(text: string): string | null {
  // OpenStreetMap separates several numbers by semicolons.
  const first = text.split(';')[0] ?? '';
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
