import { expect, it } from 'vitest';
import type { EmailTemplate } from '../data/email-templates';
import { filterTemplates, templateListFields } from './template-list';

const templates = [
  { name: 'Relance', subject: 'À la suite', tone: 'amical', sector: null },
  { name: 'Premier contact', subject: 'Votre territoire', tone: 'professionnel', sector: 'mrc' },
  { name: 'Hôtels', subject: 'Vos chambres', tone: 'amical', sector: 'hôtellerie' },
] as EmailTemplate[];
const filteredIds = (change: Record<string, string>) =>
  filterTemplates(templates, templateListFields.parse(change)).map(({ name }) => name);

it('templates are found by name, subject, tone and sector; one for all sectors is for each', () => {
  expect(filteredIds({})).toEqual(['Relance', 'Premier contact', 'Hôtels']);
  expect(filteredIds({ q: 'a la' })).toEqual(['Relance']);
  expect(filteredIds({ ton: 'amical' })).toEqual(['Relance', 'Hôtels']);
  expect(filteredIds({ secteur: 'mrc' })).toEqual(['Relance', 'Premier contact']);
  expect(filteredIds({ tri: '-nom' })).toEqual(['Relance', 'Premier contact', 'Hôtels']);
});
