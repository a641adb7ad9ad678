import { describe, expect, it } from 'vitest';
import { emptyTour } from '@/admin/data/tours/tours.schema';
import { differences } from './compare-tours';

const names = new Map([
  ['a', 'Nature'],
  ['b', 'Été'],
]);

describe('differences', () => {
  it('names the fields that differ, as a person reads them, in the order of the form', () => {
    const theirs = {
      ...emptyTour,
      title: 'Fjord',
      status: 'archived' as const,
      is_featured: true,
      tag_ids: ['a', 'b'],
    };
    const mine = { ...emptyTour, title: 'Le fjord', tag_ids: ['b'] };
    expect(differences(theirs, mine, names)).toEqual([
      { field: 'title', label: 'Titre', theirs: 'Fjord', mine: 'Le fjord' },
      { field: 'tag_ids', label: 'Catégories', theirs: 'Été, Nature', mine: 'Été' },
      { field: 'status', label: 'Statut', theirs: 'Archivé', mine: 'Publié' },
      { field: 'is_featured', label: 'Coup de cœur', theirs: 'Oui', mine: 'Non' },
    ]);
  });

  it('sees no difference in the order of tags, nor in a tag that was deleted', () => {
    expect(
      differences(
        { ...emptyTour, tag_ids: ['b', 'a'] },
        { ...emptyTour, tag_ids: ['a', 'b', 'gone'] },
        names,
      ),
    ).toEqual([]);
  });
});
