import type { Announcements } from '@dnd-kit/core';

/** French name of the rows of a sortable list, with its article and grammatical ending. */
export type SortableNoun = { noun: string; definite: string; object: 'le' | 'la'; ending: '' | 'e' };

/** Describes an item's position, for screen readers. */
export const positionText = (index: number, count: number) => `position ${index + 1} sur ${count}`;

/** Instructions for moving an item with the keyboard, announced on its handle. */
export const dragInstructions = ({ definite, object }: SortableNoun) =>
  `Appuyez sur Espace ou Entrée pour saisir ${definite}, sur les flèches pour ${object} déplacer, de nouveau sur Espace ou Entrée pour ${object} déposer, et sur Échap pour annuler.`;

/** Names an item for screen readers: « Tag « Port » ». */
export const itemText = ({ noun }: SortableNoun, name: string) => `${noun} «\u00a0${name}\u00a0»`;

/**
 * Makes the announcements of a screen reader while an item is moved.
 *
 * @param items in the order on screen
 * @param hasMoved kept between renders: a picked up item is at once « over » its own place, whose announcement would
 *   replace the first
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
