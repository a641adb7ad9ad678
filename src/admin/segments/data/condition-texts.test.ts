import { describe, expect, it } from 'vitest';
import {
  type ConditionTexts,
  faultsOf,
  inWords,
  textsOfFilters,
  toDefinition,
  toJson,
  toTexts,
} from './condition-texts';
import type { SegmentDefinition } from './segment-labels';

const trip = '00000000-0000-4000-8000-000000000001';
const fullDefinition: SegmentDefinition = {
  region: ['Estrie', 'Laval'],
  mrc: ['902'],
  population: { max: 5000 },
  sector: ['mrc'],
  email: 'avec',
  last_message: '90',
  consent: ['permis'],
  consent_expiry: 60,
  quote: ['aucun'],
  tour: 'sans',
  tag: [trip],
  trip: { id: trip, km: 50 },
};
const names = {
  mrc: { 902: 'La Côte' },
  tag: {},
  trip: { [trip]: 'Percé (3 mai 2031)' },
  brought: { notice: { label: 'Avis', options: { ouvert: 'Ouvert' } } },
};

describe('the conditions of a segment', () => {
  it('are the same when they come back from their fields', () => {
    expect(toDefinition(toTexts(fullDefinition))).toEqual(fullDefinition);
    expect(toDefinition(JSON.parse(toJson(toTexts(fullDefinition))))).toEqual(fullDefinition);
    const { region, ...others } = toTexts(fullDefinition);
    expect(toJson({ ...others, ...(region && { region }) })).toBe(toJson(toTexts(fullDefinition)));
  });
  it('are said in words', () => {
    expect(inWords(fullDefinition, names)).toEqual([
      'Région\u00a0: Estrie ou Laval',
      'MRC\u00a0: La Côte',
      'Population\u00a0: au plus 5\u202f000',
      'Secteur\u00a0: MRC',
      'Courriel\u00a0: Avec courriel',
      'Dernier message\u00a0: Pas depuis 90 jours',
      'Consentement\u00a0: Envoi permis',
      'Le consentement prend fin d’ici 60 jours',
      'Devis\u00a0: Aucun devis',
      'Visite virtuelle\u00a0: Aucune visite dans sa municipalité',
      'Catégorie de visite\u00a0: valeur disparue',
      'À 50\u00a0km ou moins\u00a0: Percé (3 mai 2031)',
    ]);
    expect(inWords({ population: { min: 500, max: 2000 } }, names)).toEqual([
      'Population\u00a0: de 500 à 2\u202f000',
    ]);
  });
  it.each<[ConditionTexts, RegExp]>([
    [{ region: [] }, /au moins une valeur/],
    [{ tour: [''] }, /au moins une valeur/],
    [{ population: ['', ''] }, /au moins une des deux/],
    [{ population: ['500', '20'] }, /dépasse le maximum/],
    [{ population: ['beaucoup', ''] }, /nombre d’habitants/],
    [{ consent_expiry: ['0'] }, /1 à 730/],
    [{ trip: ['', '50'] }, /déplacement/],
    [{ trip: [trip, '501'] }, /1 à 500/],
  ])('that lack something are told so: %j', (texts, expected) => {
    expect(Object.values(faultsOf(texts)).join()).toMatch(expected);
    expect(toDefinition(texts)).toBeUndefined();
  });
  it('take numbers as people write them, and are none without any', () => {
    expect(toDefinition({ population: ['5 000', '10\u202f000'] })).toEqual({
      population: { min: 5000, max: 10_000 },
    });
    expect(toDefinition({})).toBeUndefined();
  });
  it('are those of other subjects too, before the distance of a trip', () => {
    const brought = { ...fullDefinition, notice: ['ouvert'] };
    expect(toDefinition(JSON.parse(toJson(toTexts(brought))))).toEqual(brought);
    expect(inWords(brought, names).slice(-2)).toEqual([
      'Avis\u00a0: Ouvert',
      'À 50\u00a0km ou moins\u00a0: Percé (3 mai 2031)',
    ]);
  });
  it('begin with the filters of the list', () => {
    const parameters = new URLSearchParams({ q: 'quai', statut: 'intéressé', courriel: 'avec', tri: 'lieu' });
    expect(textsOfFilters(parameters)).toEqual({ status: ['intéressé'], email: ['avec'] });
  });
});
