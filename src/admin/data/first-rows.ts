/** What a list reads first: some columns of a table, of which rows, in an order, and how many. */
type FirstRows = {
  table: string;
  columns: string;
  /** A column and what it equals, as PostgREST reads it: `eq.municipalité`. */
  filter?: Readonly<Record<string, string>>;
  order: string;
  count: number;
};

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
  organisations: {
    table: 'organisations',
    columns: 'id, kind, name, city, region, email, phone, register_code, name_key, town_key',
    order: 'name_key.asc,id.asc',
    count: 40,
  },
  municipalities: {
    table: 'municipalities',
    columns:
      'code, name, designation, mrc_code, mrc_name, region, population, latitude, longitude, approximate, gone_on, search_key',
    filter: { kind: 'eq.municipalité' },
    order: 'search_key.asc,code.asc',
    count: 40,
  },
} as const satisfies Record<string, FirstRows>;

/** The address of the first rows, after `/rest/v1/`, written as postgrest-js writes it. */
export function firstRowsPath({ table, columns, filter, order, count }: FirstRows): string {
  const query = { select: columns.replaceAll(' ', ''), ...filter, order, offset: '0', limit: String(count) };
  return `${table}?${new URLSearchParams(query)}`;
}

/** The address of what says which role a user has. */
export function rolePath(userId: string): string {
  const query = { select: 'role', user_id: `eq.${userId}` };
  return `user_roles?${new URLSearchParams(query)}`;
}
