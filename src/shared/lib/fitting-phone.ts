import { parsePhone } from '@contract/phone';

/** Length of a phone column (specification, section 5). */
export const PHONE_LENGTH = 20;

/**
 * Shortens a phone number that is too long for its column because of an extension: « 819 555-0100, poste 12 » becomes
 * « 819 555-0100 p. 12 ».
 */
export function fittingPhone(text: string): string {
  const typed = text.trim();
  if (typed.length <= PHONE_LENGTH) return typed;
  const phone = parsePhone(typed);
  const parts = phone?.extension && /^(?:\+?1)?(\d{3})(\d{3})(\d{4})$/.exec(phone.number);
  if (!parts) return typed;
  const number = `${parts[1]} ${parts[2]}-${parts[3]} p.`;
  const spaced = `${number} ${phone.extension}`;
  return spaced.length <= PHONE_LENGTH ? spaced : number + phone.extension;
}
