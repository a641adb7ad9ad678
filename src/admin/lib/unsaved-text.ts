const forms = new Set<symbol>();
const listeners = new Set<() => void>();

function tell(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever `hasUnsavedText` may have changed; returns a function that stops. */
export function followUnsavedText(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Says that a form holds text that is not saved.
 *
 * @returns a function that takes it back
 */
export function holdUnsavedText(): () => void {
  const form = Symbol('form');
  forms.add(form);
  tell();
  return () => {
    forms.delete(form);
    tell();
  };
}

/** Whether some form would lose what was typed: a session that ends must not take it along. */
export const hasUnsavedText = (): boolean => forms.size > 0;

/**
 * The person gave up what was typed.
 *
 * @returns a function that takes it back, when what they gave it up for failed
 */
export function forgetUnsavedText(): () => void {
  const given = [...forms];
  forms.clear();
  tell();
  return () => {
    for (const form of given) forms.add(form);
    tell();
  };
}

/** Navigation state after a save, which needs no confirmation: `navigate(path, { state: SAVED })`. */
export const SAVED = { saved: true } as const;
