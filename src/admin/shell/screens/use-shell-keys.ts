import { useEffect, useEffectEvent } from 'react';
import { isSingleKey, isUnderModal, type KeyGroup } from '@/admin/kit/lib/keys';

/** The keyboard shortcuts of every screen, as the dialog lists them. */
export const globalKeys: KeyGroup = {
  title: 'Partout',
  keys: [
    { key: 'Control+k', display: 'Ctrl + K', label: 'Chercher partout ou aller à un écran' },
    { key: '/', label: 'Chercher dans la liste de l’écran' },
    { key: 'n', display: 'N', label: 'Nouveau\u00a0: l’action principale de l’écran' },
    { key: 'j', display: 'J', label: 'Ligne suivante de la liste' },
    { key: 'k', display: 'K', label: 'Ligne précédente de la liste' },
    { key: '?', label: 'Afficher les raccourcis clavier' },
  ],
};

/** Finds the first visible element of a selector. */
function visible(selector: string): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>(selector)].find(
    (element) => element.checkVisibility?.() ?? true,
  );
}

/** Target of the key N: the screen's marked primary action, or its link to a new record. */
const PRIMARY = 'main [data-primary-action], main header a[href$="/new"]';

/** Rows of the lists of a screen, and the link or button that opens one. */
const ROWS = 'main [data-rows] > *';
const OPENER = 'a, button';

/** Focuses the link of the next or previous row; the first one without a focused row. */
function stepRow(by: 1 | -1): void {
  const rows = [...document.querySelectorAll(ROWS)].filter((row) => row.querySelector(OPENER));
  const at = rows.findIndex((row) => row.contains(document.activeElement));
  const row = rows[at < 0 ? 0 : at + by];
  const opener =
    row?.querySelector<HTMLElement>('[data-opens] :is(a, button)') ?? row?.querySelector<HTMLElement>(OPENER);
  opener?.focus();
}

/** Handles the shortcuts of every screen, after those of the screen itself (`useKeys`). */
export function useShellKeys({ onPalette, onHelp }: { onPalette: () => void; onHelp: () => void }): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const letter = event.key.toLowerCase();
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && letter === 'k') {
      // The browser's own Ctrl+K focuses its address bar; under a modal dialog nothing else may happen.
      event.preventDefault();
      if (!isUnderModal()) onPalette();
      return;
    }
    if (!isSingleKey(event)) return;
    const run = actions[letter];
    if (!run || (event.repeat && letter === 'n')) return;
    event.preventDefault();
    run();
  });
  const actions: Record<string, () => void> = {
    '/': () => visible('main input[type=search]')?.focus(),
    '?': onHelp,
    j: () => stepRow(1),
    k: () => stepRow(-1),
    n: () => visible(PRIMARY)?.click(),
  };

  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}
