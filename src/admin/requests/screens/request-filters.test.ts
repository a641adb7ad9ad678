import { quote } from '@tests/quote-request-rows';
import { describe, expect, it } from 'vitest';
import { filterQuotes, groupQuotes, quoteListFields } from './request-filters';

const rows = [
  quote({
    id: '1',
    organization_name: 'Ville de Percé',
    contact_name: 'Ève Côté',
    created_at: '2026-11-18T15:00:00Z',
  }),
  quote({
    id: '2',
    organization_name: 'MRC du Val-Boisé',
    organization_type: 'mrc',
    service_type: 'street-view',
    status: 'répondu',
    message: 'Une trentaine de rues',
    contact_name: 'Alexis',
    email: 'alexis@val.example',
    created_at: '2026-11-17T15:00:00Z',
  }),
  quote({
    id: '3',
    organization_name: 'Agence Œuvre d’été',
    organization_type: 'autre',
    status: 'en_cours',
    phone: '418-555-0199',
    contact_name: 'Rose',
    email: 'rose@agence.example',
    created_at: '2026-11-16T15:00:00Z',
  }),
];

const filteredIds = (state: Record<string, string>) =>
  filterQuotes(rows, quoteListFields.parse(state)).map(({ id }) => id);

describe('search', () => {
  it.each([
    ['perce', ['1']],
    ['ÈVE', ['1']],
    ['val boise', ['2']],
    ['oeuvre', ['3']],
    ['rues trentaine', ['2']],
    ['418-555', ['3']],
    ['ville val', []],
    ['', ['3', '1']],
  ])('« %s »', (q, expected) => expect(filteredIds({ q })).toEqual(expected));
});

describe('filters', () => {
  it('apply together, with the search', () => {
    expect(filteredIds({ statut: 'répondu' })).toEqual(['2']);
    expect(filteredIds({ organisme: 'mrc', service: 'street-view', statut: 'toutes' })).toEqual(['2']);
    expect(filteredIds({ organisme: 'mrc', statut: 'nouveau' })).toEqual([]);
    expect(filteredIds({ statut: 'en_cours', q: 'ete' })).toEqual(['3']);
  });
});

describe('views and order', () => {
  it('those that wait first, by deadline; then the others, newest first', () => {
    expect(filteredIds({})).toEqual(['3', '1']);
    expect(filteredIds({ statut: 'toutes' })).toEqual(['3', '1', '2']);
    expect(filteredIds({ statut: 'inconnu' })).toEqual([]);
  });

  it('a search looks everywhere, unless a view was chosen', () => {
    expect(filteredIds({ q: 'val' })).toEqual(['2']);
    expect(filteredIds({ q: 'val', statut: 'nouveau' })).toEqual([]);
  });

  it('an outcome is a view of its own, whatever the status', () => {
    const won = quote({ id: '4', status: 'archivé', outcome: 'gagnée' });
    const found = filterQuotes([...rows, won], quoteListFields.parse({ statut: 'gagnée' }));
    expect(found).toEqual([won]);
  });

  it('late ones stand apart', () => {
    const all = filterQuotes(rows, quoteListFields.parse({ statut: 'toutes' }));
    const groups = groupQuotes(all, new Date('2026-11-19T20:00:00Z'));
    expect(groups.map((group) => [group.title, group.rows.map(({ id }) => id)])).toEqual([
      ['En retard', ['3']],
      ['À répondre', ['1']],
      ['Traitées', ['2']],
    ]);
  });
});
