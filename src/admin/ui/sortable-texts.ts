import type { Announcements } from '@dnd-kit/core';

/** Where a tag stands, as it is read out. */
export const positionText = (index: number, count: number) => `position ${index + 1} sur ${count}`;

/** How to move a tag with the keyboard, read out on its handle. */
export const dragInstructions =
  'Appuyez sur Espace ou Entrée pour saisir le tag, sur les flèches pour le déplacer, de nouveau sur Espace ou Entrée pour le déposer, et sur Échap pour annuler.';

/**
 * What a screen reader says while a tag is moved.
 *
 * @param tags in the order on screen
 * @param hasMoved kept from one render to the next: a tag that is taken is at once « over » its own place, which
 *   would be said over what was taken
 */
export function dragAnnouncements(
  tags: readonly { id: string; name: string }[],
  hasMoved: { current: boolean },
): Announcements {
  const name = (id: unknown) => tags.find((tag) => tag.id === id)?.name ?? '';
  const place = (id: unknown) =>
    positionText(
      tags.findIndex((tag) => tag.id === id),
      tags.length,
    );
  return {
    onDragStart: ({ active }) => {
      hasMoved.current = false;
      return `Tag «\u00a0${name(active.id)}\u00a0» saisi, ${place(active.id)}.`;
    },
    onDragOver: ({ active, over }) => {
      hasMoved.current ||= over?.id !== active.id;
      if (!over || !hasMoved.current) return;
      return `Tag «\u00a0${name(active.id)}\u00a0»\u00a0: ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) =>
      `Tag «\u00a0${name(active.id)}\u00a0» déposé, ${place(over ? over.id : active.id)}.`,
    onDragCancel: ({ active }) =>
      `Déplacement annulé. Tag «\u00a0${name(active.id)}\u00a0» remis à sa place, ${place(active.id)}.`,
  };
}
