const PREFIX = 'form-draft:';
/** Age at which a draft is dropped, in ms. */
const KEPT_MS = 30 * 24 * 3_600_000;

/** The unsaved input of a form: the fields that differ from the values read. */
export type FormDraft<Values> = { savedAt: number; changes: Partial<Values> };

/** Saves the unsaved input, for a tab that closes or a browser that stops; without changes the draft is deleted. */
export function writeDraft<Values>(name: string, changes: Partial<Values>): void {
  try {
    if (Object.keys(changes).length === 0) localStorage.removeItem(PREFIX + name);
    else localStorage.setItem(PREFIX + name, JSON.stringify({ savedAt: Date.now(), changes }));
  } catch {
    // Storage may be full or forbidden: the form works without drafts.
  }
}

/** The draft of a form, when there is one of the last thirty days. */
export function readDraft<Values>(name: string): FormDraft<Values> | undefined {
  try {
    const draft = JSON.parse(localStorage.getItem(PREFIX + name) ?? 'null') as FormDraft<Values> | null;
    return draft && Date.now() - draft.savedAt < KEPT_MS ? draft : undefined;
  } catch {
    return undefined;
  }
}

/** Lists the names of the stored drafts that begin so. */
export const draftNames = (start: string): string[] =>
  Object.keys(localStorage).flatMap((key) =>
    key.startsWith(PREFIX + start) ? key.slice(PREFIX.length) : [],
  );

/**
 * Calls back with the draft that another tab of this browser writes.
 *
 * @returns a function that stops it
 */
export function followDraft<Values>(name: string, listener: (changes: Partial<Values>) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const draft = key === PREFIX + name && newValue !== null ? readDraft<Values>(name) : undefined;
    if (draft) listener(draft.changes);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Deletes every draft of this browser at sign-out, so that the next person sees none. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}
