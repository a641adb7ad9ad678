import { useEffect, useRef, useState } from 'react';

const PREFIX = 'draft:';
/** Age at which a draft is deleted, in ms: it may hold a name and an e-mail address. */
const KEPT_MS = 30 * 24 * 3_600_000;
/** Pause in typing before a draft is written, in ms. */
const PAUSE = 500;

/** Text that a person typed and did not save. */
export type BrowserDraft<Value> = { savedAt: number; value: Value };

/** The storage of a draft: the browser's, for other tabs and visits, or that of its tab. */
type Place = 'localStorage' | 'sessionStorage';

/** Writes a draft, for a tab that closes or a browser that stops; without a value it is deleted. */
export function writeDraft<Value>(
  name: string,
  value: Value | undefined,
  place: Place = 'localStorage',
): void {
  try {
    if (value === undefined) globalThis[place].removeItem(PREFIX + name);
    else globalThis[place].setItem(PREFIX + name, JSON.stringify({ savedAt: Date.now(), value }));
  } catch {
    // Storage may be full or forbidden: the form works without drafts.
  }
}

/** Reads a draft, when there is one of the last thirty days. */
export function readDraft<Value>(
  name: string,
  place: Place = 'localStorage',
): BrowserDraft<Value> | undefined {
  try {
    const draft = JSON.parse(globalThis[place].getItem(PREFIX + name) ?? 'null') as Partial<
      BrowserDraft<Value>
    > | null;
    if (typeof draft?.savedAt !== 'number' || draft.value === undefined) return undefined;
    if (Date.now() - draft.savedAt < KEPT_MS) return draft as BrowserDraft<Value>;
    writeDraft(name, undefined, place);
    return undefined;
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
export function followDraft<Value>(name: string, listener: (value: Value) => void): () => void {
  const onStorage = ({ key, newValue }: StorageEvent) => {
    const draft = key === PREFIX + name && newValue !== null ? readDraft<Value>(name) : undefined;
    if (draft) listener(draft.value);
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Deletes every draft of this browser at sign-out, so that the next person sees none. */
export function deleteDrafts(): void {
  for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
}

/**
 * Keeps what a person types in this browser until it is saved or given up, and finds what an earlier visit left.
 *
 * @param name of the draft: the kind of record and its id; under another name the draft goes on
 * @param read returns what is typed and not saved, undefined when there is nothing to keep
 * @param pause in typing before the draft is written, in ms; 0 writes each change at once
 */
export function useBrowserDraft<Value>(
  name: string,
  read: () => Value | undefined,
  { pause = PAUSE, place = 'localStorage' }: { pause?: number; place?: Place } = {},
) {
  const [found, setFound] = useState(() => readDraft<Value>(name, place));
  const isFound = useRef(found !== undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latest = useRef({ name, read });
  const [{ write, keep }] = useState(() => {
    const write = () => {
      const value = latest.current.read();
      // The found draft stays until the person has taken or dropped it, or types something else.
      if (value !== undefined || !isFound.current) writeDraft(latest.current.name, value, place);
    };
    const keep = () => {
      clearTimeout(timer.current);
      if (pause === 0 || latest.current.read() === undefined) write();
      else timer.current = setTimeout(write, pause);
    };
    return { write, keep };
  });
  useEffect(() => {
    const { name: former } = latest.current;
    latest.current = { name, read };
    if (former === name) return;
    writeDraft(former, undefined, place);
    write();
  });
  useEffect(() => () => clearTimeout(timer.current), []);
  const settle = () => {
    isFound.current = false;
    setFound(undefined);
  };
  return {
    /** The draft that an earlier visit left, until it is taken or dropped. */
    found,
    /** Writes the draft at the next pause; to be called after each change. The function stays the same. */
    keep,
    /** Returns what was found, which goes on as what is typed. */
    take: (): Value | undefined => {
      settle();
      return found?.value;
    },
    /** Deletes the draft, after a save or when it is given up. */
    drop: () => {
      clearTimeout(timer.current);
      writeDraft(name, undefined, place);
      settle();
    },
  };
}
