import { afterEach, expect, it, vi } from 'vitest';
import { readRows } from './rest';

afterEach(() => vi.restoreAllMocks());

it('does not wait for an answer that nobody wants any more', async () => {
  const asked = vi.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init) => {
    init?.signal?.throwIfAborted();
    return Response.json([]);
  });
  const tags = () => readRows('tags', { select: 'id' }, { signal: AbortSignal.abort() });
  await expect(tags()).rejects.toMatchObject({ status: 0 });
  expect(asked).toHaveBeenCalledOnce();
  await expect(readRows('tags', { select: 'id' })).resolves.toEqual({ rows: [], count: 0 });
});
