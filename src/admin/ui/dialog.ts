import { useRef } from 'react';

/** Behind every dialog. One height for all: of two dialogs, the later one covers the earlier. */
export const overlayClass = 'fixed inset-0 z-50 bg-ink/50';

/** The look of every dialog. */
export const dialogClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl bg-paper shadow-xl outline-none';

/**
 * Closes what the browser itself paints over every element of the page, a popover or a native dialog: a dialog that opens
 * then would be under it, and out of reach. Not every browser of the tests has them.
 */
function closeBrowserLayers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]')) popover.hidePopover?.();
  for (const native of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) native.close();
}

/**
 * Props for a dialog's content that give the focus back to what had it, or to the screen when that element is gone, as
 * the button of a deleted row. Radix itself does so only for a trigger of its own.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      // First: each gives the focus back to the button that opened it.
      closeBrowserLayers();
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
      if (document.activeElement !== opener.current) document.querySelector('main')?.focus();
    },
  };
}

/** Keeps a dialog open when a message over it is closed: Radix takes that for a click outside the dialog. */
export function ignoreNotifications(event: CustomEvent<{ originalEvent: Event }>) {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('[aria-label="Notifications"]')) event.preventDefault();
}
