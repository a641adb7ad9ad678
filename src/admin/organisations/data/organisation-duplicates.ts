import { organisationDomain } from '@contract/mailboxes.ts';
import { placeKey } from '@contract/search-key';
import { type Duplicate, type DuplicateCriterion, pairsBy } from '@/admin/kit/lib/possible-duplicates';
import type { ListedOrganisation } from './organisations';

type Comparable = Pick<
  ListedOrganisation,
  'id' | 'kind' | 'name' | 'city' | 'region' | 'email' | 'register_code'
>;

/** Keys a town with its region, which distinguishes towns of one name. */
const townOf = ({ city, region }: Comparable) => placeKey(city) && `${placeKey(city)} ${placeKey(region)}`;

/** Matches the designation in a town hall's name: « Ville de », « Municipalité de la paroisse de ». */
const DESIGNATION =
  /^(?:la |l )?(?:mrc|municipalite regionale de comte|mairie|hotel de ville|ville|municipalite|village|paroisse|canton)(?: de (?:la )?(?:paroisse|village|canton))?(?: (?:de la|de l|des|du|de|d))? /;

/** Returns the place in the name of a municipality or an MRC. */
function placeOf(organisation: Comparable): string | undefined {
  const { kind, name, region } = organisation;
  if (kind !== 'municipalité' && kind !== 'mrc') return undefined;
  const place = placeKey(name).replace(DESIGNATION, '');
  return place && `${kind}\n${place}\n${placeKey(region)}`;
}

const criteria: readonly DuplicateCriterion<Comparable>[] = [
  ['Même municipalité ou MRC', placeOf],
  [
    'Même nom, même ville',
    (organisation) => townOf(organisation) && `${placeKey(organisation.name)}\n${townOf(organisation)}`,
  ],
  // A domain alone would match the hotels of a chain, and a museum with its town hall.
  [
    'Même domaine de courriel, même ville',
    (organisation) =>
      organisationDomain(organisation.email) &&
      townOf(organisation) &&
      `${organisationDomain(organisation.email)}\n${organisation.kind}\n${townOf(organisation)}`,
  ],
];

/** Finds the pairs of organisations that may be the same. Two with different codes of the register are different. */
export const findOrganisationDuplicates = <Row extends Comparable>(rows: readonly Row[]): Duplicate<Row>[] =>
  pairsBy(rows, criteria).filter(
    ({ pair: [one, other] }) =>
      !one.register_code || !other.register_code || one.register_code === other.register_code,
  );
