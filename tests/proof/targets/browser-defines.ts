import { browserConfig, parseEnv } from '../../../build/env.ts';

// Constants that Vite inserts into the site's modules, some of which checks compare with the database. Their
// addresses are never called and only have to be well formed.
const { api, site, hero } = browserConfig(
  parseEnv({ VITE_SUPABASE_URL: 'http://127.0.0.1:1', VITE_SUPABASE_PUBLISHABLE_KEY: 'sb_publishable_test' }),
);
Object.assign(globalThis, { __API__: api, __SITE__: site, __HERO__: hero });
