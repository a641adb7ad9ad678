import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Tag } from '@/shared/data/tags';
import type { PublicTour } from '@/site/data/tours';
import { filterEntries, portfolioEntries, prepareSearch, resultLabel, tagsOf } from '@/site/tours/tour-entries';

const tag = (id: string) => ({ id, name: id }) as Tag;
const tags = [tag('nature'), tag('patrimoine'), tag('hiver')];

const tour = (id: string, change: Partial<PublicTour>, tagIds: string[] = []): PublicTour => ({
  id,
  title: id,
  slug: id,
  description: null,
  location: null,
  url: 'https://visites.example',
  image_url: null,
  panorama_url: null,
  virtual_tour_tags: tagIds.map((tag_id) => ({ tag_id })),
  ...change,
});

const entries = portfolioEntries(
  [
    tour('phare', { title: 'Phare de Métis', location: 'Métis-sur-Mer' }, ['patrimoine']),
    tour('fjord', { title: 'Fjord', description: 'Un coucher de soleil à L’Anse-Saint-Jean' }, ['nature']),
    tour('village', { title: 'Village', location: 'Sacré-Cœur' }, ['hiver', 'patrimoine']),
    tour('nu', { title: 'Sans étiquette' }),
  ],
  tags,
);
const found = (text: string, ...ids: string[]) =>
  filterEntries(entries, text, new Set(ids)).map((entry) => entry.tour.id);

describe('portfolioEntries', () => {
  it('gives the same entry for the same tour and tags, so that its card is not drawn again', () => {
    const known = tour('phare', {}, ['patrimoine']);
    const [first] = portfolioEntries([known], tags);
    expect(first?.tags).toEqual([tags[1]]);
    expect(portfolioEntries([tour('nouvelle', {}), known], tags)[1]).toBe(first);
    // Another list of tags may name or order them otherwise.
    expect(portfolioEntries([known], [...tags])[0]).not.toBe(first);
  });
});

describe('filterEntries', () => {
  it('keeps everything, in order, without text nor tag', () => {
    expect(found('')).toEqual(['phare', 'fjord', 'village', 'nu']);
    expect(found('   ')).toEqual(['phare', 'fjord', 'village', 'nu']);
  });
  it('reads title, place and description, without case, accents nor outer spaces', () => {
    expect(found('  METIS ')).toEqual(['phare']);
    expect(found('sacre coeur')).toEqual(['village']);
    expect(found('L’ANSE SAINT JEAN')).toEqual(['fjord']);
    expect(found('étiquette')).toEqual(['nu']);
  });
  it('never finds a text that straddles two fields', () => {
    expect(found('Métis Métis')).toEqual([]);
  });
  it('keeps the tours that carry at least one of the tags', () => {
    expect(found('', 'patrimoine')).toEqual(['phare', 'village']);
    expect(found('', 'nature', 'hiver')).toEqual(['fjord', 'village']);
  });
  it('applies text and tags together', () => {
    expect(found('village', 'patrimoine')).toEqual(['village']);
    expect(found('village', 'nature')).toEqual([]);
  });
});

describe('prepareSearch', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('works a slice out at each idle time, until called off, and nothing twice', async () => {
    const turns: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (work: () => void) => turns.push(work));
    const turn = async () => {
      turns.shift()?.();
      await new Promise((done) => setTimeout(done));
    };
    const read = vi.fn(() => 'Phare');
    const many = Array.from({ length: 1000 }, (_, index) =>
      Object.defineProperty(tour(`${index}`, {}), 'title', { get: read }),
    );
    const callOff = prepareSearch(many);
    expect(read).not.toHaveBeenCalled();
    await turn();
    const slice = read.mock.calls.length;
    expect(slice).toBeGreaterThan(0);
    await turn();
    expect(read).toHaveBeenCalledTimes(2 * slice);
    callOff();
    await turn();
    await turn();
    expect(read.mock.calls.length).toBeLessThanOrEqual(3 * slice);
    expect(read.mock.calls.length).toBeLessThan(1000);
    expect(filterEntries(portfolioEntries(many, []), 'phare', new Set())).toHaveLength(1000);
    expect(read).toHaveBeenCalledTimes(1000);
  });
});

describe('tagsOf', () => {
  it('orders the tags as the list does and drops those that are gone', () => {
    const linked = tour('x', {}, ['hiver', 'disparu', 'nature']);
    expect(tagsOf(linked, tags).map((one) => one.id)).toEqual(['nature', 'hiver']);
  });
});

describe('resultLabel', () => {
  it.each([
    [0, false, '0 réalisations'],
    [1, false, '1 réalisation'],
    [12, false, '12 réalisations'],
    [0, true, '0 réalisations trouvée(s)'],
    [1, true, '1 réalisation trouvée(s)'],
    [3, true, '3 réalisations trouvée(s)'],
    [1500, false, '1\u202f500 réalisations'],
  ])('%i, filtered: %s', (count, filtered, label) => {
    expect(resultLabel(count, filtered)).toBe(label);
  });
});
