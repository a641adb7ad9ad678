import { parsePhone } from './phone';

/** What a phone column holds (specification, section 5). */
export const PHONE_LENGTH = 20;

/**
 * A phone number as typed, or, when it is too long for its column because of an extension, the same written shorter:
 * « 819 555-0100, poste 12 » becomes « 819 555-0100 p. 12 ».
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
