import { useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { counted } from '@/shared/lib/numbers';
import { whenIdle } from '@/shared/lib/when-idle';
import { contactPaths } from '../paths';

/**
 * Shows above a list the number of possible duplicates, with a link to compare them. They are searched when the
 * browser is idle, because ten thousand rows take a tenth of a second.
 *
 * @param find must be stable
 */
export function DuplicatesBanner<Row>({
  rows,
  find,
  among,
}: {
  rows: readonly Row[];
  find: (rows: readonly Row[]) => readonly unknown[];
  among: 'contacts' | 'organisations';
}) {
  const [count, setCount] = useState(0);
  useEffect(() => whenIdle(() => setCount(find(rows).length)), [rows, find]);
  if (count === 0) return null;
  return (
    <p className="mb-3 shrink-0 rounded-xl bg-amber-pale px-4 py-2 text-sm text-amber-ink">
      {counted(count, 'doublon possible', 'doublons possibles')} parmi vos {among}.{' '}
      <Link to={contactPaths.duplicates.href()} className="font-semibold underline">
        Comparer les fiches
      </Link>
    </p>
  );
}
