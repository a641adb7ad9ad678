import { readAll } from '@/lib/read-all';
import { rest } from '@/lib/rest';

/**
 * The slug of every published tour and when it last changed (ISO 8601), newest first. Read by the build only, for
 * the tour pages and the sitemap.
 *
 * @throws the error of the data API, or of the network
 */
export function publishedTourAddresses(): Promise<{ slug: string; updated_at: string }[]> {
  return readAll(async (from, to) => {
    const { data } = await rest
      .from('virtual_tours')
      .select('slug, updated_at')
      .eq('status', 'published')
      .order('created_at', { ascending: false })
      .order('id')
      .range(from, to)
      .throwOnError();
    return data;
  });
}
