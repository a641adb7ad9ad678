import { isEmailAddress, toAsciiAddress } from '@/shared/lib/email-address';
import { fittingPhone, PHONE_LENGTH } from '@/shared/lib/fitting-phone';
import { parsePhone } from '@/shared/lib/phone';

/** What lists write where there is nothing: « - », « n/d », « aucun ». */
const NOTHING = /^(?:[\p{Dash}.?\s/]*|n\s*[./]?\s*[ad]\.?|s\s*[./]?\s*o\.?|aucune?|inconnue?|néant|null)$/iu;

/** A cell without the words that stand for nothing. */
export const written = (cell: string): string => (NOTHING.test(cell.trim()) ? '' : cell.trim());

const ADDRESS = /[^\s<>()[\]{},;:"'«»|/\\]+@[^\s<>()[\]{},;:"'«»|/\\]+/g;

/** The address in a cell, and the others that it holds: « mailto:a@x », « Nom <a@x> », « a@x; b@x ». */
export function emailsOf(cell: string): { email: string; others: string[] } {
  const text = written(cell);
  const found = [...new Set((text.match(ADDRESS) ?? []).map((one) => one.replace(/[.!?]+$/, '')))];
  const [email, ...others] = found.filter((one) => isEmailAddress(toAsciiAddress(one)));
  // What is no address is shown as it was written, to be mended.
  return email ? { email, others } : { email: text, others: [] };
}

/** Between two numbers of one cell. */
const BETWEEN = /\s*(?:[/;|\n]|\bou\b|\bet\b)\s*/i;

/**
 * The phone number in a cell, as its column can hold it, and the rest of the cell where it holds more: « (819) 555-0101
 * poste 4 » is one number, « 819 555-0101 / 819 555-0102 » two. A cell that no column holds is all rest.
 */
export function phoneOf(cell: string): { phone: string; rest: string } {
  const text = written(cell).replace(/^t[ée]l(?:[ée]phone)?\.?\s*:?\s*(?=[\d(+])/i, '');
  const whole = fittingPhone(text);
  if (
    whole.length <= PHONE_LENGTH &&
    !(BETWEEN.test(text) && text.split(BETWEEN).every((one) => parsePhone(one)))
  )
    return { phone: whole, rest: '' };
  const numbers = text.split(BETWEEN).map(fittingPhone);
  const phone = numbers.find((one) => parsePhone(one) && one.length <= PHONE_LENGTH);
  return phone === undefined
    ? { phone: '', rest: text }
    : { phone, rest: numbers.filter((one) => one !== phone).join(', ') };
}
