import type { QueryClient } from '@tanstack/react-query';
import { createContext } from 'react';

/** What queries are read into, where the caller brings it: the build, which writes many pages, and tests. */
export const PageClient = createContext<QueryClient | undefined>(undefined);
