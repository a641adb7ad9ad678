import { type AcceptanceValues, emptyAcceptance } from '@/site/data/public-quotes.schema';

type Draft = { values: AcceptanceValues; isCodeSent: boolean };

const keyOf = (token: string) => `devis.${token}`;

/**
 * Keeps what was typed for as long as the tab lives: a phone may reload the page while its owner reads the code in the
 * mail program. The code itself is not kept.
 */
export function saveAcceptDraft(token: string, { values, isCodeSent }: Draft): void {
  try {
    sessionStorage.setItem(keyOf(token), JSON.stringify({ values: { ...values, code: '' }, isCodeSent }));
  } catch {
    // Storage full or forbidden: the draft is a convenience.
  }
}

/** What was typed before the page was loaded again. */
export function loadAcceptDraft(token: string): Draft | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(keyOf(token)) ?? 'null') as Draft | null;
    return draft ? { ...draft, values: { ...emptyAcceptance, ...draft.values } } : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets it: the quote is accepted. */
export function forgetAcceptDraft(token: string): void {
  try {
    sessionStorage.removeItem(keyOf(token));
  } catch {
    // Nothing was kept either.
  }
}
