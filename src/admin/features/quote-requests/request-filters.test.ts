import { quote } from '@tests/quote-request-rows';
import { describe, expect, it } from 'vitest';
import { filterQuotes, quoteListFields } from './request-filters';

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

const kept = (state: Record<string, string>) =>
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
    ['', ['1', '2', '3']],
  ])('« %s »', (q, expected) => expect(kept({ q })).toEqual(expected));
});

describe('filters', () => {
  it('apply together, with the search', () => {
    expect(kept({ statut: 'répondu' })).toEqual(['2']);
    expect(kept({ organisme: 'mrc', service: 'street-view' })).toEqual(['2']);
    expect(kept({ organisme: 'mrc', statut: 'nouveau' })).toEqual([]);
    expect(kept({ statut: 'en_cours', q: 'ete' })).toEqual(['3']);
  });
});

describe('sort', () => {
  it.each([
    ['recue', ['3', '2', '1']],
    ['-recue', ['1', '2', '3']],
    ['organisation', ['3', '2', '1']],
    ['statut', ['1', '3', '2']],
    // What is answered has no term, and comes last both ways.
    ['echeance', ['3', '1', '2']],
    ['-echeance', ['1', '3', '2']],
    ['inconnu', ['1', '2', '3']],
    ['constructor', ['1', '2', '3']],
  ])('%s', (tri, expected) => expect(kept({ tri })).toEqual(expected));
});
