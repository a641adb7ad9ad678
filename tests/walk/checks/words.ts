/** Words that no one should read on a screen. A word in a folded « Détails techniques » is not meant. */

/** Values that a program prints when it has nothing to say, and escapes that were meant for a string. */
export const LITERALS =
  /\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|&(?:nbsp|amp|#\d+);|\bundefined\b|\bNaN\b|\bnull\b|Invalid Date|\[object Object\]/i;

/** Words of programmers and of English screens; those that the specification prints (Dashboard, template, tag) stay. */
export const FOREIGN = new RegExp(
  [
    ...['VITE_\\w+', 'LLM_\\w+', 'SUPABASE_\\w+', 'SHA-?256', 'secrets? des fonctions', 'Numéroter et figer'],
    ...['Adresse réseau', 'Failed to fetch', 'localhost', 'migration', 'webhook', 'endpoint'],
    ...['Save', 'Cancel', 'Delete', 'Submit', 'Loading', 'Search', 'Close', 'Next', 'Previous', 'Settings'],
    ...['Sign in', 'Log in', 'Log out', 'Required', 'Unexpected', 'Error', 'Warning', 'Success', 'Upload'],
    ...['Download', 'Edit', 'Add', 'Remove', 'Back', 'Home', 'Read more', 'Learn more'],
  ]
    .map((word) => `(?<![\\p{L}\\d_.@/-])${word}(?![\\p{L}\\d_@/-])`)
    .join('|'),
  'u',
);

/** Words of our own screens when something broke. */
export const FAILURES =
  /Unexpected Application Error|Cette page a rencontré un problème|Cette page n’a pas pu être chargée|Une erreur inattendue|Impossible de charger/;

/** Words of the screens of an address that leads nowhere. */
export const NOWHERE = /Cette adresse n’existe pas|Page not found|Page introuvable/;
