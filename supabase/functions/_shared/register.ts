import { fold } from './fold.ts';

/** Address where the register of municipalities is published, with its licence (CC BY 4.0). */
export const REGISTER_URL =
  'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';

const designationStart =
  /^(?:municipalite|ville|paroisse|village|canton|cantons unis|bourg|mrc)(?: de paroisse)? (?:(de|d|du|des) )?/;

/**
 * Normalises a municipality's name, without designation or article: « Ville de La Malbaie », « La Malbaie » and «
 * Municipalité de la Malbaie » are one.
 */
export function civicName(name: string): string {
  const folded = fold(name);
  return folded
    .replace(folded.startsWith('mrc ') ? '' : designationStart, '')
    .replace(/^(?:la|le|les|l) /, '');
}

/** Lists the spellings that the register may have for « Ville de… », « Municipalité des… » or « MRC du… », folded. */
export function registerNames(name: string): string[] {
  const folded = fold(name);
  const found = designationStart.exec(folded);
  const bare = folded.replace(designationStart, '');
  const contracted = found?.[1] === 'du' ? [`le ${bare}`] : found?.[1] === 'des' ? [`les ${bare}`] : [];
  return [...new Set([folded, bare, ...contracted])].filter(Boolean);
}
