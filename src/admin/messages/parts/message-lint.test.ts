import { expect, it } from 'vitest';
import { hasErrors, lintMessage } from './message-lint';

const remarksOn = (body: string, subject = 'Sujet') =>
  lintMessage(subject, body)
    .map(({ text }) => text)
    .join('\n');

it('finds nothing in a good message', () => {
  const body =
    '[aperçu: Un mot]\n\nBonjour {nom},\n\n[Voir](https://a.test/x) ou [écrire](mailto:{email | a@b.ca}).\n\n' +
    '![Le quai](https://a.test/x.jpg)\n\n[[Oui]](https://a.test)\n\n[![Fjord](https://a.test/f.jpg)](https://a.test/f)\n\nPour {le entreprise}, {à ville}.';
  expect(lintMessage('Une visite {de ville}', body)).toEqual([]);
});

it.each([
  ['Bonjour {prenom}', /Variable inconnue\s: \{prenom\}/],
  ['Bonjour {nom, voici', /Accolade ouverte\s: \{nom,/],
  ['Bonjour [nom] et %prenom%', /Variables inconnues\s: \[nom\] %prenom%/],
  ['[x](http://a.test)', /sans chiffrement\s: http:\/\/a\.test/],
  ['[x](javascript:alert(1))', /Lien à corriger\s: javascript/],
  ['[[x]]()', /adresse vide/],
  ['[x](mailto:personne)', /Lien à corriger/],
  ['![](https://a.test/x.jpg)', /pas de texte de remplacement/],
  ['[![ ](https://a.test/x.jpg)](https://a.test/x)', /pas de texte de remplacement/],
  ['Voici ![x](https://a.test/x.jpg)', /seul sur sa ligne/],
])('%s must not leave', (body, reason) => {
  expect(remarksOn(body)).toMatch(reason);
  expect(hasErrors('Sujet', body)).toBe(true);
});

it.each([
  ['Au {telephone}', /un texte pour les contacts sans téléphone\s: \{telephone\|…\}/],
  ['Chère {nom} et vous', /un texte pour les contacts sans nom\s: \{nom\|…\}/],
  ['Avec {entreprise}', /l’article manque/],
  ['Le maire de {ville}', /\{de ville\}/],
  ['Pour vous désabonner, répondez.', /Se désabonner/],
])('%s is worth a look', (body, advice) => {
  expect(remarksOn(body)).toMatch(advice);
  expect(hasErrors('Sujet', body)).toBe(false);
});

it('counts a subject as it will be read', () => {
  expect(remarksOn('x', `Une visite pour {ville} et ${'très '.repeat(9)}`)).toMatch(
    /^Sujet de \d+ caractères/,
  );
});
