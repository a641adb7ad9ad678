import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { deleteDrafts, draftNames, readDraft, useBrowserDraft, writeDraft } from './browser-draft';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('a stored draft', () => {
  it('is read again, and is gone once there is nothing to keep', () => {
    writeDraft('a', { text: 'Bonjour' });
    expect(readDraft('a')?.value).toEqual({ text: 'Bonjour' });
    writeDraft('a', undefined);
    expect(readDraft('a')).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });
  it('is deleted after 30 days', () => {
    vi.useFakeTimers({ now: new Date('2026-01-01T12:00:00Z') });
    writeDraft('a', 'Bonjour');
    vi.setSystemTime(new Date('2026-01-31T11:59:59Z'));
    expect(readDraft('a')?.value).toBe('Bonjour');
    vi.setSystemTime(new Date('2026-01-31T12:00:01Z'));
    expect(readDraft('a')).toBeUndefined();
    expect(localStorage).toHaveLength(0);
  });
  it.each(['', 'pas du JSON', 'null', '[]', '{"value":{}}', '{"savedAt":"hier","value":{}}'])(
    'is ignored as %j',
    (stored) => {
      localStorage.setItem('draft:a', stored);
      expect(readDraft('a')).toBeUndefined();
    },
  );
  it('is not needed: storage may be refused, or full', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
      throw new DOMException('no', 'SecurityError');
    });
    expect(() => writeDraft('a', 'Bonjour')).not.toThrow();
    expect(readDraft('a')).toBeUndefined();
  });
  it('is deleted at sign-out, with the others, and nothing else', () => {
    localStorage.setItem('menu', 'x');
    writeDraft('tour:1', 'a');
    writeDraft('tour:2', 'b');
    writeDraft('reply:1', 'c');
    expect(draftNames('tour:').toSorted()).toEqual(['tour:1', 'tour:2']);
    deleteDrafts();
    expect(Object.keys(localStorage)).toEqual(['menu']);
  });
});

describe('what is typed', () => {
  const typing = (name = 'a', options?: Parameters<typeof useBrowserDraft>[2]) => {
    let typed: string | undefined;
    const hook = renderHook((current: string) => useBrowserDraft(current, () => typed, options), {
      initialProps: name,
    });
    return {
      ...hook,
      type: (text: string | undefined) => {
        typed = text;
        act(() => hook.result.current.keep());
      },
    };
  };
  const stored = (name = 'a') => readDraft<string>(name)?.value;

  it('is written at a pause, and deleted at once when it was saved', async () => {
    vi.useFakeTimers();
    const { type } = typing();
    type('Bon');
    type('Bonjour');
    expect(stored()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(500);
    expect(stored()).toBe('Bonjour');
    type(undefined);
    expect(stored()).toBeUndefined();
  });
  it('is written at once where no pause is wanted, for the life of the tab where that is enough', () => {
    const { type } = typing('a', { pause: 0, place: 'sessionStorage' });
    type('Bonjour');
    expect(readDraft('a', 'sessionStorage')?.value).toBe('Bonjour');
    expect(localStorage).toHaveLength(0);
  });
  it('does not replace what an earlier visit left until something else is typed', () => {
    writeDraft('a', 'avant');
    const { result, type } = typing('a', { pause: 0 });
    expect(result.current.found?.value).toBe('avant');
    type(undefined);
    expect(stored()).toBe('avant');
    type('après');
    expect(stored()).toBe('après');
    act(() => expect(result.current.take()).toBe('avant'));
    expect(result.current.found).toBeUndefined();
  });
  it('is deleted when it is given up, and not written after that', async () => {
    vi.useFakeTimers();
    const { result, type } = typing();
    type('Bonjour');
    act(() => result.current.drop());
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored()).toBeUndefined();
  });
  it('goes on under another name', () => {
    const { rerender, type } = typing('a', { pause: 0 });
    type('Bonjour');
    rerender('b');
    expect([stored('a'), stored('b')]).toEqual([undefined, 'Bonjour']);
  });
});
