import { expect, test } from 'vitest';
import { countsInWords, outcomeInWords } from './campaign-labels';

const plain = (text: string) => text.replace(/\s/g, ' ');

test.each([
  [{ envoyé: 47, échec: 3 }, '47 envoyés, 3 en échec'],
  [
    { envoyé: 1, échec: 1, incertain: 2, annulé: 1, programmé: 4, brouillon: 1 },
    '1 envoyé, 1 en échec, 2 incertains, 1 annulé, 5 à envoyer',
  ],
  [{ échec: 3 }, '0 envoyé, 3 en échec'],
  [{ brouillon: 4 }, '4 à envoyer'],
  [{ envoyé: 2000 }, '2 000 envoyés'],
])('%j: %s', (counts, words) => {
  expect(plain(countsInWords(counts))).toBe(words);
});

test('« Tous les emails ont été envoyés » only when it is true', () => {
  expect(outcomeInWords({ envoyé: 25 })).toBe('Tous les emails ont été envoyés');
  expect(plain(outcomeInWords({ envoyé: 47, échec: 3 }))).toBe('47 envoyés, 3 en échec');
  expect(plain(outcomeInWords({ envoyé: 47, programmé: 1 }))).toBe('47 envoyés, 1 à envoyer');
  expect(plain(outcomeInWords({}))).toBe('0 envoyé');
});
