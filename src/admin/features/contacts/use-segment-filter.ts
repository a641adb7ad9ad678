import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { segmentContacts } from '@/admin/data/segments/segment-contacts';

/** Holds the segment that the list is filtered by, as a filter among the others; `''` reads nothing. */
export function useSegmentFilter(id: string) {
  const query = useQuery(segmentContacts(id));
  const { data } = query;
  // A deleted segment matches nobody, rather than everybody.
  const ids = useMemo(() => (id && data !== undefined ? new Set(data?.ids) : undefined), [id, data]);
  const filter = {
    name: 'segment',
    label: 'Segment',
    allLabel: 'Aucun segment',
    options: { [id]: data?.name ?? (data === null ? 'supprimé' : '…') },
  } as const;
  return { query, ids, filters: id ? [filter] : [] };
}
