import { browserConfig, parseEnv } from '../../../build/env.ts';

// Constants that Vite writes into the modules of the site, some of which the checks compare the database with. They reach no
// backend themselves: the values only have to be well formed.
const { api, site, hero } = browserConfig(
  parseEnv({ VITE_SUPABASE_URL: 'http://127.0.0.1:1', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' }),
);
Object.assign(globalThis, { __API__: api, __SITE__: site, __HERO__: hero });
