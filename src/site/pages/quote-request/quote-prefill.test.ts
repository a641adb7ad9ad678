import { describe, expect, it } from 'vitest';
import { quoteHref } from '@/site/lib/quote-request-href';
import { firstWords, readPrefill } from './quote-prefill';

const read = (query: string) => readPrefill(new URLSearchParams(query));

describe('the address of a prefilled quote', () => {
  it('is read back as it was written', () => {
    const href = quoteHref({ slug: 'fjord-du-saguenay' });
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
    expect(firstWords({ title: 'Phare' })).toContain('«\u00a0Phare\u00a0»');
  });
});
