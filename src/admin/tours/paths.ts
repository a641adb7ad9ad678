import { filteredList } from '@/admin/kit/lib/list-address';
import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the virtual tours. */
export const tourPaths = {
  list: fixed('/admin/tours'),
  new: fixed('/admin/tours/new'),
  edit: withId('/admin/tours/:id/edit'),
  /** The tour made here, of the studio's own panoramas. */
  panoramas: withId('/admin/tours/:id/visite'),
  /** The ZIP of a tour made here, and what was delivered. */
  delivery: withId('/admin/tours/:id/livraison'),
  /** The address of a tour, its QR code, and the line that shows it in another site. */
  sharing: withId('/admin/tours/:id/partage'),
} as const;

/** Filtered lists that other screens count or link to, by parameters of the list; a test opens each of them. */
export const tourLinks = {
  featured: filteredList(tourPaths.list, { vedette: 'oui' }),
  drafts: filteredList(tourPaths.list, { statut: 'draft' }),
  mostViewed: filteredList(tourPaths.list, { tri: '-view_count' }),
} as const;
