import { expect, test } from 'vitest';
import { atPlace, countText, frenchNumber, inMonth, ofPlace } from './french.ts';

test.each([
  ['Alma', 'd’Alma', 'à Alma'],
  ['Le Bic', 'du Bic', 'au Bic'],
  ['Les Escoumins', 'des Escoumins', 'aux Escoumins'],
  ['La Malbaie', 'de La Malbaie', 'à La Malbaie'],
  ['L’Islet', 'de L’Islet', 'à L’Islet'],
  ['Hébertville', 'd’Hébertville', 'à Hébertville'],
  ['Havre-Saint-Pierre', 'de Havre-Saint-Pierre', 'à Havre-Saint-Pierre'],
  ['Yamachiche', 'de Yamachiche', 'à Yamachiche'],
  ['Écureuils', 'd’Écureuils', 'à Écureuils'],
])('« %s » after « de » and « à »', (name, of, at) => {
  expect([ofPlace(name), atPlace(name)]).toEqual([of, at]);
});

test('numbers, counts and months as Québec writes them', () => {
  expect(frenchNumber(12_345.6)).toBe('12\u00a0345,6');
  expect([countText(1, 'ville', 'villes'), countText(1_200, 'ville', 'villes')]).toEqual([
    '1\u00a0ville',
    '1\u00a0200\u00a0villes',
  ]);
  expect(inMonth('2026-10-05')).toBe('en octobre');
});
