const forms = new Set<symbol>();
const listeners = new Set<() => void>();

function notifyListeners(): void {
  for (const listener of listeners) listener();
}

/** Calls back whenever `hasUnsavedText` may have changed; returns a function that stops. */
export function followUnsavedText(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/**
 * Declares that a form holds unsaved text.
 *
 * @returns a function that withdraws the declaration
 */
export function holdUnsavedText(): () => void {
  const form = Symbol('form');
  forms.add(form);
  notifyListeners();
  return () => {
    forms.delete(form);
    notifyListeners();
  };
}

/** Tells whether some form holds unsaved text, which an expired session must not lose. */
export const hasUnsavedText = (): boolean => forms.size > 0;

/**
 * Ignores the unsaved text that the person gave up.
 *
 * @returns a function that restores it, when the navigation failed
 */
export function forgetUnsavedText(): () => void {
  const given = [...forms];
  forms.clear();
  notifyListeners();
  return () => {
    for (const form of given) forms.add(form);
    notifyListeners();
  };
}

/** Navigation state after a save, which needs no confirmation: `navigate(path, { state: SAVED })`. */
export const SAVED_STATE = { saved: true } as const;
