import { Link } from 'react-router-dom';
import type { DashboardStats } from '@/admin/data/dashboard/dashboard';
import { listLinks } from '@/admin/lib/list-links';
import { paths } from '@/shared/lib/admin-paths';
import { counted, formatNumber } from '@/shared/lib/numbers';

const { admin } = paths;

type Figure = {
  label: string;
  value: number;
  /** The list of what is counted, and of nothing else. */
  to: string;
  /** A part of it, with its own list. */
  part?: { text: string; to: string };
};

/** The figures of the dashboard (specification, section 2). */
function figures(stats: DashboardStats): Figure[] {
  return [
    { label: 'Visites virtuelles', value: stats.tours, to: admin.tours.href() },
    { label: 'Coups de cœur', value: stats.featured_tours, to: listLinks.featuredTours },
    { label: 'Tags', value: stats.tags, to: admin.tags.href() },
    { label: 'Vues totales', value: stats.views, to: listLinks.mostViewedTours },
    { label: 'Soumissions nouvelles', value: stats.new_quotes, to: listLinks.newQuotes },
    {
      ...{ label: 'Déplacements', value: stats.trips, to: admin.tripPlans.href() },
      part: { text: `${formatNumber(stats.upcoming_trips)} à venir`, to: listLinks.upcomingTrips },
    },
    {
      ...{ label: 'Contacts', value: stats.contacts, to: admin.contacts.href() },
      part: { text: counted(stats.new_contacts, 'nouveau', 'nouveaux'), to: listLinks.newContacts },
    },
    { label: 'Contacts intéressés', value: stats.interested_contacts, to: listLinks.interestedContacts },
    { label: 'Templates', value: stats.templates, to: admin.emailTemplates.href() },
    {
      ...{ label: 'Campagnes', value: stats.campaigns, to: admin.campaigns.href() },
      part: {
        text: counted(stats.sent_emails, 'courriel envoyé', 'courriels envoyés'),
        to: admin.campaigns.href(),
      },
    },
  ];
}

/** One line on a phone, which scrolls inside its frame; as many as needed on wider screens. */
const stripClass =
  'flex overflow-x-auto rounded-xl border border-line bg-paper px-2 py-1 sm:flex-wrap sm:overflow-visible';
const linkClass =
  'inline-flex min-h-9 items-center gap-1.5 rounded-lg px-2 text-sm whitespace-nowrap hover:bg-mist';

/** The figures in one compact strip, each opening its list. */
export function StatStrip({ stats }: { stats: DashboardStats }) {
  return (
    <ul aria-label="Statistiques" className={stripClass}>
      {figures(stats).map(({ label, value, to, part }) => (
        <li key={label} className="flex shrink-0 items-center">
          <Link to={to} className={linkClass}>
            <span className="text-slate">{label}</span>{' '}
            <span className="font-semibold tabular-nums">{formatNumber(value)}</span>
          </Link>
          {part && (
            <Link to={part.to} className={`${linkClass} -ml-2 text-slate underline-offset-4 hover:underline`}>
              {part.text}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The place of the strip while its figures are counted. */
export function StatStripSkeleton() {
  return (
    <div role="status" className={stripClass}>
      <span className="sr-only">Chargement des statistiques…</span>
      {Array.from({ length: 10 }, (_, index) => index).map((figure) => (
        <span key={figure} className="flex h-9 w-32 shrink-0 items-center px-2">
          <span className="block h-4 w-full animate-pulse rounded bg-mist" />
        </span>
      ))}
    </div>
  );
}
