import { organisationDomain } from '@contract/mailboxes.ts';
import { placeKey } from '@contract/search-key';
import { type Duplicate, type Ground, pairsBy } from '@/admin/lib/possible-duplicates';
import type { ListedOrganisation } from './organisations';

type Comparable = Pick<
  ListedOrganisation,
  'id' | 'kind' | 'name' | 'city' | 'region' | 'email' | 'register_code'
>;

/** Regions keep towns of one name apart. */
const townOf = ({ city, region }: Comparable) => placeKey(city) && `${placeKey(city)} ${placeKey(region)}`;

/** What a town hall is called beside the name of its town: « Ville de », « Municipalité de la paroisse de ». */
const designation =
  /^(?:la |l )?(?:mrc|municipalite regionale de comte|mairie|hotel de ville|ville|municipalite|village|paroisse|canton)(?: de (?:la )?(?:paroisse|village|canton))?(?: (?:de la|de l|des|du|de|d))? /;

/** Of a municipality or an MRC, the place that its name is of. */
function placeOf(organisation: Comparable): string | undefined {
  const { kind, name, region } = organisation;
  if (kind !== 'municipalité' && kind !== 'mrc') return undefined;
  const place = placeKey(name).replace(designation, '');
  return place && `${kind}\n${place}\n${placeKey(region)}`;
}

const grounds: readonly Ground<Comparable>[] = [
  ['Même municipalité ou MRC', placeOf],
  [
    'Même nom, même ville',
    (organisation) => townOf(organisation) && `${placeKey(organisation.name)}\n${townOf(organisation)}`,
  ],
  // A domain alone joins the hotels of a chain, and a museum to its town hall.
  [
    'Même domaine de courriel, même ville',
    (organisation) =>
      organisationDomain(organisation.email) &&
      townOf(organisation) &&
      `${organisationDomain(organisation.email)}\n${organisation.kind}\n${townOf(organisation)}`,
  ],
];

/** The pairs of organisations that may be one. Two that the register knows by two codes are two. */
export const findOrganisationDuplicates = <Row extends Comparable>(rows: readonly Row[]): Duplicate<Row>[] =>
  pairsBy(rows, grounds).filter(
    ({ pair: [one, other] }) =>
      !one.register_code || !other.register_code || one.register_code === other.register_code,
  );
