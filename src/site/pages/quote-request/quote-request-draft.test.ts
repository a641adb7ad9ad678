import { describe, expect, it } from 'vitest';
import { emptyQuoteRequest } from '@/site/data/quote-requests.schema';
import { quoteRequestHref } from '@/site/lib/quote-request-href';
import { readPrefill, requestOf, tourMessage, typedRequest } from './quote-request-draft';

describe('the draft', () => {
  const values = { ...emptyQuoteRequest, contact_name: 'Ève', message: 'Bonjour' };

  it('is what was typed over the initial values', () => {
    expect(typedRequest(values, emptyQuoteRequest)).toEqual(values);
    expect(typedRequest(values, values)).toBeUndefined();
    expect(typedRequest({ ...emptyQuoteRequest, message: '  ' }, emptyQuoteRequest)).toBeUndefined();
  });
  it('is read of an unknown format by its texts', () => {
    expect(requestOf({ email: 'a@b.ca', phone: 3, autre: 'x' })).toEqual({
      ...emptyQuoteRequest,
      email: 'a@b.ca',
    });
  });
});

const read = (query: string) => readPrefill(new URLSearchParams(query));

describe('the address of a prefilled quote request', () => {
  it('round-trips', () => {
    const href = quoteRequestHref({ slug: 'fjord-du-saguenay' });
    expect(href).toBe('/contact?service=visite-virtuelle&visite=fjord-du-saguenay');
    expect(read(href.split('?')[1] ?? '')).toEqual({
      service: 'visite-virtuelle',
      slug: 'fjord-du-saguenay',
    });
  });
  it.each(['', 'service=', 'service=inconnu', 'service=toString', 'service=Street View'])(
    'gives no service for « %s »',
    (query) => expect(read(query).service).toBe(''),
  );
  it.each([
    'visite=',
    'visite=../auth',
    'visite=A',
    'visite=a--b',
    'visite=a%20b',
    `visite=${'a'.repeat(201)}`,
  ])('gives no tour for « %s »', (query) => expect(read(query).slug).toBeUndefined());
  it('names the tour in the first words of the message', () => {
    expect(tourMessage({ title: 'Phare' })).toContain('«\u00a0Phare\u00a0»');
  });
});
