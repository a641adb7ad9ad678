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
 */
export function dragAnnouncements(tags: readonly { id: string; name: string }[]): Announcements {
  const name = (id: unknown) => tags.find((tag) => tag.id === id)?.name ?? '';
  const place = (id: unknown) =>
    positionText(
      tags.findIndex((tag) => tag.id === id),
      tags.length,
    );
  return {
    onDragStart: ({ active }) => `Tag «\u00a0${name(active.id)}\u00a0» saisi, ${place(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `Tag «\u00a0${name(active.id)}\u00a0»\u00a0: ${place(over.id)}.` : undefined,
    onDragEnd: ({ active, over }) =>
      `Tag «\u00a0${name(active.id)}\u00a0» déposé, ${place(over ? over.id : active.id)}.`,
    onDragCancel: ({ active }) =>
      `Déplacement annulé. Tag «\u00a0${name(active.id)}\u00a0» remis à sa place, ${place(active.id)}.`,
  };
}
