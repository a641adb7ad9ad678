import { searchKey } from '@contract/search-key';
import { sectors } from '@/admin/contacts/data/contact-labels';
import { keyField, type ListValues, listFields, textField } from '@/admin/kit/lib/use-list-state';
import { prospectOrders, prospectStatuses, relationChoices } from '../data/prospect-labels';
import { isProposed } from '../data/prospect-relations';
import type { Prospect } from '../data/prospects';

/** Filters and order of the prospects in the address. */
export const prospectListFields = listFields({
  q: textField(),
  tri: keyField(prospectOrders, 'promesse'),
  secteur: keyField(sectors),
  statut: keyField(prospectStatuses),
  relation: keyField(relationChoices),
});

export type ProspectListValues = ListValues<typeof prospectListFields>;

const LAST_DISTANCE = Number.POSITIVE_INFINITY;

/** Filters and sorts the prospects; those without a figure come last. */
export function filterProspects(
  prospects: readonly Prospect[],
  { q, tri, secteur, statut, relation }: ProspectListValues,
): Prospect[] {
  const words = searchKey(q);
  const isListed = (prospect: Prospect) =>
    relation === 'connues' ? prospect.known !== undefined : relation === 'toutes' || isProposed(prospect);
  const shown = prospects.filter(
    (prospect) =>
      isListed(prospect) &&
      (!secteur || prospect.sector === secteur) &&
      (!statut || prospect.status === statut) &&
      (!words || searchKey(`${prospect.company} ${prospect.city} ${prospect.name ?? ''}`).includes(words)),
  );
  const near = (prospect: Prospect) => prospect.road_km ?? prospect.distance_km ?? LAST_DISTANCE;
  const promising = (prospect: Prospect) => -(prospect.score ?? -1);
  const [first, second] = tri === 'distance' ? [near, promising] : [promising, near];
  return shown.sort(
    (left, right) =>
      compare(first(left), first(right)) ||
      compare(second(left), second(right)) ||
      left.company.localeCompare(right.company, 'fr-CA'),
  );
}

/** Counts the organisations that match the other filters and are left out as known ones. */
export const countOmitted = (prospects: readonly Prospect[], values: ProspectListValues): number =>
  values.relation === ''
    ? filterProspects(prospects, { ...values, relation: 'toutes' }).filter((one) => !isProposed(one)).length
    : 0;

/** Counts the prospects by status, the waiting ones without the known organisations. */
export function countByStatus(prospects: readonly Prospect[]): {
  pending: number;
  accepted: number;
  rejected: number;
} {
  const counts = { pending: 0, accepted: 0, rejected: 0 };
  for (const { status } of prospects.filter(isProposed))
    if (status in counts) counts[status as keyof typeof counts] += 1;
  return counts;
}

/** Compares two numbers; Infinity minus Infinity would be NaN. */
function compare(left: number, right: number): number {
  return left === right ? 0 : left - right;
}
