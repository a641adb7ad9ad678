import type { ScreenKey } from '@/admin/kit/lib/keys';

/** The keys of the inbox, for its hint and for the list of all keys. */
export const inboxKeys = {
  next: { key: 'j', display: 'J', label: 'Demande suivante' },
  previous: { key: 'k', display: 'K', label: 'Demande précédente' },
  reply: { key: 'r', display: 'R', label: 'Répondre' },
  archive: { key: 'e', display: 'E', label: 'Archiver' },
  undo: { key: 'u', display: 'U', label: 'Annuler la dernière action' },
  close: { key: 'Escape', display: 'Échap', label: 'Fermer la demande' },
} as const satisfies Record<string, ScreenKey>;
