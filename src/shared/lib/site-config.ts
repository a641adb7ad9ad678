import type { browserConfig } from '@build/env';

type Config = ReturnType<typeof browserConfig>;

/** Both constants are replaced at build time by vite.config.ts with the values of `browserConfig`. */
declare const __API__: Config['api'];
declare const __SITE__: Config['site'];

/** The data API and its public key. */
export const api: Config['api'] = __API__;

/** The identity of the studio; each value may be set by the environment (.env.example). */
export const siteConfig: Config['site'] = __SITE__;
