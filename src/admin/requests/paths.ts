import { filteredList } from '@/admin/kit/lib/list-address';
import { slot } from '@/admin/kit/lib/subject';
import { fixed } from '@/shared/lib/paths';

/** Fragment of a request's address that focuses the reply field. */
export const REPLY_HASH = '#repondre';

/** Addresses of the requests of visitors. */
export const requestPaths = {
  list: fixed('/admin/soumissions'),
  /** A request, open over the list. */
  one: {
    path: '/admin/soumissions',
    href: (id: string) => `/admin/soumissions?demande=${encodeURIComponent(id)}`,
  },
  /** A request with its reply field focused. */
  reply: {
    path: '/admin/soumissions',
    href: (id: string) => `/admin/soumissions?demande=${encodeURIComponent(id)}${REPLY_HASH}`,
  },
} as const;

/** Filtered lists that other screens count or link to, by parameters of the list; a test opens each of them. */
export const requestLinks = {
  new: filteredList(requestPaths.list, { statut: 'nouveau' }),
} as const;

/** Places on the screens of a request that other subjects fill. */
export const requestSlots = {
  /** Below its conversation. */
  detail: slot<{ id: string }>(),
} as const;
