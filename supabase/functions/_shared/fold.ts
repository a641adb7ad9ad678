/** Text prepared for comparison: lower case, without accents, ligatures, punctuation nor doubled spaces. */
export function fold(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/œ/g, 'oe')
    .replace(/æ/g, 'ae')
    .replace(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}

/** A place's name as the column `municipalities.search_key` has it: folded, « St » written « saint ». */
export function placeKey(name: string): string {
  return fold(name)
    .replace(/\bst\b/g, 'saint')
    .replace(/\bste\b/g, 'sainte');
}

/** The domain of a site without « www. », or undefined when the address is no http address. */
export function siteDomain(address: string | null | undefined): string | undefined {
  if (!address || !/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  return new URL(address).hostname.replace(/^www\./, '').replace(/\.$/, '') || undefined;
}
