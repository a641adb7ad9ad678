/**
 * Text prepared for comparison: lower case, without accents nor outer spaces, so that « Évènement » is found by « evenement ».
 */
export function searchKey(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .trim();
}
