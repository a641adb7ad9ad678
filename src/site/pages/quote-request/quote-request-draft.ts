import { emptyQuote, type QuoteFormValues } from '@/site/data/quote-requests.schema';

const KEY = 'territoire360.brouillon-soumission';

/** A draft holds a name and an e-mail: one that nobody came back to is thrown away, after 30 days in ms. */
const LIFETIME = 30 * 24 * 60 * 60 * 1000;

const fields = Object.keys(emptyQuote) as (keyof QuoteFormValues)[];

/**
 * Keeps what was typed in this browser. Without storage the form works the same.
 *
 * @param untouched what the form holds when nobody has typed anything: that is not kept
 */
export function saveDraft(values: QuoteFormValues, untouched = emptyQuote): void {
  try {
    if (fields.every((field) => values[field].trim() === untouched[field].trim()))
      localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, JSON.stringify({ savedAt: Date.now(), values }));
  } catch {
    // Storage full or forbidden: the draft is a convenience.
  }
}

/** What was typed earlier, or `undefined`. Unknown shapes and drafts of more than 30 days are ignored. */
export function loadDraft(): QuoteFormValues | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    if (typeof draft?.savedAt !== 'number') return undefined;
    if (Date.now() - draft.savedAt > LIFETIME) {
      localStorage.removeItem(KEY);
      return undefined;
    }
    const text = (value: unknown) => (typeof value === 'string' ? value : '');
    return Object.fromEntries(fields.map((field) => [field, text(draft.values?.[field])])) as QuoteFormValues;
  } catch {
    return undefined;
  }
}
