import type { ScreenKey } from '@/admin/lib/keys';

/** The keys of the inbox, for its hint and for the list of all keys. */
export const inboxKeys = {
  next: { key: 'j', shown: 'J', label: 'Demande suivante' },
  previous: { key: 'k', shown: 'K', label: 'Demande précédente' },
  reply: { key: 'r', shown: 'R', label: 'Répondre' },
  archive: { key: 'e', shown: 'E', label: 'Archiver' },
  undo: { key: 'u', shown: 'U', label: 'Annuler la dernière action' },
  close: { key: 'Escape', shown: 'Échap', label: 'Fermer la demande' },
} as const satisfies Record<string, ScreenKey>;
