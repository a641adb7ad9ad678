import { useRef } from 'react';

/**
 * Gives the focus back to what opened a dialog, which Radix does only for a trigger of its own; to the screen when
 * the opener is gone, as the button of a row that was deleted. Spread on the content of the dialog.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
      if (document.activeElement !== opener.current) document.querySelector('main')?.focus();
    },
  };
}
