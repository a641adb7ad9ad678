import { paths } from '@/shared/lib/paths';

let search = '';

/** The list was last seen with these filters, as the address carries them (`?q=…`). */
export function rememberListAddress(next: string): void {
  search = next;
}

/** The list as it was left. */
export function listAddress(): string {
  return paths.admin.contacts.href() + search;
}
