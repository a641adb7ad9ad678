import { fixed } from '@/shared/lib/paths';

/** Addresses of the settings and the first setup. */
export const settingsPaths = {
  studio: fixed('/admin/parametres'),
  /** The remaining steps of the first setup. */
  setup: fixed('/admin/demarrage'),
  /** Senders, pace and state of sending. */
  sending: fixed('/admin/parametres/courriels'),
  /** The studio's presentation to buyers, and its named clients. */
  publicProfile: fixed('/admin/parametres/profil'),
  /** Prices that visitors estimate their project from. */
  publicPrices: fixed('/admin/parametres/prix'),
  /** The sites that may show tours in their pages. */
  embedding: fixed('/admin/parametres/partage'),
  /** The authorities that stamp the seals of surveys. */
  evidence: fixed('/admin/parametres/preuve'),
  /** The copies of the data, and what putting them back elsewhere found. */
  backups: fixed('/admin/parametres/copies'),
} as const;
