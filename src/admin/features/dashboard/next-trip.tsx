import { Link } from 'react-router-dom';
import type { DashboardStats } from '@/admin/data/dashboard/dashboard';
import { formatDay } from '@/admin/lib/dates';
import { paths } from '@/shared/lib/paths';

/** Where the studio goes next. */
export function NextTrip({ stats }: { stats: DashboardStats }) {
  const { next_trip_id: id, next_trip_city: city, next_trip_region: region, next_trip_start: start } = stats;
  if (!id || !start) return <p className="text-slate">Aucun déplacement à venir.</p>;
  return (
    <p>
      <Link to={paths.admin.tripPlan.href(id)} className="font-semibold underline-offset-4 hover:underline">
        {city}
      </Link>
      <span className="block text-sm text-slate">
        {region} · <time dateTime={start}>{formatDay(start)}</time>
      </span>
    </p>
  );
}
