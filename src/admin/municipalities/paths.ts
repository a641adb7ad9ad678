import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the municipalities and their register. */
export const municipalityPaths = {
  list: fixed('/admin/municipalites'),
  /** A municipality, by the register's code. */
  one: withId('/admin/municipalites/:code'),
  /** The state of the register of municipalities, and its import. */
  register: fixed('/admin/parametres/repertoire'),
} as const;
