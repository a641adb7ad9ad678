// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyQuoteRequest } from '@/site/data/quote-requests.schema';
import { quoteRequestHref } from '@/site/lib/quote-request-href';
import { loadDraft, readPrefill, saveDraft, tourMessage } from './quote-request-draft';

describe('the draft', () => {
  const values = { ...emptyQuoteRequest, contact_name: 'Ève', message: 'Bonjour' };
  const KEY = 'territoire360.brouillon-soumission';

  beforeEach(() => localStorage.clear());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('restores what was saved', () => {
    saveDraft(values);
    expect(loadDraft()).toEqual(values);
  });
  it('keeps nothing of an empty form', () => {
    saveDraft(values);
    saveDraft({ ...emptyQuoteRequest, message: '  ' });
    expect(localStorage).toHaveLength(0);
    expect(loadDraft()).toBeUndefined();
  });
  it('is deleted after 30 days', () => {
    vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
    saveDraft(values);
    vi.setSystemTime(new Date('2026-01-31T11:59:59Z'));
    expect(loadDraft()).toEqual(values);
    vi.setSystemTime(new Date('2026-01-31T12:00:01Z'));
    expect(loadDraft()).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });
  it.each(['', 'pas du JSON', 'null', '[]', '{"values":{}}', '{"savedAt":"hier"}'])(
    'ignores %j',
    (stored) => {
      localStorage.setItem(KEY, stored);
      expect(loadDraft()).toBeUndefined();
    },
  );
  it('keeps only the texts of an unknown format', () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({ savedAt: Date.now(), values: { email: 'a@b.ca', phone: 3, autre: 'x' } }),
    );
    expect(loadDraft()).toEqual({ ...emptyQuoteRequest, email: 'a@b.ca' });
  });
  it('works without storage, or with a full one', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => saveDraft(values)).not.toThrow();
    expect(loadDraft()).toBeUndefined();
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
