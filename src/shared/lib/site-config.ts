import type { browserConfig } from '@build/env';

type Config = ReturnType<typeof browserConfig>;

/** Both replaced at build time by vite.config.ts with what `browserConfig` gives. */
declare const __API__: Config['api'];
declare const __SITE__: Config['site'];

/** The data API, and the public key that it asks for. */
export const api: Config['api'] = __API__;

/** The identity of the studio; each value may be set by the environment (.env.example). */
export const siteConfig: Config['site'] = __SITE__;
