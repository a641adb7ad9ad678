import { fixed } from '@/shared/lib/paths';

/** Addresses of the team and one's own account. */
export const accountPaths = {
  team: fixed('/admin/equipe'),
  /** The second factor of one's own account. */
  security: fixed('/admin/parametres/securite'),
} as const;
