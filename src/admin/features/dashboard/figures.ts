import type { DashboardStats } from '@/admin/data/dashboard/dashboard';
import { listLinks } from '@/admin/lib/list-links';
import type { Stat } from '@/admin/ui/stat-strip';
import { paths } from '@/shared/lib/admin-paths';
import { counted, formatNumber } from '@/shared/lib/numbers';

const { admin } = paths;

/** The figures of the dashboard (specification, section 2), each with the list of what it counts, and of nothing else. */
export function dashboardFigures(stats: DashboardStats): (Stat & { to: string })[] {
  return [
    { label: 'Visites virtuelles', value: formatNumber(stats.tours), to: admin.tours.href() },
    { label: 'Coups de cœur', value: formatNumber(stats.featured_tours), to: listLinks.featuredTours },
    { label: 'Tags', value: formatNumber(stats.tags), to: admin.tags.href() },
    { label: 'Vues totales', value: formatNumber(stats.views), to: listLinks.mostViewedTours },
    { label: 'Soumissions nouvelles', value: formatNumber(stats.new_quotes), to: listLinks.newQuotes },
    {
      ...{ label: 'Déplacements', value: formatNumber(stats.trips), to: admin.tripPlans.href() },
      part: { text: `${formatNumber(stats.upcoming_trips)} à venir`, to: listLinks.upcomingTrips },
    },
    {
      ...{ label: 'Contacts', value: formatNumber(stats.contacts), to: admin.contacts.href() },
      part: { text: counted(stats.new_contacts, 'nouveau', 'nouveaux'), to: listLinks.newContacts },
    },
    {
      label: 'Contacts intéressés',
      value: formatNumber(stats.interested_contacts),
      to: listLinks.interestedContacts,
    },
    { label: 'Templates', value: formatNumber(stats.templates), to: admin.emailTemplates.href() },
    {
      ...{ label: 'Campagnes', value: formatNumber(stats.campaigns), to: admin.campaigns.href() },
      part: {
        text: counted(stats.sent_emails, 'courriel envoyé', 'courriels envoyés'),
        to: admin.campaigns.href(),
      },
    },
  ];
}
