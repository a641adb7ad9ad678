import { describe, expect, it } from 'vitest';
import type { ListedTour } from '../data/tours';
import { filterTours, NO_CATEGORY, searchableTours, type TourListValues, tourListFields } from './tour-list';

const tour = (title: string, change: Partial<ListedTour> = {}): ListedTour => ({
  id: title,
  title,
  slug: 'x',
  location: null,
  status: 'published',
  is_featured: false,
  view_count: 0,
  image_url: null,
  virtual_tour_tags: [],
  ...change,
});

const list = searchableTours([
  tour('Sacré-Cœur', { location: 'Saguenay', view_count: 9, virtual_tour_tags: [{ tag_id: 'nature' }] }),
  tour('Église', { status: 'draft', view_count: 30 }),
  tour('Zoo 10', { location: 'Îles', status: 'archived', is_featured: true, view_count: 100 }),
  tour('Zoo 9', { location: 'Amqui' }),
]);

const titles = (state: Partial<TourListValues>) =>
  filterTours(list, { ...tourListFields.parse({}), ...state }).map(({ title }) => title);

describe('shownTours', () => {
  it('shows all, in the order they were read, when nothing is asked', () => {
    expect(titles({})).toEqual(['Sacré-Cœur', 'Église', 'Zoo 10', 'Zoo 9']);
  });

  it('filters by being featured, and finds those without a category', () => {
    expect(titles({ vedette: 'oui' })).toEqual(['Zoo 10']);
    expect(titles({ vedette: 'non', statut: 'published' })).toEqual(['Sacré-Cœur', 'Zoo 9']);
    expect(titles({ categorie: 'nature' })).toEqual(['Sacré-Cœur']);
    expect(titles({ categorie: NO_CATEGORY })).toEqual(['Église', 'Zoo 10', 'Zoo 9']);
  });

  it.each([
    ['sacre coeur', ['Sacré-Cœur']],
    ['  EGLISE ', ['Église']],
    ['saguenay', ['Sacré-Cœur']],
    ['iles', ['Zoo 10']],
    ['nulle part', []],
  ])('finds %j by title or place, whatever the case and the accents', (q, expected) => {
    expect(titles({ q })).toEqual(expected);
  });

  it('applies the filters together with the search', () => {
    expect(titles({ statut: 'draft' })).toEqual(['Église']);
    expect(titles({ categorie: 'nature' })).toEqual(['Sacré-Cœur']);
    expect(titles({ q: 'zoo', statut: 'archived' })).toEqual(['Zoo 10']);
    expect(titles({ statut: 'draft', categorie: 'nature' })).toEqual([]);
  });

  it.each([
    ['title', ['Église', 'Sacré-Cœur', 'Zoo 9', 'Zoo 10']],
    ['-title', ['Zoo 10', 'Zoo 9', 'Sacré-Cœur', 'Église']],
    ['location', ['Zoo 9', 'Zoo 10', 'Sacré-Cœur', 'Église']],
    ['-view_count', ['Zoo 10', 'Église', 'Sacré-Cœur', 'Zoo 9']],
    ['is_featured', ['Zoo 10', 'Sacré-Cœur', 'Église', 'Zoo 9']],
    ['status', ['Sacré-Cœur', 'Zoo 9', 'Église', 'Zoo 10']],
    ['inconnu', ['Sacré-Cœur', 'Église', 'Zoo 10', 'Zoo 9']],
  ])('sorts by %s', (tri, expected) => {
    expect(titles({ tri })).toEqual(expected);
  });
});
