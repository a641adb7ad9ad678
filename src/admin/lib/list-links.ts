import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

/** Where a count leads: the list that shows those rows and no others. The parameters are those that the list reads. */
export const listLinks = {
  featuredTours: `${admin.tours.href()}?vedette=oui`,
  mostViewedTours: `${admin.tours.href()}?tri=-view_count`,
  draftTours: `${admin.tours.href()}?statut=draft`,
  newQuotes: `${admin.quotes.href()}?statut=nouveau`,
  upcomingTrips: `${admin.tripPlans.href()}?periode=a-venir`,
  newContacts: `${admin.contacts.href()}?statut=nouveau`,
  interestedContacts: `${admin.contacts.href()}?statut=${encodeURIComponent('intéressé')}`,
} as const;
