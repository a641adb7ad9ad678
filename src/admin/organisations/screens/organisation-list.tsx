import { placeKey } from '@contract/search-key';
import { labelOf } from '@/admin/kit/lib/label-of';
import { shownAddress } from '@/admin/kit/lib/shown-address';
import { sortRows } from '@/admin/kit/lib/sorting';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import type { Column } from '@/admin/kit/ui/data-table';
import { PhoneNumber } from '@/admin/kit/ui/phone-number';
import { mailtoHref } from '@/shared/lib/mailto-href';
import { formatNumber } from '@/shared/lib/numbers';
import { organisationKinds } from '../data/organisation-labels';
import type { ListedOrganisation, PeopleCounts } from '../data/organisations';
import { tables } from '../data/tables';
import { organisationPaths } from '../paths';

const { fields } = tables.organisations;

/** Search, filter and order of the list in the address. */
export const organisationFields = listFields({
  q: textField(),
  genre: keyField(organisationKinds),
  tri: textField('nom'),
});

/** Columns that the list can be ordered by: column → French label. */
export const organisationOrders = { nom: fields.name, ville: fields.city, personnes: 'Personnes' } as const;

/** Filters and sorts the organisations. */
export function filterOrganisations(
  rows: readonly ListedOrganisation[],
  { q, genre, tri }: ListValues<typeof organisationFields>,
  people: PeopleCounts | undefined,
): readonly ListedOrganisation[] {
  const words = placeKey(q).split(' ').filter(Boolean);
  const kept = rows.filter(
    ({ kind, name_key, town_key }) =>
      (!genre || kind === genre) &&
      words.every((word) => name_key?.includes(word) || town_key?.includes(word)),
  );
  return sortRows(kept, tri, {
    nom: ({ name }) => name,
    genre: ({ kind }) => labelOf(organisationKinds, kind),
    ville: ({ city }) => city,
    region: ({ region }) => region,
    personnes: ({ id }) => people?.[id] ?? 0,
  });
}

/** Returns the columns of the list; the number of persons is shown once it has loaded. */
export function organisationColumns(people: PeopleCounts | undefined): Column<ListedOrganisation>[] {
  const peopleText = ({ id }: ListedOrganisation) => (people ? formatNumber(people[id] ?? 0) : '');
  return [
    {
      key: 'nom',
      header: 'Organisation',
      sortable: true,
      mobile: 'title',
      primary: true,
      width: [200, 360],
      grows: true,
      text: ({ name }) => name,
      cell: ({ id, name }) => (
        <a className="font-semibold hover:underline" href={organisationPaths.one.href(id)}>
          {name}
        </a>
      ),
    },
    {
      key: 'genre',
      header: fields.kind,
      sortable: true,
      under: 'nom',
      width: [110, 200],
      text: ({ kind }) => labelOf(organisationKinds, kind),
      cell: ({ kind }) => labelOf(organisationKinds, kind),
    },
    {
      key: 'ville',
      header: fields.city,
      sortable: true,
      mobile: 'text',
      width: [100, 200],
      text: ({ city }) => city,
      cell: ({ city }) => city,
    },
    {
      key: 'region',
      header: fields.region,
      sortable: true,
      optional: 1,
      width: [100, 220],
      text: ({ region }) => region,
      cell: ({ region }) => region,
    },
    {
      key: 'personnes',
      header: 'Personnes',
      sortable: true,
      align: 'end',
      width: [112, 120],
      text: peopleText,
      cell: peopleText,
    },
    {
      key: 'courriel',
      header: fields.email,
      primary: true,
      width: [146, 360],
      text: ({ email }) => email && shownAddress(email),
      cell: ({ email }) =>
        email && (
          <a className="underline" href={mailtoHref(email)}>
            {shownAddress(email)}
          </a>
        ),
    },
    {
      key: 'telephone',
      header: fields.phone,
      primary: true,
      under: 'courriel',
      width: [112, 220],
      text: ({ phone }) => phone,
      cell: ({ phone }) => phone && <PhoneNumber phone={phone} className="underline" />,
    },
  ];
}
