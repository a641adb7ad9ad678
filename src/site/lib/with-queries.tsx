import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, use } from 'react';
import { createQueryClient } from '@/shared/lib/query-client';
import { PageClient } from './page-client';
import { readPageData } from './page-data';

let opened: QueryClient | undefined;

/** The browser's own, for as long as the site is open, with what the page was written from. */
function openClient(): QueryClient {
  opened = createQueryClient();
  const state = document.getElementById('query-state')?.textContent;
  if (state) readPageData(opened, state);
  return opened;
}

/**
 * A component of the public site that reads or sends. The library comes with the first of them: a first screen without
 * any is taken over before it (docs/decisions/0016).
 */
export function withQueries<Props extends object>(
  Component: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function WithQueries(props: Props) {
    const client = use(PageClient) ?? opened ?? openClient();
    return (
      <QueryClientProvider client={client}>
        <Component {...props} />
      </QueryClientProvider>
    );
  };
}
