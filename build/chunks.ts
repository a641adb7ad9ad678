import type { BuildOptions } from 'vite';

/**
 * How the public site's scripts are cut: the libraries every page runs on (they keep their name from one release to
 * the next), what shows tours, what else several pages share, and the pages. Left to itself the bundler makes a dozen crumbs, which compress
 * worse and are fetched one by one.
 */
export const siteChunks: BuildOptions = {
  // Browsers know modulepreload since 2023.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: 'kit',
            test: /rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            priority: 2,
          },
          {
            // The home page's first screen reads nothing. A page that sends nothing has no use for what sends.
            name: 'queries',
            test: /node_modules[\\/]@tanstack[\\/](?!.*(?:mutationObserver|useMutation)\.js)|src[\\/]lib[\\/](?:errors|page-data|query-client|re[as]|with-queries)/,
            priority: 3,
          },
          {
            // What shows tours, and the sections under the first screen: the home page does without at first.
            name: 'later',
            test: /src[\\/](?:features[\\/]site[\\/](?:tour-(?:card|picture|preview|tags)|explore|portfolio-f|use-entrance|home-s|featured|advantages|services-s|process|call|site-content)|data[\\/]t|lib[\\/]re|ui[\\/](?:tag|late|empty))|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](?:accessibility|archive|compass|landmark|monitor-s|server|arrow-right|map-pin)/,
            priority: 2,
          },
          {
            // Crumbs that the home page does without.
            name: 'parts',
            test: /src[\\/](?:features[\\/]site[\\/](?:quote-h|page-h)|lib[\\/](?:text|numbers)\.ts|ui[\\/](?:field|error-s|use-t))/,
            minShareCount: 2,
            priority: 2,
          },
          {
            name: 'site',
            test: /preload-helper|src[\\/](?:features[\\/]site[\\/](?!quote)|assets|lib|ui[\\/](?!field|error))|lucide-react[\\/]/,
            minShareCount: 2,
            priority: 1,
          },
        ],
      },
    },
  },
};
