import type { BuildOptions } from 'vite';

/**
 * How the public site's scripts are cut: the libraries every page runs on (they keep their name from one release to
 * the next), what several pages share, and the pages. Left to itself the bundler makes a dozen crumbs, which compress
 * worse and are fetched one by one.
 */
export const siteChunks: BuildOptions = {
  // Browsers know modulepreload since 2023.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        groups: [
          {
            name: 'kit',
            test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom|@tanstack)[\\/]/,
            priority: 2,
          },
          {
            name: 'site',
            test: /src[\\/](?:features[\\/]site[\\/](?!quote)|data[\\/]t|lib|ui[\\/](?!field|error))|node_modules[\\/]lucide-react[\\/]/,
            minShareCount: 2,
            priority: 1,
          },
        ],
      },
    },
  },
};
