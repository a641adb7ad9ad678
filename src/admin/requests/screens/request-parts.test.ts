import { quote } from '@tests/quote-request-rows';
import { describe, expect, it } from 'vitest';
import { attachmentRefusal } from '../data/request-files';
import { quotesToCsv } from './request-csv';
import { freshReply, likelyCity, replyFromTemplate } from './request-reply';

describe('a reply', () => {
  it('begins with a subject, a greeting and a signature', () => {
    expect(freshReply(quote(), 'Studio Nord')).toEqual({
      subject: 'Votre demande de soumission – Visite virtuelle',
      body: 'Bonjour Ève Côté,\n\nMerci pour votre demande du 16 novembre 2026.\n\n\n\nStudio Nord',
      attachments: [],
    });
  });

  it('from a template: variables replaced once, what is not known left out, the subject on one line', () => {
    const template = {
      subject: 'Pour {entreprise}',
      body: 'Bonjour {nom}, à {ville|votre ville}. {telephone}',
    };
    expect(replyFromTemplate(quote({ organization_name: 'A\n{email}' }), template, undefined)).toEqual({
      subject: 'Pour A {email}',
      body: 'Bonjour Ève Côté, à votre ville. ',
    });
    const place = { city: 'Percé', region: 'Gaspésie' };
    expect(replyFromTemplate(quote(), template, place).body).toContain('à Percé.');
  });
});

describe('an attachment', () => {
  const file = (name: string, type: string, size = 10) =>
    Object.defineProperty(new File(['x'], name, { type }), 'size', { value: size });
  const kept = (size: number) => ({ path: 'a', name: 'a.pdf', type: 'application/pdf', size });

  it.each([
    ['a PDF', [], [file('a.pdf', 'application/pdf')], undefined],
    ['exactly 10 MB', [kept(10_485_750)], [file('a.png', 'image/png')], undefined],
    ['past 10 MB', [kept(10_485_751)], [file('a.png', 'image/png')], /10\s*Mo/],
    ['a program', [], [file('a.exe', 'application/octet-stream')], /ni un PDF/],
    ['eleven', Array(10).fill(kept(1)), [file('a.pdf', 'application/pdf')], /au plus 10/],
  ])('%s', (_what, attached, files, refusal) => {
    const message = attachmentRefusal(attached, files);
    if (refusal) expect(message).toMatch(refusal);
    else expect(message).toBeUndefined();
  });
});

describe('the likeliest city', () => {
  it.each([
    ['Ville de Percé', 'Percé'],
    ['Municipalité de la Rédemption', 'Rédemption'],
    ['Municipalité de Notre-Dame-du-Vallon', 'Notre-Dame-du-Vallon'],
    ["Ville d'Amos", 'Amos'],
    ['Municipalité d’Albanel', 'Albanel'],
    ['MRC du Val-Boisé', ''],
    ['Festival des Neiges', ''],
  ])('%s: « %s »', (organization, city) => expect(likelyCity(organization)).toBe(city));
});

describe('the file', () => {
  it('opens in a spreadsheet: mark, French headers and labels, one line a request', () => {
    const text = quotesToCsv([
      quote({
        message: 'Deux\nlignes; et « guillemets »',
        status: 'répondu',
        answered_at: '2026-11-17T15:00:00Z',
      }),
    ]);
    expect(text.startsWith('\uFEFF"Reçue le";"Organisation";"Type";"Personne";"Courriel";"Téléphone";')).toBe(
      true,
    );
    expect(text).toContain(
      '"2026-11-16";"Ville de Percé";"Ville";"Ève Côté";"eve.cote@perce.example";"";"Visite virtuelle";"Deux\nlignes; et « guillemets »";"Répondu";"2026-11-17";""\r\n',
    );
  });

  it.each(['=HYPERLINK("x")', '+1', '-A1', '@SUM(A1)'])('makes plain text of « %s »', (formula) => {
    const guarded = `'${formula.replaceAll('"', '""')}`;
    expect(quotesToCsv([quote({ organization_name: formula })])).toContain(`"${guarded}"`);
    expect(quotesToCsv([quote({ message: `Bonjour;${formula}` })])).toContain(`"Bonjour;${guarded}"`);
  });
});
