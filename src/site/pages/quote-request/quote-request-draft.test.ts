// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { emptyQuote } from '@/site/data/quote-requests.schema';
import { directEmailHref } from './direct-email';
import { loadDraft, saveDraft } from './quote-request-draft';
import { LEAST_FILL_TIME, remainingFillTime } from './quote-guard';

describe('remainingFillTime', () => {
  it.each([
    [0, LEAST_FILL_TIME],
    [LEAST_FILL_TIME - 1, 1],
    [LEAST_FILL_TIME, 0],
    [Number.POSITIVE_INFINITY, 0],
  ])('after %d ms: %d ms', (elapsed, remaining) => {
    expect(remainingFillTime(elapsed)).toBe(remaining);
  });
});

describe('the draft', () => {
  const values = { ...emptyQuote, contact_name: 'Ève', message: 'Bonjour' };
  const KEY = 'territoire360.brouillon-soumission';

  beforeEach(() => localStorage.clear());
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  it('gives back what was saved', () => {
    saveDraft(values);
    expect(loadDraft()).toEqual(values);
  });
  it('keeps nothing of an empty form', () => {
    saveDraft(values);
    saveDraft({ ...emptyQuote, message: '  ' });
    expect(localStorage).toHaveLength(0);
    expect(loadDraft()).toBeUndefined();
  });
  it('is thrown away after 30 days', () => {
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
  it('takes texts only from a stored shape that it does not know', () => {
    localStorage.setItem(
      KEY,
      JSON.stringify({ savedAt: Date.now(), values: { email: 'a@b.ca', phone: 3, autre: 'x' } }),
    );
    expect(loadDraft()).toEqual({ ...emptyQuote, email: 'a@b.ca' });
  });
  it('does without a storage that is full or forbidden', () => {
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

describe('directEmailHref', () => {
  const read = (href: string) => new URLSearchParams(href.split('?')[1]);

  it('carries every answer given, with labels and line breaks', () => {
    const href = directEmailHref('a@b.ca', {
      ...emptyQuote,
      organization_name: 'Ville & MRC',
      service_type: 'pre-deneigement',
      message: 'Une ligne\nune autre?',
    });
    expect(href.startsWith('mailto:a@b.ca?')).toBe(true);
    expect(read(href).get('subject')).toBe('Demande de soumission - Ville & MRC');
    expect(read(href).get('body')).toBe(
      'Organisation\u00a0: Ville & MRC\r\nService\u00a0: Pré-déneigement\r\nMessage\u00a0: Une ligne\nune autre?',
    );
  });
  it('leaves the text out when mail programs would refuse the address', () => {
    const href = directEmailHref('a@b.ca', { ...emptyQuote, message: 'é'.repeat(400) });
    expect(read(href).get('body')).toBeNull();
    expect(read(href).get('subject')).toBe('Demande de soumission');
  });
});
