import { filteredList } from '@/admin/kit/lib/list-address';
import { slot } from '@/admin/kit/lib/subject';
import { fixed, withId } from '@/shared/lib/paths';

/** Addresses of the contacts. */
export const contactPaths = {
  list: fixed('/admin/contacts'),
  new: fixed('/admin/contacts/new'),
  import: fixed('/admin/contacts/import'),
  /** Contacts who may be the same person. */
  duplicates: fixed('/admin/contacts/doublons'),
  one: withId('/admin/contacts/:id'),
} as const;

/** Filtered lists that other screens count or link to, by parameters of the list; a test opens each of them. */
export const contactLinks = {
  new: filteredList(contactPaths.list, { statut: 'nouveau' }),
  interested: filteredList(contactPaths.list, { statut: 'intéressé' }),
  partners: filteredList(contactPaths.list, { statut: 'partenaire' }),
} as const;

/** Places on the screens of a contact that other subjects fill. */
export const contactSlots = {
  /** On its page, beside the form. */
  page: slot<{ id: string }>(),
} as const;
