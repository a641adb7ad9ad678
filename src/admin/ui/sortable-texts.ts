import type { Announcements } from '@dnd-kit/core';

/** What the rows of a sortable list are called in French, and the ending that agrees with it. */
export type SortableNoun = { noun: string; definite: string; object: 'le' | 'la'; ending: '' | 'e' };

/** Where an item stands, as it is read out. */
export const positionText = (index: number, count: number) => `position ${index + 1} sur ${count}`;

/** How to move an item with the keyboard, read out on its handle. */
export const dragInstructions = ({ definite, object }: SortableNoun) =>
  `Appuyez sur Espace ou Entrée pour saisir ${definite}, sur les flèches pour ${object} déplacer, de nouveau sur Espace ou Entrée pour ${object} déposer, et sur Échap pour annuler.`;

/** What a screen reader says of an item: « Tag « Port » ». */
export const itemText = ({ noun }: SortableNoun, name: string) => `${noun} «\u00a0${name}\u00a0»`;

/**
 * What a screen reader says while an item is moved.
 *
 * @param items in the order on screen
 * @param hasMoved kept from one render to the next: an item that is taken is at once « over » its own place, which
 *   would be said over what was taken
 */
export function dragAnnouncements(
  items: readonly { id: string; name: string }[],
  hasMoved: { current: boolean },
  what: SortableNoun,
): Announcements {
  const item = (id: unknown) => itemText(what, items.find((known) => known.id === id)?.name ?? '');
  const place = (id: unknown) =>
    positionText(
      items.findIndex((known) => known.id === id),
      items.length,
    );
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return `${item(active.id)} saisi${what.ending}, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      hasMoved.current ||= over?.id !== active.id;
      if (!over || !hasMoved.current) return;
      return `${item(active.id)}\u00a0: ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `${item(active.id)} déposé${what.ending}, ${place(over ? over.id : active.id)}.`,
    onDragCancel: ({ active }) =>
      `Déplacement annulé. ${item(active.id)} remis${what.ending} à sa place, ${place(active.id)}.`,
  };
}
