import { contact } from '@tests/contact-rows';
import { describe, expect, it } from 'vitest';
import { toListed } from '../data/contact-list';
import {
  contactListFields,
  countByStatus,
  filterContacts,
  regionChoices,
  sortContacts,
} from './contact-filters';

const rows = [
  contact({ id: '1' }),
  contact({
    id: '2',
    name: 'Éric Œuvrard',
    company: 'Hôtel du Cap',
    email: 'eric@cap.example',
    city: 'Tadoussac',
    sector: 'hôtellerie',
    status: 'partenaire',
  }),
  contact({ id: '3', name: 'Anne Zola', company: 'MRC du Fjord', email: null, city: 'Alma', sector: 'mrc' }),
].map(toListed);
const noFilters = contactListFields.parse({});
const filteredIds = (
  change: Partial<typeof noFilters>,
  consentsById?: Parameters<typeof filterContacts>[2],
) => filterContacts(rows, { ...noFilters, ...change }, consentsById).map(({ id }) => id);

describe('the search and filters of contacts', () => {
  it('look in the name, the company, the address and the city, without case nor accents', () => {
    expect(filteredIds({ q: 'GENEVIEVE' })).toEqual(['1']);
    expect(filteredIds({ q: 'hotel' })).toEqual(['2']);
    expect(filteredIds({ q: 'oeuvrard' })).toEqual(['2']);
    expect(filteredIds({ q: '@cap.' })).toEqual(['2']);
    expect(filteredIds({ q: 'alma' })).toEqual(['3']);
    expect(filteredIds({ q: 'null' })).toEqual([]);
  });
  it('want every word, in any order, wherever each is', () => {
    expect(filteredIds({ q: ' cap  eric ' })).toEqual(['2']);
    expect(filteredIds({ q: 'cap anne' })).toEqual([]);
  });
  it('combine', () => {
    expect(filteredIds({ secteur: 'mrc' })).toEqual(['3']);
    expect(filteredIds({ statut: 'nouveau' })).toEqual(['1', '3']);
    expect(filteredIds({ q: 'e', secteur: 'hôtellerie', statut: 'nouveau' })).toEqual([]);
  });
  it('find those without an address, and those of a region', () => {
    expect(filteredIds({ courriel: 'sans' })).toEqual(['3']);
    expect(filteredIds({ courriel: 'avec' })).toEqual(['1', '2']);
    const [region] = Object.keys(regionChoices(rows));
    expect(filteredIds({ region: region ?? '' })).toEqual(['1', '2', '3']);
    expect(filteredIds({ region: 'Ailleurs' })).toEqual([]);
  });
  it('know what the law allows, for how long, and that no proof is a refusal', () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const consents = {
      1: { state: 'allowed', expires_at: inDays(29) },
      2: { state: 'allowed', expires_at: inDays(31) },
    } as const;
    const of = (consentement: string, more = {}) => filteredIds({ consentement }, { ...consents, ...more });
    expect(of('permis')).toEqual(['1', '2']);
    expect(of('bientot')).toEqual(['1']);
    expect(of('interdit')).toEqual(['3']);
    expect(of('interdit', { 2: { state: 'withdrawn' } })).toEqual(['2', '3']);
    expect(of('desabonne', { 2: { state: 'unsubscribed' } })).toEqual(['2']);
    expect(of('a-verifier', { 2: { state: 'unverified' } })).toEqual(['2']);
    expect(of('bientot', { 1: { state: 'allowed' } })).toEqual([]);
  });
  it('leave the list itself alone when nothing is asked', () => {
    expect(filterContacts(rows, noFilters)).toBe(rows);
  });
});

describe('the order of contacts', () => {
  const order = (tri: string) => sortContacts(rows, tri).map(({ id }) => id);
  it('follows the column, accents in their place, both ways', () => {
    expect(order('contact')).toEqual(['3', '2', '1']);
    expect(order('-contact')).toEqual(['1', '2', '3']);
    expect(order('lieu')).toEqual(['3', '1', '2']);
  });
  it('stays newest first for an unknown column', () => {
    expect(order('')).toEqual(['1', '2', '3']);
    expect(order('constructor')).toEqual(['1', '2', '3']);
  });
});

it('counts by status', () => {
  expect(countByStatus(rows)).toEqual({ nouveau: 2, partenaire: 1 });
});
