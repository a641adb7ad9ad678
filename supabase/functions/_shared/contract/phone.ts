/** Matches « , poste 12 », « p. 12 », « ext. 12 », « x12 » or « #12 » at the end of a number. */
const EXTENSION = /[\s,;]*(?:poste|post|p\.|p|extension|ext\.?|x|#)\s*:?\s*(\d{1,6})\s*$/i;

/** Matches a number within a typed text: digits, spaces, dots, dashes and brackets. */
const NUMBER = /\+?\(?\d[\d\s().\p{Dash}]*\d/u;

type Phone = { number: string; extension: string | undefined };

/** Reads the number and the extension in a typed text; `undefined` when it holds no number. */
export function parsePhone(text: string): Phone | undefined {
  const extension = EXTENSION.exec(text);
  const number = NUMBER.exec(extension ? text.slice(0, extension.index) : text)?.[0].replace(/[^\d+]/g, '');
  const digits = number?.replace('+', '').length ?? 0;
  if (!number || digits < 7 || digits > 15) return undefined;
  return { number, extension: extension?.[1] };
}

/** Formats a North American number as Québec writes it, « 418 555-0119, poste 12 »; any other text stays as it is. */
export function formatPhone(text: string): string {
  const phone = parsePhone(text);
  const parts = phone && /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.number);
  // A word beside the number, as « (bureau) », is kept.
  if (!parts || /\p{L}/u.test(text.replace(EXTENSION, ''))) return text;
  const number = `${parts[1]} ${parts[2]}-${parts[3]}`;
  return phone.extension ? `${number}, poste ${phone.extension}` : number;
}

/**
 * Returns the link that dials a phone number, extension included (RFC 3966); `undefined` for a text that is no
 * number.
 */
export function telHref(text: string): string | undefined {
  const phone = parsePhone(text);
  return phone && `tel:${phone.number}${phone.extension ? `;ext=${phone.extension}` : ''}`;
}
