import { fold } from './fold.ts';

/** Where the register of municipalities is published, with its licence (CC-BY 4.0). */
export const REGISTER_URL =
  'https://www.donneesquebec.ca/recherche/dataset/repertoire-des-municipalites-du-quebec';

const civic =
  /^(?:municipalite|ville|paroisse|village|canton|cantons unis|bourg)(?: de paroisse)?(?: de la| de l| de| des| du| d)? /;

/** « Ville de Matane », « Municipalité de Matane » and « Matane » are one: folded, without what it is called. */
export function civicName(name: string): string {
  return fold(name).replace(civic, '');
}
