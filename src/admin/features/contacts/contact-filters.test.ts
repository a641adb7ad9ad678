import { contact } from '@tests/contact-rows';
import { describe, expect, it } from 'vitest';
import { toListed } from '@/admin/data/contacts/contact-list';
import { countByStatus, filterContacts, sortContacts } from './contact-filters';

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
const all = { q: '', secteur: '', statut: '' };
const found = (change: Partial<typeof all>) =>
  filterContacts(rows, { ...all, ...change }).map(({ id }) => id);

describe('the search and filters of contacts', () => {
  it('look in the name, the company, the address and the city, without case nor accents', () => {
    expect(found({ q: 'GENEVIEVE' })).toEqual(['1']);
    expect(found({ q: 'hotel' })).toEqual(['2']);
    expect(found({ q: 'oeuvrard' })).toEqual(['2']);
    expect(found({ q: '@cap.' })).toEqual(['2']);
    expect(found({ q: 'alma' })).toEqual(['3']);
    expect(found({ q: 'null' })).toEqual([]);
  });
  it('want every word, in any order, wherever each is', () => {
    expect(found({ q: ' cap  eric ' })).toEqual(['2']);
    expect(found({ q: 'cap anne' })).toEqual([]);
  });
  it('combine', () => {
    expect(found({ secteur: 'mrc' })).toEqual(['3']);
    expect(found({ statut: 'nouveau' })).toEqual(['1', '3']);
    expect(found({ q: 'e', secteur: 'hôtellerie', statut: 'nouveau' })).toEqual([]);
  });
  it('leave the list itself alone when nothing is asked', () => {
    expect(filterContacts(rows, all)).toBe(rows);
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
