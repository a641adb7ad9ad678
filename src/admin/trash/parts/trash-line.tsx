import { Link } from 'react-router-dom';
import type { TrashKind } from '@/admin/kit/lib/table-words';
import { trashPaths } from '../paths';

/** The last line of a list on a phone, where the menu is behind a button: what was deleted from it is in the trash. */
export function TrashLine({ kind }: { kind: TrashKind }) {
  return (
    <p className="px-4 py-3 text-sm text-slate sm:hidden">
      <Link
        to={`${trashPaths.list.href()}?type=${kind}`}
        className="inline-block py-1 font-medium text-spruce-deep underline underline-offset-2"
      >
        Corbeille
      </Link>
      &nbsp;: ce qui est supprimé y reste 30&nbsp;jours
    </p>
  );
}
