import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** The query client, where the caller provides it: the build, which prerenders many pages, and tests. */
export const PageClient = createContext<QueryClient | undefined>(undefined);
