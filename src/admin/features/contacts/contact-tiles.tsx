import { useMemo } from 'react';
import type { ContactList } from '@/admin/data/contacts/contact-list';
import { StatTile } from '@/admin/ui/stat-tile';
import { formatNumber } from '@/shared/lib/numbers';
import { countByStatus } from './contact-filters';

/** How many contacts there are, and of the statuses that matter. Counted once the whole list is there. */
export function ContactTiles({ list }: { list: ContactList }) {
  const counts = useMemo(() => countByStatus(list.rows), [list.rows]);
  const of = (status: string) => (list.isComplete ? formatNumber(counts[status] ?? 0) : '…');
  const tiles = [
    ['Total', formatNumber(list.total)],
    ['Nouveaux', of('nouveau')],
    ['Intéressés', of('intéressé')],
    ['Partenaires', of('partenaire')],
  ] as const;
  return (
    <ul className="mb-6 grid grid-cols-2 gap-3 lg:grid-cols-4">
      {tiles.map(([label, value]) => (
        <li key={label}>
          <StatTile label={label} value={value} />
        </li>
      ))}
    </ul>
  );
}
