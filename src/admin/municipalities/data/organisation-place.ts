import { placeKey } from '@contract/search-key';
import type { Place } from './place-search';

/** Matches the part of an organisation's name before the name of its place. */
const DESIGNATION_START =
  /^(?:(?:la |l )?(?:municipalite(?: regionale de comte)?|ville|village|canton|cantons unis|paroisse|mrc|agglomeration))(?: de(?: village| paroisse| canton)?)?(?= )/;
const ARTICLE_START = /^(?:de la|de l|des|du|de|d|la|les|le|l) /;

/** Finds the register's designation: « Ville de » is another place than « Paroisse de » the same name. */
const designationOf = (key: string) =>
  /^(?:la |l )?(municipalite|ville|village|canton|paroisse) /.exec(key)?.[1];

/** Removes the article of a place's name: « Les Îles-de-la-Madeleine », « des Îles-de-la-Madeleine ». */
function withoutArticle(key: string): string {
  const rest = key.replace(ARTICLE_START, '');
  return rest === key ? key : withoutArticle(rest);
}

/**
 * Finds the municipalities that an organisation's name may mean: one for « Municipalité de Saint-Félicien », none or
 * several where a person must choose. A register's designation decides between two of one name.
 */
export function placesOfOrganisation(places: readonly Place[], organisation: string): Place[] {
  const key = placeKey(organisation.replace(/['’]/g, ' '));
  if (/^(?:mrc|municipalite regionale)/.test(key)) return [];
  const wanted = withoutArticle(key.replace(DESIGNATION_START, '').trim());
  const found = places.filter((place) => withoutArticle(place.search_key ?? placeKey(place.name)) === wanted);
  const designation = designationOf(key);
  const same = found.filter((place) => placeKey(place.designation ?? '').startsWith(designation ?? ' '));
  return same.length === 1 ? same : found;
}
