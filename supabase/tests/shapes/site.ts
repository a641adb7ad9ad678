import { day, instant, pick, type Shape, uuid } from './shape.ts';

/** What visitors read and leave, and who is an administrator. */
export const siteShapes: Shape[] = [
  {
    table: 'tags',
    key: ['id'],
    required: ['name', 'slug'],
    row: (i) => ({
      id: uuid(1, i),
      name: `Étiquette ${i}`,
      slug: `etiquette-${i}`,
      color: `#00000${i}`,
      icon: `icone-${i}`,
      display_order: i + 1,
      created_at: instant(i),
      updated_at: instant(i),
    }),
  },
  {
    table: 'virtual_tours',
    key: ['id'],
    required: ['title', 'slug', 'url'],
    row: (i) => ({
      id: uuid(2, i),
      title: `Visite ${i}`,
      slug: `visite-${i}`,
      description: `Description ${i}`,
      location: `Lieu ${i}`,
      url: `https://exemple.test/visite/${i}`,
      image_url: `/images/${i}.jpg`,
      panorama_url: `/panoramas/${i}.jpg`,
      is_featured: i === 2,
      status: pick(i, 'published', 'archived', 'draft'),
      view_count: i + 1,
      created_at: instant(i),
      updated_at: instant(i),
    }),
  },
  {
    table: 'virtual_tour_tags',
    key: ['tour_id', 'tag_id'],
    required: ['tour_id', 'tag_id'],
    parents: ['tags', 'virtual_tours'],
    row: (i) => ({ tour_id: uuid(2, i), tag_id: uuid(1, i) }),
  },
  {
    table: 'tour_views',
    key: ['tour_id', 'day'],
    required: ['tour_id', 'day'],
    parents: ['virtual_tours'],
    row: (i) => ({ tour_id: uuid(2, i), day: day(4, i), views: i + 1 }),
  },
  {
    table: 'user_roles',
    key: ['user_id'],
    required: ['user_id', 'role'],
    // The administrators' rows are always there; the one that could be added is the plain user's own.
    row: (i, people) => ({
      user_id: pick(i, people.admin.id, people.admin2.id, people.user.id),
      role: 'admin',
      created_at: instant(i),
    }),
  },
];
