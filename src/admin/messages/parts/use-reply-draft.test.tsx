import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook } from '@testing-library/react';
import type { ReactNode } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { useReplyDraft } from './use-reply-draft';

const client = new QueryClient();
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={client}>{children}</QueryClientProvider>
);
const newReply = { subject: 'Sujet', body: '', attachments: [] };

/** Writes « Bonjour » and begins a save of it that `answer` ends. */
async function startSaving(isSending: boolean) {
  const saved: string[] = [];
  let answer: (isKept: boolean) => void = () => {};
  const save = {
    mutationFn: ({ id }: { id: string }) => {
      saved.push(id);
      return new Promise<boolean>((resolve) => {
        answer = resolve;
      });
    },
  };
  const options = { name: 'reply:a', stored: undefined, fresh: newReply, save };
  const { result, rerender } = renderHook(useReplyDraft, {
    wrapper,
    initialProps: { ...options, isSending: false },
  });
  act(() => result.current.change({ body: 'Bonjour' }));
  await act(() => vi.advanceTimersByTimeAsync(1_000));
  rerender({ ...options, isSending });
  const first = result.current.draft.id;
  await act(async () => {
    answer(false);
    await vi.advanceTimersByTimeAsync(2_000);
  });
  return { saved, first, now: result.current.draft };
}

describe('a save that ends after its reply left', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    localStorage.clear();
    return () => vi.useRealTimers();
  });

  it('begins no other reply when this screen sends it', async () => {
    const { saved, first, now } = await startSaving(true);
    expect(now.id).toBe(first);
    expect(saved).toEqual([first]);
  });

  it('keeps the text as another reply when another tab sent it', async () => {
    const { saved, first, now } = await startSaving(false);
    expect(now).toMatchObject({ body: 'Bonjour' });
    expect(now.id).not.toBe(first);
    expect(saved).toEqual([first, now.id]);
  });
});

describe('a save that finds no network', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', () => Promise.resolve(new Response('[]')));
    localStorage.clear();
    return () => {
      vi.useRealTimers();
      vi.unstubAllGlobals();
    };
  });

  it('is repeated by itself, until the text is given up', async () => {
    const saved: string[] = [];
    const save = {
      mutationFn: ({ text }: { text: { body: string } }) => {
        saved.push(text.body);
        return Promise.reject(new TypeError('Failed to fetch'));
      },
    };
    const options = { name: 'reply:b', stored: undefined, fresh: newReply, save, isSending: false };
    const { result } = renderHook(useReplyDraft, { wrapper, initialProps: options });
    act(() => result.current.change({ body: 'Bonjour' }));
    await act(() => vi.advanceTimersByTimeAsync(20_000));
    expect(saved).toEqual(['Bonjour', 'Bonjour']);
    act(() => result.current.restart());
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(saved).toEqual(['Bonjour', 'Bonjour']);
  });
});
