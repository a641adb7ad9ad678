import { useQuery } from '@tanstack/react-query';
import { formatDay } from '@/admin/kit/lib/dates';
import { segmentContacts } from '@/admin/segments/data/segment-contacts';
import { counted } from '@/shared/lib/numbers';
import type { Candidate } from '../data/audience';
import { isWrittenLately } from '../data/segment-campaigns';

type Props = {
  /** Id of the segment that the people are chosen from; `''` for none. */
  segment: string;
  candidates: readonly Candidate[];
  selected: ReadonlySet<string>;
  gapDays: number;
};

/** Lists the people of the segment that the campaign leaves out because another one wrote to them lately. */
export function LeftOut({ segment, candidates, selected, gapDays }: Props) {
  const { data: members } = useQuery(segmentContacts(segment));
  if (!segment || !members) return null;
  const ids = new Set(members.ids);
  const people = candidates.filter(
    (person) =>
      ids.has(person.id) && !selected.has(person.id) && !person.refusal && isWrittenLately(person, gapDays),
  );
  if (people.length === 0) return null;
  return (
    <details className="rounded-lg bg-mist px-4 py-2.5 text-sm">
      <summary className="min-h-6 cursor-pointer font-semibold">
        {counted(people.length, 'personne laissée de côté', 'personnes laissées de côté')}
        <span className="font-normal">
          {' '}
          (écrites il y a peu&nbsp;: au plus un message en {counted(gapDays, 'jour')})
        </span>
      </summary>
      <ul className="mt-2 space-y-1">
        {people.map(({ id, name, company, lastSentAt }) => (
          <li key={id} className="wrap-anywhere">
            {name}, {company}&nbsp;: a reçu un message le {formatDay(lastSentAt ?? '')}
          </li>
        ))}
      </ul>
    </details>
  );
}
