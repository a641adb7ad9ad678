import { searchKey } from '@contract/search-key';
import type { Tag } from '@/shared/data/tags';
import type { PublicTour, TourWithCase } from '@/site/data/tours';

/** For tests: a tag as the data API gives it. */
export const tag = (id: string, name = id, color = '#15803d'): Tag => ({
  id,
  name,
  slug: id,
  color,
  icon: null,
  display_order: 0,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
});

/** Makes a published tour as the public lists return it, with the changes of the test. */
export const tour = (title: string, change: Partial<PublicTour> = {}, tagIds: string[] = []): PublicTour => ({
  id: title,
  title,
  slug: searchKey(title).replace(/[^a-z0-9]+/g, '-'),
  description: null,
  location: null,
  url: `https://visites.example/${encodeURIComponent(title)}`,
  image_url: null,
  panorama_url: null,
  virtual_tour_tags: tagIds.map((tag_id) => ({ tag_id })),
  ...change,
});

/** For tests: a tour as its own page reads it, without a case unless one is given. */
export const withCase = (row: PublicTour, change: Partial<TourWithCase> = {}): TourWithCase => ({
  ...{
    client_name: null,
    captured_on: null,
    panorama_count: null,
    need: null,
    delivered: null,
    result: null,
  },
  view_count: 0,
  ...row,
  ...change,
});
