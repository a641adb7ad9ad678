import { fixed } from '@/shared/lib/paths';

/** Addresses of the personal data and the review after a restore. */
export const privacyPaths = {
  /** Retention of personal data, and the register of exports and deletions. */
  personalData: fixed('/admin/parametres/donnees'),
  /** Messages that may have left since a restored copy of the data was made, to review before anything is sent. */
  restore: fixed('/admin/copie-remise-en-place'),
} as const;
