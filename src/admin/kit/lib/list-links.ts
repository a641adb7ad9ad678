import { paths } from '@/shared/lib/admin-paths';

const { admin } = paths;

/** Returns the address of a list with some of its parameters set. */
const filtered = (list: { href: () => string }, parameters: Record<string, string>) =>
  `${list.href()}?${new URLSearchParams(parameters)}`;

/**
 * Addresses of filtered lists that other screens count or link to. The parameters are those of each list
 * (`…ListFields` beside its screen); a test opens each of them.
 */
export const listLinks = {
  featuredTours: filtered(admin.tours, { vedette: 'oui' }),
  draftTours: filtered(admin.tours, { statut: 'draft' }),
  mostViewedTours: filtered(admin.tours, { tri: '-view_count' }),
  newQuotes: filtered(admin.quotes, { statut: 'nouveau' }),
  /** The trips that `dashboard_stats` counts: they start today or later. */
  upcomingTrips: filtered(admin.tripPlans, { periode: 'a-venir' }),
  newContacts: filtered(admin.contacts, { statut: 'nouveau' }),
  interestedContacts: filtered(admin.contacts, { statut: 'intéressé' }),
  partnerContacts: filtered(admin.contacts, { statut: 'partenaire' }),
  contactsWithoutEmail: filtered(admin.contacts, { courriel: 'sans' }),
  /** Contacts whose consent ends within thirty days. */
  expiringConsents: filtered(admin.contacts, { consentement: 'bientot' }),
  scheduledCampaigns: filtered(admin.campaigns, { statut: 'programmé' }),
  runningCampaigns: filtered(admin.campaigns, { statut: 'en_cours' }),
} as const;
