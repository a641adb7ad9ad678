import { paths } from '@/shared/lib/admin-paths';

let search = '';

/** Remembers the filters of the contact list, as the query string of its URL (`?q=…`). */
export function rememberListAddress(next: string): void {
  search = next;
}

/** URL of the contact list with its last filters. */
export function listAddress(): string {
  return paths.admin.contacts.href() + search;
}
