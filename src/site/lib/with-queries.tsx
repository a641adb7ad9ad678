import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { type ComponentType, type ReactNode, use } from 'react';
import { createQueryClient } from '@/shared/lib/query-client';
import { PageClient } from './page-client';
import { readPageData } from './page-data';

let browserClient: QueryClient | undefined;

/** The browser's own client, with the data of the prerendered page. */
function createBrowserClient(): QueryClient {
  browserClient = createQueryClient();
  const state = document.getElementById('query-state')?.textContent;
  if (state) readPageData(browserClient, state);
  return browserClient;
}

/**
 * Gives a component of the public site its query client. react-query is loaded with the first such component, so that a
 * first screen without any is hydrated before it (docs/decisions/0016).
 */
export function withQueries<Props extends object>(
  Component: ComponentType<Props>,
): (props: Props) => ReactNode {
  return function WithQueries(props: Props) {
    const client = use(PageClient) ?? browserClient ?? createBrowserClient();
    return (
      <QueryClientProvider client={client}>
        <Component {...props} />
      </QueryClientProvider>
    );
  };
}
