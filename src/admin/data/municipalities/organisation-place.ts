import { placeKey } from '@contract/search-key';
import type { Place } from './place-search';

/** What an organisation's name says before the name of its place. */
const DESIGNATION =
  /^(?:(?:la |l )?(?:municipalite(?: regionale de comte)?|ville|village|canton|cantons unis|paroisse|mrc|agglomeration))(?: de(?: village| paroisse| canton)?)?(?= )/;
const ARTICLE = /^(?:de la|de l|des|du|de|d|la|les|le|l) /;

/** « Ville de » is another place than « Paroisse de » the same name: what the register calls each. */
const designationOf = (key: string) =>
  /^(?:la |l )?(municipalite|ville|village|canton|paroisse) /.exec(key)?.[1];

/** The name of a place without its article: « Les Îles-de-la-Madeleine », « des Îles-de-la-Madeleine ». */
function bare(key: string): string {
  const rest = key.replace(ARTICLE, '');
  return rest === key ? key : bare(rest);
}

/**
 * The municipalities that an organisation's name stands for: one for « Municipalité de Saint-Félicien », none or several
 * where a person must choose. A register's designation decides between two of one name.
 */
export function placesOfOrganisation(places: readonly Place[], organisation: string): Place[] {
  const key = placeKey(organisation.replace(/['’]/g, ' '));
  if (/^(?:mrc|municipalite regionale)/.test(key)) return [];
  const wanted = bare(key.replace(DESIGNATION, '').trim());
  const found = places.filter((place) => bare(place.search_key ?? placeKey(place.name)) === wanted);
  const designation = designationOf(key);
  const same = found.filter((place) => placeKey(place.designation ?? '').startsWith(designation ?? ' '));
  return same.length === 1 ? same : found;
}
