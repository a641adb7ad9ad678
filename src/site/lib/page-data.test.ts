import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { readPageData, writePageData } from './page-data';

it('carries what was read from the build to the browser, with its age, and nothing of what failed', async () => {
  const built = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  built.setQueryData(['tours', 'by-slug', 'x'], null, { updatedAt: 1_000 });
  built.setQueryData(['tags', 'list'], [{ id: 'a' }], { updatedAt: 2_000 });
  await built.prefetchQuery({ queryKey: ['broken'], queryFn: () => Promise.reject(new Error('panne')) });

  const browser = new QueryClient();
  readPageData(browser, writePageData(built));
  expect(browser.getQueryData(['tags', 'list'])).toEqual([{ id: 'a' }]);
  expect(browser.getQueryData(['tours', 'by-slug', 'x'])).toBeNull();
  expect(browser.getQueryState(['tags', 'list'])?.dataUpdatedAt).toBe(2_000);
  expect(browser.getQueryCache().getAll()).toHaveLength(2);
});
