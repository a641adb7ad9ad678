/** Words that nobody should read on a screen, except in a folded « Détails techniques ». */

/** Values that programs print for missing data, and unresolved escapes. */
export const LITERALS =
  /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&(?:nbsp|amp|#\d+);|\bundefined\b|\bNaN\b|\bnull\b|Invalid Date|\[object Object\]/i;

/** Developers' words and English words; those of the specification (Dashboard, template, tag) are allowed. */
export const FOREIGN = new RegExp(
  [
    ...[
      'VITE_\\w+',
      'LLM_\\w+',
      'SUPABASE_\\w+',
      'SHA-?256',
      'secrets? des fonctions',
      'Numéroter et figer',
      'Numéroté et figé',
    ],
    ...['Adresse réseau', 'Failed to fetch', 'localhost', 'migration', 'webhook', 'endpoint'],
    ...['Save', 'Cancel', 'Delete', 'Submit', 'Loading', 'Search', 'Close', 'Next', 'Previous', 'Settings'],
    ...['Sign in', 'Log in', 'Log out', 'Required', 'Unexpected', 'Error', 'Warning', 'Success', 'Upload'],
    ...['Download', 'Edit', 'Add', 'Remove', 'Back', 'Home', 'Read more', 'Learn more'],
  ]
    .map((word) => `(?<![\\p{L}\\d_.@/-])${word}(?![\\p{L}\\d_@/-])`)
    .join('|'),
  'u',
);

/** Error texts of our own screens. */
export const FAILURES =
  /Unexpected Application Error|Cette page a rencontré un problème|Cette page n’a pas pu être chargée|Une erreur inattendue|Impossible de charger/;

/** Texts of the screens for unknown addresses. */
export const NOWHERE = /Cette adresse n’existe pas|Page not found|Page introuvable/;
