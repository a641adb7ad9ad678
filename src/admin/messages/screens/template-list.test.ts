import { expect, it } from 'vitest';
import type { EmailTemplate } from '../data/email-templates';
import { filterTemplates, templateListFields } from './template-list';

const templates = [
  { name: 'Relance', subject: 'À la suite', tone: 'amical', sector: null },
  { name: 'Premier contact', subject: 'Votre territoire', tone: 'professionnel', sector: 'mrc' },
  { name: 'Hôtels', subject: 'Vos chambres', tone: 'amical', sector: 'hôtellerie' },
] as EmailTemplate[];
const found = (change: Record<string, string>) =>
  filterTemplates(templates, templateListFields.parse(change)).map(({ name }) => name);

it('templates are found by name, subject, tone and sector; one for all sectors is for each', () => {
  expect(found({})).toEqual(['Relance', 'Premier contact', 'Hôtels']);
  expect(found({ q: 'a la' })).toEqual(['Relance']);
  expect(found({ ton: 'amical' })).toEqual(['Relance', 'Hôtels']);
  expect(found({ secteur: 'mrc' })).toEqual(['Relance', 'Premier contact']);
  expect(found({ tri: '-nom' })).toEqual(['Relance', 'Premier contact', 'Hôtels']);
});
