import { useEffect, useRef } from 'react';

/** A key of a screen, as the list of keys prints it. */
export type ScreenKey = {
  /** As `KeyboardEvent.key` says it, a letter in lower case: `j`, `/`, `?`. */
  key: string;
  /** What is printed instead of the key: « Ctrl + S ». */
  shown?: string;
  /** What it does: « Demande suivante ». */
  label: string;
  /** Left out, the screen hears the key itself and it is only listed. */
  run?: () => void;
};

/** The keys of a screen under their title: « Soumissions ». */
export type KeyGroup = { title: string; keys: readonly ScreenKey[] };

const registered = new Set<() => KeyGroup>();

/** The keys of what is on screen now, beside the global ones. */
export const screenKeys = (): KeyGroup[] => [...registered].map((read) => read());

/**
 * Lists the keys of a screen in the dialog of `?`, and hears those that have something to run: never while somebody
 * types, nor under a dialog, nor with a modifier.
 */
export function useKeys(title: string, keys: readonly ScreenKey[]): void {
  const latest = useRef<KeyGroup>({ title, keys });
  useEffect(() => {
    latest.current = { title, keys };
  });
  useEffect(() => {
    const read = () => latest.current;
    const hear = (event: KeyboardEvent) => {
      if (!isSingleKey(event)) return;
      const pressed = event.key.length === 1 ? event.key.toLowerCase() : event.key;
      const run = latest.current.keys.find(({ key }) => key === pressed)?.run;
      if (!run) return;
      event.preventDefault();
      run();
    };
    registered.add(read);
    document.addEventListener('keydown', hear);
    return () => {
      registered.delete(read);
      document.removeEventListener('keydown', hear);
    };
  }, []);
}

const STORED = 'raccourcis';

/** Whether single keys do something. They can be turned off: speech input presses them by accident (WCAG 2.1.4). */
export const areKeysOn = (): boolean => localStorage.getItem(STORED) !== 'non';

/** Turns single keys on or off, in this browser. */
export function turnKeys(on: boolean): void {
  if (on) localStorage.removeItem(STORED);
  else localStorage.setItem(STORED, 'non');
}

/** Where letters are text, or choose among options. */
const TYPED =
  'textarea, select, [contenteditable=""], [contenteditable=true], [role=combobox], input:not([type=checkbox], [type=radio], [type=button], [type=submit], [type=range])';

/** Whether what has the focus takes letters as text. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(TYPED) !== null;

/** Whether a dialog is over the screen: its keys are its own. */
const isUnderDialog = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], dialog[open]') !== null;

/** True while a dialog over the screen waits for an answer: a panel of choices and the menu of a phone do not. */
export const isUnderModal = (): boolean =>
  [...document.querySelectorAll('[role=dialog], [role=alertdialog]')].some(
    (dialog) => !dialog.closest('[data-radix-popper-content-wrapper]'),
  );

/** Whether a pressed key may be taken for a shortcut of one key. */
export function isSingleKey(event: KeyboardEvent): boolean {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return false;
  return areKeysOn() && !isTyping(event.target) && !isUnderDialog();
}
