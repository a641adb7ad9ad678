import { quote } from '@tests/quote-request-rows';
import { describe, expect, it } from 'vitest';
import { quotesToCsv } from './request-csv';
import { likelyCity, replyHref } from './request-reply';

describe('the answer', () => {
  it('goes to the person with a subject and a greeting, whatever they typed', () => {
    const href = replyHref(quote({ contact_name: 'Ève & fils?x=1', email: 'eve+devis@perce.example' }));
    const url = new URL(href);
    expect(url.pathname).toBe('eve%2Bdevis@perce.example');
    expect([...url.searchParams.keys()]).toEqual(['subject', 'body']);
    expect(url.searchParams.get('subject')).toBe('Votre demande de soumission – Visite virtuelle');
    expect(url.searchParams.get('body')).toMatch(
      /^Bonjour Ève & fils\?x=1,\r\n\r\nMerci pour votre demande du 16 nov\. 2026\./,
    );
  });

  it('cannot be led to another recipient', () => {
    const { pathname, searchParams } = new URL(replyHref(quote({ email: 'a@b.ca?bcc=c@d.ca&x=' })));
    expect(decodeURIComponent(pathname)).toBe('a@b.ca?bcc=c@d.ca&x=');
    expect(searchParams.has('bcc')).toBe(false);
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
