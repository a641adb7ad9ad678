/** Position of the notices in a header: the distances from the edges of the window, and their width, in px. */
export type HeaderPlace = { edge: 'top'; top: number; left: number; right: number; width: number };

/** Greatest width of a notice, in px. */
const MAX_NOTICE_PX = 448;
/** Room above a notice in a header, in px. */
const MARGIN_PX = 4;

/** Returns the place of notices in a part of the header that nobody presses. */
export function placeInSlot(
  slot: { left: number; right: number; top: number },
  windowWidth: number,
): HeaderPlace {
  const width = Math.min(MAX_NOTICE_PX, slot.right - slot.left);
  return {
    edge: 'top',
    top: slot.top + MARGIN_PX,
    left: slot.right - width,
    right: windowWidth - slot.right,
    width,
  };
}

/** Returns the place of notices in the header of a screen that keeps a part of it for them (`data-notices`). */
export function placeInHeader(): HeaderPlace | undefined {
  const slot = document.querySelector('[data-notices]')?.getBoundingClientRect();
  return slot?.width ? placeInSlot(slot, document.documentElement.clientWidth) : undefined;
}
