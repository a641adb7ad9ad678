/** Length of a path that a survey keeps; as in supabase/schemas/41_surveys.sql. */
const MOST_CHARACTERS = 500;

/** Says in French why a survey cannot keep a file of this path; `undefined` when it can. */
export function pathFault(path: string): string | undefined {
  if (/[\p{Cc}\u2028\u2029]/u.test(path)) {
    return 'son nom contient un saut de ligne ou un caractère de commande. Renommez le fichier, puis rouvrez le dossier.';
  }
  if (/\p{Surrogate}/u.test(path)) {
    return 'son nom contient la moitié d’un caractère. Renommez le fichier, puis rouvrez le dossier.';
  }
  if ([...path].length > MOST_CHARACTERS) {
    return 'son chemin a plus de 500\u00a0caractères. Raccourcissez le nom d’un dossier, puis rouvrez-le.';
  }
  return undefined;
}

/** Writes a path so that it is read on one line, whatever its file is named. */
export const shownPath = (path: string) =>
  path.replaceAll(/[\p{Cc}\u2028\u2029]+/gu, '↵').replaceAll(/\p{Surrogate}/gu, '\ufffd');

/** Length of the name of a track. */
const MOST_OF_NAME = 200;

/** Names a track after its path; of a path that is too long the end is kept, because it distinguishes tracks. */
export function trackName(path: string): string {
  const shown = shownPath(path);
  const letters = [...shown];
  return letters.length <= MOST_OF_NAME ? shown : `…${letters.slice(1 - MOST_OF_NAME).join('')}`;
}
