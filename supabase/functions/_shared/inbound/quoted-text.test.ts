import { describe, expect, test } from 'vitest';
import { splitQuoted } from './quoted-text.ts';

const outlook = 'De : Studio <a@studio.test>\nEnvoyé : lundi\nÀ : Ève\nObjet : Vos bâtiments\n\nBonjour';

describe('the text of the person alone', () => {
  test.each([
    // These lines resemble a quoted header, without an address or « Objet ».
    'Voici le trajet :\nDe : Québec\nÀ : Alma\nDate : 12 mars\nNotre adjointe vous attend à 9 h.',
    'De : Québec\nPour : la visite\nDate : 12 mars\nTout me va.',
    // A postscript comes after a line of underscores.
    'Oui\n____________________\nP.-S. Venez mardi.',
    'Le maire nous a écrit :\nVenez mardi.',
    'Le 12 mars, la mairesse nous a écrit :\nVenez mardi.',
    'Le 12 mars\nla mairesse\nnous a écrit :',
    'On the 12 of March the mayor wrote:\nCome on Tuesday.',
    'Un prix ---2026-03-12--- à revoir',
    '- un\n-- deux\n--- trois',
  ])('%j', (text) => {
    expect(splitQuoted(text)).toEqual({ body: text, quoted: '' });
  });
});

describe('a quotation', () => {
  test.each([
    ['Outlook', outlook],
    ['Outlook, below its rule', `________________________________\n${outlook}`],
    ['Outlook in English', 'From: a@studio.test\nSent: Monday\nTo: Eve\n\nHello'],
    ['Outlook with stars', '*De :* Studio\n*Envoyé :* lundi\n*À :* Ève\n*Objet :* x'],
    ['Gmail', 'Le lun. 23 nov. 2026 à 09:12, Studio <a@studio.test> a écrit :\n\n> Bonjour'],
    ['Gmail, broken', 'Le lun. 23 nov. 2026 à 09:12, Studio\n<a@studio.test> a\nécrit :\n> Bonjour'],
    ['Apple, HTML read as text', 'On Nov 23, 2026, at 9:12 AM, Studio <a@studio.test> wrote:\nHello'],
    ['Thunderbird', 'Le 23/11/2026 à 09 h 12, Studio a écrit :\n> Bonjour'],
    ['no address, behind marks', 'Studio a écrit :\n> Bonjour'],
    ['a heading', '-----Message d’origine-----\nDe : x'],
    ['marks', '> Bonjour\n> Merci'],
  ])('%s', (_, quoted) => {
    expect(splitQuoted(`Oui\n\n${quoted}`)).toEqual({ body: 'Oui', quoted });
  });

  test('what the person wrote below it, and between its lines, is theirs', () => {
    const quoted = '> Combien de bâtiments?\n> Merci';
    expect(splitQuoted(`Oui\n\nLe 23/11/2026 à 9 h 12, Studio a écrit :\n${quoted}\n\nP.-S. Mardi.`)).toEqual(
      {
        body: 'Oui\n\nP.-S. Mardi.',
        quoted: `Le 23/11/2026 à 9 h 12, Studio a écrit :\n${quoted}`,
      },
    );
    expect(splitQuoted('Voir ci-dessous.\n> Combien?\nDouze.\n> Quand?\nMardi.')).toEqual({
      body: 'Voir ci-dessous.\nDouze.\nMardi.',
      quoted: '> Combien?\n> Quand?',
    });
    expect(splitQuoted('> Combien?\nDouze.')).toEqual({ body: 'Douze.', quoted: '> Combien?' });
  });

  test('the end of a quoted line that a program broke is no word of the person', () => {
    const quoted = `> ${'Pour retirer votre adresse de nos envois, '.repeat(2)}\nrépondez STOP.\n> Merci`;
    expect(splitQuoted(`Oui\n${quoted}`)).toEqual({ body: 'Oui', quoted });
  });

  test('an arrow before a number or in a sentence of the person is no mark', () => {
    const text = 'Nous avons\n>100 photos';
    expect(splitQuoted(text)).toEqual({ body: text, quoted: '' });
  });

  test('with nothing else, it is the text', () => {
    expect(splitQuoted('> Bonjour')).toEqual({ body: '> Bonjour', quoted: '' });
    expect(splitQuoted(outlook)).toEqual({ body: outlook, quoted: '' });
  });
});
