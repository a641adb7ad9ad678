import { searchPhoneNumbersInText } from 'libphonenumber-js';
import { normalizePhone } from '../_shared/contact-details.ts';
import { fold } from '../_shared/fold.ts';
import type { PageContent } from './page-content.ts';

export interface FoundPhone {
  value: string;
  points: number;
}

const CONTEXT_LENGTH = 32;
const faxLabel = /(?:telec|fax|telecopieur)\w*$/;
/** Matches « Tél./fax », which is a telephone too. */
const bothLabel = /\btel\w*(?: et| ou)? (?:fax|telec\w*)$/;
const phoneLabel = /\b(?:tel|telephone|appelez|composez)\w*(?: \w+){0,2}$/;
const deskLabel =
  /\b(?:information|accueil|reception|bureau|administration|reservations?|siege|local)\w*(?: \w+)?$/;

/** Lists every telephone number that a page publishes, each once and without extension; faxes are left out. */
export function phonesIn(content: PageContent): FoundPhone[] {
  const found = new Map<string, number>();
  const faxes = new Set<string>();
  const add = (text: string, given: number) => {
    const value = mainNumber(text);
    if (value) found.set(value, Math.max(found.get(value) ?? 0, given + tollFreePenalty(value)));
  };
  // Equal ones keep the page's order.
  const text = numberLines(content.text);
  for (const { number, startsAt } of numbersIn(text)) {
    const line = text.slice(Math.max(0, startsAt - CONTEXT_LENGTH), startsAt);
    const before = withoutDigits(fold(line.slice(line.lastIndexOf('\n') + 1)));
    const value = mainNumber(number);
    const isLabelled = phoneLabel.test(before) || bothLabel.test(before);
    // Ten digits in a row are as often a file number.
    if (/^\d+$/.test(number) && !isLabelled) continue;
    if (value && faxLabel.test(before) && !bothLabel.test(before)) faxes.add(value);
    else if (/urgence|911|apres les heures|dehors des heures/.test(before)) add(number, 1);
    else add(number, isLabelled ? 5 : deskLabel.test(before) ? 4 : 3);
  }
  for (const written of content.structured.phones) add(written, 6);
  for (const { href, label } of content.links) {
    if (!/^tel:/i.test(href)) continue;
    const number = decodeUri(href.slice('tel:'.length));
    const value = mainNumber(number);
    if (value && /telec|fax/.test(fold(label))) faxes.add(value);
    else add(number, 5);
  }
  return [...found]
    .filter(([value]) => !faxes.has(value))
    .map(([value, points]) => ({ value, points }))
    .sort((left, right) => right.points - left.points);
}

/**
 * Returns the organisation's main line: without an extension, which is one person's, or a number that costs the
 * caller.
 */
function mainNumber(text: string): string | null {
  const value = normalizePhone(text)?.replace(/ p\. \d+$/, '') ?? null;
  return value && /^(?:900|976) /.test(value) ? null : value;
}

/** Chooses the best number of the pages, the most telling page first. */
export function bestPhone<Page extends { phones: FoundPhone[] }>(
  pages: readonly Page[],
): { value: string; page: Page } | undefined {
  const [best] = pages
    .flatMap((page, order) =>
      page.phones.map(({ value, points }) => ({ value, page, points: points - order * 0.5 })),
    )
    .sort((left, right) => right.points - left.points);
  return best;
}

/** Scores a toll-free number lower: it says less about the person who answers. */
function tollFreePenalty(value: string): number {
  return /^8(?:00|33|44|55|66|77|88) /.test(value) ? -1.5 : 0;
}

/** Removes remaining digits: « Téléc. : (418) » leaves its area code behind; « tél. 1 » a prefix. */
function withoutDigits(before: string): string {
  return before.replace(/(?: \d+)+$/, '');
}

/** Longest text given to the library, which is slow on figures: a page of contact details holds no more. */
const LONGEST_TEXT = 16_000;
const MOST_NUMBERS = 200;

/**
 * Keeps the lines with enough figures for a number; of too many, those at the two ends, where contact details stand.
 */
function numberLines(text: string): string {
  const lines = text.split('\n').filter((line) => /(?:\d\D{0,4}){7}/.test(line));
  const kept = lines.join('\n');
  if (kept.length <= LONGEST_TEXT) return kept;
  return `${kept.slice(0, LONGEST_TEXT / 2)}\n${kept.slice(-LONGEST_TEXT / 2)}`;
}

function numbersIn(text: string): { number: string; startsAt: number }[] {
  const found: { number: string; startsAt: number }[] = [];
  for (const { startsAt, endsAt } of searchPhoneNumbersInText(text, 'CA')) {
    if (found.length === MOST_NUMBERS) break;
    found.push({ number: text.slice(startsAt, endsAt), startsAt });
  }
  return found;
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
