import { describe, expect, it } from 'vitest';
import { emptyQuoteRequest } from '@/site/data/quote-requests.schema';
import { requestMailHref } from './quote-request-notices';

describe('requestMailHref', () => {
  const read = (href: string) => new URLSearchParams(href.split('?')[1]);

  it('contains every filled field, with labels and line breaks', () => {
    const href = requestMailHref('a@b.ca', {
      ...emptyQuoteRequest,
      organization_name: 'Ville & MRC',
      contact_name: 'Ève Côté',
      service_type: 'pre-deneigement',
      message: 'Une ligne\nune autre?',
    });
    expect(href.startsWith('mailto:a@b.ca?')).toBe(true);
    expect(read(href).get('subject')).toBe('Demande de soumission - Ville & MRC');
    expect(read(href).get('body')).toBe(
      'Organisation\u00a0: Ville & MRC\r\nPersonne\u00a0: Ève Côté\r\nService\u00a0: Relevé avant déneigement\r\nMessage\u00a0: Une ligne\nune autre?',
    );
  });
  it('omits the body when the address would be too long for mail programs', () => {
    const href = requestMailHref('a@b.ca', { ...emptyQuoteRequest, message: 'é'.repeat(400) });
    expect(read(href).get('body')).toBeNull();
    expect(read(href).get('subject')).toBe('Demande de soumission');
  });
});
