import { useQuery } from '@tanstack/react-query';
import { segmentContacts } from '@/admin/data/segments/segment-contacts';
import { segments } from '@/admin/data/segments/segments';
import { SegmentConditions } from '@/admin/parts/places/segment-conditions';
import { FilterSelect } from '@/admin/ui/filter-select';
import { ReachSummary } from '@/admin/ui/reach-summary';
import { Button } from '@/shared/ui/button';

type Props = {
  /** The id of the segment that the people are chosen from; `''`: everybody. */
  value: string;
  onChange: (segment: string) => void;
};

/** The segment that the people of a campaign are chosen from; nothing is shown where the team has none. */
export function SegmentChoice({ value, onChange }: Props) {
  const { data: known = [] } = useQuery(segments.list());
  const chosen = useQuery(segmentContacts(value));
  const definition = known.find(({ id }) => id === value)?.definition;
  if (known.length === 0 && !value) return null;
  return (
    <div className="space-y-1.5" aria-busy={chosen.isFetching}>
      <FilterSelect
        label="Segment"
        labelled
        allLabel="Tous les contacts"
        value={value}
        options={Object.fromEntries(known.map(({ id, name }) => [id, name]))}
        onChange={onChange}
      />
      {definition && <SegmentConditions title="Ses conditions" definition={definition} />}
      {chosen.data && <ReachSummary {...chosen.data} />}
      {chosen.isError && (
        <p role="alert" className="flex flex-wrap items-center gap-3 text-sm text-sumac-deep">
          Les contacts du segment n’ont pas pu être chargés.
          <Button size="sm" variant="outline" onClick={() => chosen.refetch()}>
            Réessayer
          </Button>
        </p>
      )}
    </div>
  );
}
