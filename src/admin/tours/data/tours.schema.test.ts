import { describe, expect, it } from 'vitest';
import { tourStatuses } from './tour-labels';
import { emptyTour, type TourFormValues, tourElsewhereSchema, tourSchema } from './tours.schema';

const validTour: TourFormValues = {
  ...emptyTour,
  title: 'Fjord du Saguenay',
  slug: 'fjord-du-saguenay',
  url: 'https://visites.example/fjord',
};

/** Returns the schema's messages by field. */
function messages(change: Partial<Record<keyof TourFormValues, unknown>>) {
  const result = tourSchema.safeParse({ ...validTour, ...change });
  return result.success ? [] : result.error.issues.map((issue) => [issue.path[0], issue.message]);
}

describe('tourSchema', () => {
  it('starts published, not featured, and empty', () => {
    expect(emptyTour).toMatchObject({ status: 'published', is_featured: false, tag_ids: [], image_url: '' });
  });

  it('accepts the least and the most that each text may hold', () => {
    expect(messages({ title: 'F', slug: 'f', url: 'http://f' })).toEqual([]);
    expect(
      messages({
        title: 't'.repeat(200),
        slug: 's'.repeat(200),
        location: 'l'.repeat(200),
        description: 'd'.repeat(2000),
        url: `https://v.example/${'u'.repeat(482)}`,
        panorama_url: `/${'p'.repeat(499)}`,
      }),
    ).toEqual([]);
  });

  it.each<[keyof TourFormValues, unknown, string]>([
    ['title', '', 'Le titre est requis'],
    ['title', ' \t ', 'Le titre est requis'],
    ['title', 't'.repeat(201), 'Le titre ne peut pas dépasser 200 caractères'],
    ['slug', 's'.repeat(201), 'Le slug ne peut pas dépasser 200 caractères'],
    ['location', 'l'.repeat(201), 'Le lieu ne peut pas dépasser 200 caractères'],
    ['description', 'd'.repeat(2001), 'La description ne peut pas dépasser 2000 caractères'],
    ['url', 'visites', 'URL invalide'],
    ['url', 'javascript:alert(1)', 'URL invalide'],
    ['url', 'data:text/html,x', 'URL invalide'],
    ['url', 'ftp://visites.example', 'URL invalide'],
    ['url', 'https://visites.example/a b', 'URL invalide'],
    ['url', 'https://', 'URL invalide'],
    ['url', `https://v.example/${'u'.repeat(483)}`, 'L’URL ne peut pas dépasser 500 caractères'],
    ['panorama_url', '//ailleurs.example/x.jpg', 'URL invalide'],
    ['panorama_url', '/\\ailleurs.example', 'URL invalide'],
    ['panorama_url', 'javascript:alert(1)', 'URL invalide'],
    ['image_url', 'data:image/png;base64,x', 'URL invalide'],
    ['panorama_url', `/${'p'.repeat(500)}`, 'L’adresse du panorama ne peut pas dépasser 500 caractères'],
  ])('%s = %j', (field, value, message) => {
    expect(messages({ [field]: value })).toEqual([[field, message]]);
  });

  it('wants an address of a tour without panoramas of ours, and of no other', () => {
    expect(messages({ url: ' ' })).toEqual([]);
    const messagesOf = (url: string) =>
      tourElsewhereSchema.safeParse({ ...validTour, url }).error?.issues.map(({ message }) => message);
    expect(messagesOf(' ')).toEqual(['Indiquez une adresse, ou déposez des panoramas']);
    expect(messagesOf('visites')).toEqual(['URL invalide']);
    expect(messagesOf('visites.example/fjord')).toBeUndefined();
  });

  it('says that the slug is required, then what it may hold', () => {
    expect(messages({ slug: '' })[0]).toEqual(['slug', 'Le slug est requis']);
    for (const slug of ['Fjord', 'fjord du', '-fjord', 'fjord-', 'fj--ord', 'fjörd']) {
      expect(messages({ slug })).toEqual([
        [
          'slug',
          'Le slug ne peut contenir que des minuscules sans accent, des chiffres et des traits d’union',
        ],
      ]);
    }
  });

  it('knows the statuses of the specification and no other', () => {
    expect(tourStatuses).toEqual({ published: 'Publié', draft: 'Brouillon', archived: 'Archivé' });
    for (const status of Object.keys(tourStatuses)) expect(messages({ status })).toEqual([]);
    expect(messages({ status: 'secret' })).toHaveLength(1);
  });

  it('makes one line of a pasted title, and keeps the lines of the description', () => {
    expect(
      tourSchema.parse({ ...validTour, title: ' Fjord\r\ndu\tSaguenay ', description: 'Un\n\ndeux\u0000 ' }),
    ).toMatchObject({ title: 'Fjord du Saguenay', description: 'Un\n\ndeux' });
  });
});
