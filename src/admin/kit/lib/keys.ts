import { useEffect, useRef } from 'react';

/** A keyboard shortcut of a screen, as the list of shortcuts prints it. */
export type ScreenKey = {
  /** Value of `KeyboardEvent.key`, a letter in lower case: `j`, `/`, `?`. */
  key: string;
  /** Printed instead of the key: « Ctrl + S ». */
  display?: string;
  /** Action of the key: « Demande suivante ». */
  label: string;
  /** When absent, the screen handles the key itself and it is only listed. */
  run?: () => void;
};

/** The shortcuts of a screen under their title: « Soumissions ». */
export type KeyGroup = { title: string; keys: readonly ScreenKey[] };

const registeredGroups = new Set<() => KeyGroup>();

/** Lists the shortcuts of the present screen, without the global ones. */
export const screenKeys = (): KeyGroup[] => [...registeredGroups].map((read) => read());

/**
 * Registers the shortcuts of a screen for the dialog of `?`, and handles those with a `run`: never while somebody
 * types, under a dialog, or with a modifier.
 */
export function useKeys(title: string, keys: readonly ScreenKey[]): void {
  const latest = useRef<KeyGroup>({ title, keys });
  useEffect(() => {
    latest.current = { title, keys };
  });
  useEffect(() => {
    const read = () => latest.current;
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const run = latest.current.keys.find(({ key }) => key === pressed)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    };
    registeredGroups.add(read);
    document.addEventListener('keydown', onKeyDown);
    return () => {
      registeredGroups.delete(read);
      document.removeEventListener('keydown', onKeyDown);
    };
  }, []);
}

const STORAGE_KEY = 'raccourcis';

/**
 * Tells whether single-key shortcuts are on. They can be turned off: speech input presses them by accident (WCAG
 * 2.1.4).
 */
export const areKeysOn = (): boolean => localStorage.getItem(STORAGE_KEY) !== 'non';

/** Turns single-key shortcuts on or off, in this browser. */
export function turnKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORAGE_KEY);
  else localStorage.setItem(STORAGE_KEY, 'non');
}

/** Elements in which letters are text, or choose among options. */
const TYPED_FIELDS =
  'textarea, select, [contenteditable=""], [contenteditable=true], [role=combobox], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])';

/** Tells whether the focused element takes letters as text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED_FIELDS) !== null;

/** Tells whether a dialog is open, which has its own keys. */
const isUnderDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null;

/** Tells whether a modal dialog waits for an answer; panels of choices and the phone menu do not count. */
export const isUnderModal = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some(
    (dialog) => !dialog.closest('[data-radix-popper-content-wrapper]'),
  );

/** Tells whether a key press is Ctrl+Enter, which sends what is written wherever the focus is. */
export const isSendKey = ({ key, ctrlKey, metaKey }: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>) =>
  key === 'Enter' && (ctrlKey || metaKey);

/** Tells whether a key press counts as a single-key shortcut. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return areKeysOn() && !isTyping(event.target) && !isUnderDialog();
}
