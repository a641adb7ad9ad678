import { slot } from '@/admin/kit/lib/subject';
import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the municipalities and their register. */
export const municipalityPaths = {
  list: fixed('/admin/municipalites'),
  /** A municipality, by the register's code. */
  one: withId('/admin/municipalites/:code'),
  /** The state of the register of municipalities, and its import. */
  register: fixed('/admin/parametres/repertoire'),
} as const;

/** Places on the screens of municipalities that other subjects fill. */
export const municipalitySlots = {
  /** On the page of a municipality or an MRC, above its records. */
  page: slot<{ code: string }>(),
  /** Place on the map of the list, below the marks; it gets the municipalities as they are drawn, and the map's unit. */
  map: slot<{ points: readonly { code: string; x: number; y: number }[]; unit: number }>(),
  /** Place in the key of that map. */
  mapKey: slot(),
} as const;
