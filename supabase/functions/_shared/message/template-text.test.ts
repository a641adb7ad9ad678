import { describe, expect, it } from 'vitest';
import {
  fillSubject,
  fillTemplate,
  missingVariables,
  sampleContact,
  type TemplateValues,
  templateFault,
  unfilledFault,
  unknownVariables,
  usedVariables,
  usesForms,
} from './template-text.ts';

const values: TemplateValues = {
  nom: 'Marie Côté',
  entreprise: 'Ville de {email}',
  ville: 'Saguenay',
  region: '',
  email: 'marie@exemple.test',
  telephone: '  ',
};

describe('usedVariables', () => {
  it('names each variable of subject and body once, accented letters included', () => {
    expect(usedVariables('{ville} et {nom}', 'Bonjour {nom}, {région} {nom|vous}')).toEqual([
      'ville',
      'nom',
      'région',
    ]);
  });
  it('finds none in an ordinary text, nor across lines', () => {
    expect(usedVariables('Rien', '{\nnom\n} 100 %')).toEqual([]);
  });
});

describe('unknownVariables', () => {
  it.each([
    ['{prenom}', ['{prenom}']],
    ['{Nom}', ['{Nom}']],
    ['{nom | vous} { nom }', []],
    ['{prenom | vous}', ['{prenom | vous}']],
    ['{{nom}}', ['{{nom}}']],
    ['{}', ['{}']],
    ['{nom|{ville}}', ['{ville}}']],
    ['{nom} {ville|là} {prenom} {prenom}', ['{prenom}']],
    ['{constructor}', ['{constructor}']],
    [
      '[nom] [Prénom] %prenom% *|FNAME|* <<nom>> «nom»',
      ['[nom]', '[Prénom]', '%prenom%', '*|FNAME|*', '<<nom>>', '«nom»'],
    ],
    ['[nom](https://a.test) ![ville](https://a.test/x) [[nom]](https://a.test) [sic] « nom »', []],
    ['100 % de 20 %, 5%et 6%, a < b', []],
  ])('%s → %j', (text, unknown) => {
    expect(unknownVariables(text)).toEqual(unknown);
  });
});

describe('templateFault', () => {
  it.each([
    ['Bonjour {nom}, {de ville}', undefined],
    ['Bonjour {nom, une visite', 'Accolade ouverte\u00a0: {nom,'],
    ['Bonjour {nom,\n\nVotre ville {ville\nest belle.', 'Accolades ouvertes\u00a0: {nom, {ville'],
    ['{nom et {ville}', 'Accolade ouverte\u00a0: {nom'],
    ['nom}, {ville}', 'Accolade en trop\u00a0: nom}'],
    ['{', 'Accolade ouverte\u00a0: {'],
    ['{prenom} [nom] {ville', 'Variables inconnues\u00a0: {prenom} [nom]. Accolade ouverte\u00a0: {ville'],
  ])('%j: %s', (text, fault) => {
    expect(templateFault(text)).toBe(fault);
  });
});

it('a text that is sent as it is typed has no variable at all', () => {
  expect(unfilledFault('Bonjour {nom} {nom} {ville|là}')).toBe(
    'Variables à remplacer\u00a0: {nom} {ville|là}',
  );
  expect(unfilledFault('Bonjour {nom')).toBe('Accolade ouverte\u00a0: {nom');
  expect(unfilledFault('Bonjour')).toBeUndefined();
});

describe('fillTemplate', () => {
  it('replaces known variables once: braces that come with a value stay', () => {
    expect(fillTemplate('{nom}, {entreprise}, {ville}', values)).toBe(
      'Marie Côté, Ville de {email}, Saguenay',
    );
  });
  it('uses the fallback only where the contact has nothing', () => {
    expect(fillTemplate('{region|votre région} {nom|vous} {telephone}.', values)).toBe(
      'votre région Marie Côté.',
    );
  });
  it('greets nobody in particular where nobody is known', () => {
    expect(fillTemplate('Bonjour {nom},\nÀ {ville}', { ...values, nom: '' })).toBe('Bonjour,\nÀ Saguenay');
    expect(missingVariables({ ...values, nom: '' }, 'Bonjour {nom},')).toEqual([]);
    expect(missingVariables({ ...values, nom: '' }, 'Merci {nom} de votre accueil')).toEqual(['nom']);
  });
  it('takes spaces around the bar, as people type them', () => {
    expect(fillTemplate('{ nom } {region | votre région}\u00a0{telephone\u00a0|}', values)).toBe(
      'Marie Côté votre région\u00a0',
    );
  });
  it('does not read $ in a value as a pattern', () => {
    expect(fillTemplate('{nom}', { ...values, nom: '$& $1 $$' })).toBe('$& $1 $$');
  });
  it('leaves what is not a variable', () => {
    expect(fillTemplate('{prenom} {nom', values)).toBe('{prenom} {nom');
  });
});

describe('fillSubject', () => {
  it('keeps a subject on one line, whatever a name carries', () => {
    const nom = 'Zoé\r\nBcc: tous@exemple.test\u2028\tfin';
    expect(fillSubject('Bonjour {nom} ', { ...values, nom })).toBe('Bonjour Zoé Bcc: tous@exemple.test fin');
  });
});

describe('missingVariables', () => {
  it('names those used without a fallback that the contact lacks', () => {
    expect(missingVariables(values, '{region}', '{telephone|au numéro connu} {nom} {region}')).toEqual([
      'region',
    ]);
  });
});

it('names with their article are values like others, known by their form, and used as their variable', () => {
  const text = '{Le entreprise}, {de ville | d’ici} {à  ville} {de nom}';
  expect(unknownVariables(text)).toEqual(['{à  ville}', '{de nom}']);
  expect(usedVariables('{de entreprise} {à ville}')).toEqual(['entreprise', 'ville']);
  expect(fillTemplate('{Le entreprise} {de ville}, {ville}', sampleContact)).toBe(
    'La Municipalité de Val-Serein de Val-Serein, Val-Serein',
  );
  expect(missingVariables({ ...sampleContact, ville: '' }, '{à ville}')).toEqual(['ville']);
  expect([usesForms('{ville}'), usesForms('{ de ville }')]).toEqual([false, true]);
});
