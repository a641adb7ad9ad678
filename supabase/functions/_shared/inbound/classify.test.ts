import { describe, expect, test } from 'vitest';
import { type Classified, classify } from './classify.ts';

const kindOf = (body: string, change: Partial<Classified> & { headers?: Record<string, string> } = {}) => {
  const { headers = {}, ...rest } = change;
  return classify({
    header: (name) => headers[name] ?? '',
    from: 'marie@ville.test',
    subject: 'Re: Vos bâtiments',
    body,
    ...{ files: [], isQuoting: false, isReport: false },
    ...rest,
  });
};

describe('absences', () => {
  test.each([
    ['Votre message est reçu.', { headers: { 'auto-submitted': 'auto-replied' } }],
    ['Je suis absent.', { headers: { precedence: 'bulk' } }],
    ['Je suis absent.', { headers: { 'x-auto-response-suppress': 'All' } }],
    ['', { subject: 'Réponse automatique : Vos bâtiments', headers: { 'auto-submitted': 'auto-generated' } }],
    ['Bonjour', { headers: { 'x-autoreply': 'yes' } }],
    ['Bonjour', { headers: { precedence: 'auto_reply' } }],
    // Without a header it takes two separate signs.
    ['Je suis absente.', { subject: 'Réponse automatique : Vos bâtiments' }],
    ['I am away.', { subject: 'Automatic reply: Vos bâtiments' }],
    ['Écrivez à Marc en cas d’urgence.', { subject: 'RE: Absence du bureau' }],
    ['I am on vacation.', { subject: 'Out of office until Monday' }],
    ['Je suis en vacances, de retour le 5 janvier.', {}],
    ['Je suis en congé du 3 au 12 mars inclusivement. Voyez https://ville.test/?page=1', {}],
    ['Bonjour, notre bureau est fermé jusqu’au 5 janvier.', {}],
    ['I am out of the office and will be back on Monday.', {}],
  ])('« %s » %j', (body, change) => {
    expect(kindOf(body, change)).toBe('absence');
  });

  test.each([
    // A person who announces an absence has still answered.
    ['Je serai absente jeudi, mais oui, cela nous intéresse.', {}],
    ['Notre greffière est en vacances jusqu’au 15, elle vous écrira.', {}],
    ['Bonjour', { headers: { 'auto-submitted': 'no' } }],
    // One sign proves nothing, nor do common words.
    ['Hello, we own 12 cottages and want a quote for each.', { subject: 'Vacation rental: virtual tour' }],
    ['', { subject: 'Réponse automatique : Vos bâtiments' }],
    ['Merci pour votre courriel. Je suis intéressée : notre budget est ouvert jusqu’au 31 mars.', {}],
    ['Thank you for your email. I will return to you until Friday.', {}],
    ['Reportons la visite au mois de mai.', { subject: 'Absence du maire : visite du 12 mars' }],
    ['Je suis absente jeudi. La salle est libre jusqu’au 12.', {}],
    ['Nous sommes d’accord.', { headers: { 'x-auto-response-suppress': 'DR, OOF, AutoReply' } }],
    ['Nous sommes d’accord.', { headers: { 'x-auto-response-suppress': 'None' } }],
    // There are two signs, and also the words of an answer.
    ['Je suis en vacances jusqu’au 15 mars. Pouvez-vous nous faire un devis?', {}],
    ['Je suis en congé; rappelez-moi à mon retour.', {}],
    ['Je suis en vacances, de retour le 5 janvier.', { isQuoting: true }],
  ])('not « %s » %j', (body, change) => {
    expect(kindOf(body, change)).toBe('reply');
  });

  test('a long letter that begins with a day off is read by somebody', () => {
    expect(kindOf(`Je suis absente demain. ${'Voici nos questions. '.repeat(80)}De retour le 5.`)).toBe(
      'reply',
    );
  });
});

describe('what no person wrote', () => {
  test.each<Parameters<typeof kindOf>[1]>([
    { headers: { 'auto-submitted': 'auto-generated' } },
    { headers: { 'list-id': '<nouvelles.test>' } },
    { headers: { 'list-unsubscribe': '<https://x.test>' } },
    { headers: { precedence: 'list' } },
    { headers: { 'x-loop': 'a@b.test' } },
    { headers: { 'content-type': 'multipart/report; report-type=disposition-notification' } },
    { from: 'no-reply@ville.test' },
    // DMARC reports of servers about senders in the domain's name.
    { subject: 'Report Domain: studio.example Submitter: google.com Report-ID: <42>' },
    { subject: '[Preview] Report Domain: studio.example Submitter: protection.outlook.com' },
    { files: ['google.com!studio.example!1795000000!1795086399.xml.gz'] },
  ])('%j', (change) => {
    expect(kindOf('Les nouvelles de la semaine', change)).toBe('automatic');
  });
});

test('a report on a delivery is a bounce, whatever its headers', () => {
  expect(kindOf('x', { isReport: true, headers: { 'auto-submitted': 'auto-replied' } })).toBe('bounce');
});

describe('« retirez-moi »', () => {
  test.each([
    'Retirez-moi de votre liste',
    'désabonnez-moi svp',
    'Pourriez-vous nous désinscrire?',
    'Veuillez retirer notre adresse de vos envois.',
    'Je ne souhaite plus recevoir vos courriels.',
    'Ne m’écrivez plus.',
    'STOP',
    'Please remove me.',
    'Unsubscribe',
  ])('« %s »', (body) => {
    expect(kindOf(body)).toBe('removal');
  });

  test('by its subject alone', () => {
    expect(kindOf('', { subject: 'Désabonnement' })).toBe('removal');
  });

  test.each([
    'Veuillez enlever le deuxième bâtiment de la liste.',
    'Ne me retirez pas de votre liste, je vous reviens en janvier.',
    'Je ne souhaite pas me désabonner, au contraire.',
    'Gardez-nous dans votre liste.',
    // Our own footer is quoted without a quotation mark.
    'Oui\n\nSe désabonner : https://studio.test/desabonnement?jeton=1',
  ])('not « %s »', (body) => {
    expect(kindOf(body)).toBe('reply');
  });
});

test('a text of a megabyte is classified in no time', () => {
  const begun = performance.now();
  for (const piece of ['je suis absent ', 'retirez ', 'a'.repeat(15), '> ', 'Le 1 ']) {
    kindOf(piece.repeat(70_000), { subject: piece.repeat(60) });
  }
  expect(performance.now() - begun).toBeLessThan(1_000);
});
