import { tag, tour } from '@tests/tour-rows';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { tourEntries } from '@/site/tours/tour-entries';
import { filterEntries, prepareSearch, resultLabel } from './portfolio-filters';

const tags = [tag('nature'), tag('patrimoine'), tag('hiver')];

const entries = tourEntries(
  [
    tour('Phare de Métis', { id: 'phare', location: 'Métis-sur-Mer' }, ['patrimoine']),
    tour('Fjord', { id: 'fjord', description: 'Un coucher de soleil à L’Anse-Saint-Jean' }, ['nature']),
    tour('Village', { id: 'village', location: 'Sacré-Cœur' }, ['hiver', 'patrimoine']),
    tour('Sans étiquette', { id: 'nu' }),
  ],
  tags,
);
const foundTitles = (text: string, ...ids: string[]) =>
  filterEntries(entries, text, new Set(ids)).map((entry) => entry.tour.id);

describe('filterEntries', () => {
  it('keeps everything, in order, without text nor tag', () => {
    expect(foundTitles('')).toEqual(['phare', 'fjord', 'village', 'nu']);
    expect(foundTitles('   ')).toEqual(['phare', 'fjord', 'village', 'nu']);
  });
  it('reads title, place and description, without case, accents nor outer spaces', () => {
    expect(foundTitles('  METIS ')).toEqual(['phare']);
    expect(foundTitles('sacre coeur')).toEqual(['village']);
    expect(foundTitles('L’ANSE SAINT JEAN')).toEqual(['fjord']);
    expect(foundTitles('étiquette')).toEqual(['nu']);
  });
  it('never finds a text that spans two fields', () => {
    expect(foundTitles('Métis Métis')).toEqual([]);
  });
  it('keeps the tours that carry at least one of the tags', () => {
    expect(foundTitles('', 'patrimoine')).toEqual(['phare', 'village']);
    expect(foundTitles('', 'nature', 'hiver')).toEqual(['fjord', 'village']);
  });
  it('applies text and tags together', () => {
    expect(foundTitles('village', 'patrimoine')).toEqual(['village']);
    expect(foundTitles('village', 'nature')).toEqual([]);
  });
});

describe('prepareSearch', () => {
  afterEach(() => vi.unstubAllGlobals());
  it('prepares a batch at each idle time until cancelled, and nothing twice', async () => {
    const callbacks: (() => void)[] = [];
    vi.stubGlobal('requestIdleCallback', (work: () => void) => callbacks.push(work));
    const runIdleCallback = async () => {
      callbacks.shift()?.();
      await new Promise((done) => setTimeout(done));
    };
    const read = vi.fn(() => 'Phare');
    const many = Array.from({ length: 1000 }, (_, index) =>
      Object.defineProperty(tour(`${index}`), 'title', { get: read }),
    );
    const cancel = prepareSearch(many);
    expect(read).not.toHaveBeenCalled();
    await runIdleCallback();
    const batch = read.mock.calls.length;
    expect(batch).toBeGreaterThan(0);
    await runIdleCallback();
    expect(read).toHaveBeenCalledTimes(2 * batch);
    cancel();
    await runIdleCallback();
    await runIdleCallback();
    expect(read.mock.calls.length).toBeLessThanOrEqual(3 * batch);
    expect(read.mock.calls.length).toBeLessThan(1000);
    expect(filterEntries(tourEntries(many, []), 'phare', new Set())).toHaveLength(1000);
    expect(read).toHaveBeenCalledTimes(1000);
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
