import { useRef } from 'react';

/** Overlay behind every dialog. One z-index for all: the later of two dialogs covers the earlier. */
export const overlayClass = 'fixed inset-0 z-50 bg-ink/50';

/** Style of every dialog. */
export const dialogClass =
  'fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-2xl bg-paper shadow-xl outline-none';

/**
 * Closes popovers and native dialogs, which the browser paints over every element: a dialog that opens then would be
 * under them, out of reach. Not every browser of the tests has them.
 */
function closeBrowserLayers(): void {
  for (const popover of document.querySelectorAll<HTMLElement>('[popover=auto]')) popover.hidePopover?.();
  for (const native of document.querySelectorAll<HTMLDialogElement>('dialog[open]')) native.close();
}

/** Focuses the screen, unless something of it has the focus. */
export function focusScreen(): void {
  const main = document.querySelector('main');
  if (!main?.contains(document.activeElement)) main?.focus({ preventScroll: true });
}

/**
 * Returns props for a dialog's content that restore the focus to its former element, or to the screen when that
 * element is gone, such as the button of a deleted row. Radix itself does so only for its own trigger.
 */
export function useFocusReturn() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      // Browser layers close first: each returns the focus to the button that opened it.
      closeBrowserLayers();
      opener.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      if (opener.current instanceof HTMLElement) opener.current.focus();
      if (document.activeElement !== opener.current) focusScreen();
    },
  };
}

/** Keeps a dialog open when a message over it is closed: Radix treats that as a click outside the dialog. */
export function ignoreNotifications(event: CustomEvent<{ originalEvent: Event }>) {
  const { target } = event.detail.originalEvent;
  if (target instanceof Element && target.closest('[aria-label="Notifications"]')) event.preventDefault();
}
