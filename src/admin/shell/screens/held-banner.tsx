import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from 'react-router-dom';
import { formatDayAndTime } from '@/admin/kit/lib/dates';
import { restores } from '@/admin/privacy/data/restores';
import { privacyPaths } from '@/admin/privacy/paths';

/** Warns above every screen while all sending is held because a copy of the data was restored. */
export function HeldBanner() {
  const { data: hold } = useQuery(restores.hold());
  const { pathname } = useLocation();
  if (!hold || pathname === privacyPaths.restore.path) return null;
  return (
    <p role="status" className="mb-5 rounded-xl bg-amber-pale px-4 py-3 text-amber-ink">
      <strong>Les envois sont retenus.</strong> Une copie des données a été remise en place le{' '}
      {formatDayAndTime(hold.held_at)}.{' '}
      <Link to={privacyPaths.restore.href()} className="font-semibold underline underline-offset-4">
        Relire ce qui est parti depuis
      </Link>
    </p>
  );
}
