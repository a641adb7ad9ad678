import type { DashboardStats } from '@/admin/data/dashboard/dashboard';
import { StatTile } from '@/admin/ui/stat-tile';
import { paths } from '@/shared/lib/admin-paths';
import { counted, formatNumber } from '@/shared/lib/numbers';

const { admin } = paths;

/** The cards of the dashboard, each with the list that it counts. */
function tiles(stats: DashboardStats) {
  return [
    { label: 'Visites virtuelles', value: stats.tours, to: admin.tours.href() },
    { label: 'Coups de cœur', value: stats.featured_tours, to: admin.tours.href() },
    { label: 'Tags', value: stats.tags, to: admin.tags.href() },
    { label: 'Vues totales', value: stats.views, to: admin.tours.href() },
    {
      label: 'Soumissions nouvelles',
      value: stats.new_quotes,
      to: admin.quotes.href(),
      detail: stats.new_quotes > 0 ? 'à traiter' : 'rien à traiter',
    },
    {
      label: 'Déplacements',
      value: stats.trips,
      to: admin.tripPlans.href(),
      detail: `${formatNumber(stats.upcoming_trips)} à venir`,
    },
    {
      label: 'Contacts',
      value: stats.contacts,
      to: admin.contacts.href(),
      detail: counted(stats.new_contacts, 'nouveau', 'nouveaux'),
    },
    { label: 'Contacts intéressés', value: stats.interested_contacts, to: admin.contacts.href() },
    { label: 'Templates', value: stats.templates, to: admin.emailTemplates.href() },
    {
      label: 'Campagnes',
      value: stats.campaigns,
      to: admin.campaigns.href(),
      detail: counted(stats.sent_emails, 'courriel envoyé', 'courriels envoyés'),
    },
  ];
}

const gridClass = 'grid grid-cols-2 gap-3 sm:grid-cols-3 sm:gap-4 xl:grid-cols-5';

export function StatGrid({ stats }: { stats: DashboardStats }) {
  return (
    <ul aria-label="Statistiques" className={gridClass}>
      {tiles(stats).map(({ value, ...tile }) => (
        <li key={tile.label}>
          <StatTile {...tile} value={formatNumber(value)} />
        </li>
      ))}
    </ul>
  );
}

/** The places of the cards while their figures are counted. */
export function StatGridSkeleton() {
  return (
    <div role="status" className={gridClass}>
      <span className="sr-only">Chargement des statistiques…</span>
      {Array.from({ length: 10 }, (_, index) => index).map((tile) => (
        <div key={tile} className="h-26 rounded-xl border border-line bg-paper px-4 py-3">
          <span className="block h-4 w-2/3 animate-pulse rounded bg-mist" />
          <span className="mt-3 block h-6 w-1/3 animate-pulse rounded bg-mist" />
        </div>
      ))}
    </div>
  );
}
