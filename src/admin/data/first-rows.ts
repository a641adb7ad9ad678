/** What a list reads first: some columns of a table, in an order, and how many rows. */
type FirstRows = { table: string; columns: string; order: string; count: number };

/**
 * The first rows of the long lists: a screenful and a half, so that they come before the rest. Apart from the reads
 * themselves, because the page prefetches them before its scripts run (src/admin/prefetch.ts).
 */
export const firstRows = {
  contacts: {
    table: 'contacts',
    columns: 'id, name, company, email, phone, city, region, sector, status, organisation_id, function_kind',
    order: 'created_at.desc,id.asc',
    count: 40,
  },
  tours: {
    table: 'virtual_tours',
    columns:
      'id, title, slug, location, status, is_featured, view_count, image_url, virtual_tour_tags(tag_id)',
    order: 'created_at.desc,id.asc',
    count: 40,
  },
} as const satisfies Record<string, FirstRows>;

/** The address of the first rows, after `/rest/v1/`, written as postgrest-js writes it. */
export function firstRowsPath({ table, columns, order, count }: FirstRows): string {
  const query = { select: columns.replaceAll(' ', ''), order, offset: '0', limit: String(count) };
  return `${table}?${new URLSearchParams(query)}`;
}

/** The address of what says which role a user has. */
export function rolePath(userId: string): string {
  const query = { select: 'role', user_id: `eq.${userId}` };
  return `user_roles?${new URLSearchParams(query)}`;
}
