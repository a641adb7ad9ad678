import { useEffect, useRef } from 'react';

/** A key of a screen: as `KeyboardEvent.key` says it, a letter in lower case, and what it does. */
export type ScreenKey = { key: string; shown?: string; label: string; run?: () => void };

/** The keys of the inbox, for its hint and for the list of all keys. */
export const inboxKeys = {
  next: { key: 'j', label: 'Demande suivante' },
  previous: { key: 'k', label: 'Demande précédente' },
  reply: { key: 'r', label: 'Répondre' },
  archive: { key: 'e', label: 'Archiver' },
  undo: { key: 'u', label: 'Annuler la dernière action' },
  close: { key: 'Escape', shown: 'Échap', label: 'Fermer la demande' },
} as const satisfies Record<string, ScreenKey>;

const TYPED =
  'textarea, select, [contenteditable=""], [contenteditable=true], [role=combobox], input:not([type=checkbox], [type=radio], [type=button], [type=submit])';

/** Hears keys that are pressed alone: never while somebody types, nor under a dialog. */
export function useInboxKeys(keys: readonly ScreenKey[]): void {
  const latest = useRef(keys);
  useEffect(() => {
    latest.current = keys;
  });
  useEffect(() => {
    const hear = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const isTyping = event.target instanceof Element && event.target.closest(TYPED) !== null;
      if (isTyping || document.querySelector('[role=dialog], [role=alertdialog], dialog[open]')) return;
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const run = latest.current.find(({ key }) => key === pressed)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    };
    document.addEventListener('keydown', hear);
    return () => document.removeEventListener('keydown', hear);
  }, []);
}
