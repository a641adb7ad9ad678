import { Link } from 'react-router-dom';
import type { SegmentContacts } from '@/admin/data/segments/segment-contacts';
import { ReachSummary } from '@/admin/ui/reach-summary';
import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;
const linkClass = 'inline-block py-0.5 text-sm font-medium text-spruce-deep underline underline-offset-2';

/** The segment chosen in the list, with its conditions and links to other screens. */
export function SegmentNotice({ id, segment }: { id: string; segment: SegmentContacts | null }) {
  if (!segment) return <p className="basis-full text-sm text-slate">Ce segment n’existe plus.</p>;
  const towns = new URLSearchParams({ segment: id, carte: 'oui' });
  return (
    <div className="flex basis-full flex-wrap items-start gap-x-5 gap-y-1">
      <ReachSummary {...segment} />
      <Link to={admin.segment.href(id)} className={linkClass}>
        Ses conditions
      </Link>
      <Link to={`${admin.municipalities.href()}?${towns}`} className={linkClass}>
        Sur la carte
      </Link>
    </div>
  );
}
