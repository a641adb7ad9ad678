import type { BuildOptions } from 'vite';
import { type ModuleGraph, withImporters } from './module-graph.ts';

/**
 * How the public site's scripts are cut: the libraries every page runs on (they keep their name from one release to
 * the next), what every page starts with, what reads and sends, what the home page shows under its first screen, what
 * other pages share, and the pages. Left to itself the bundler makes a dozen crumbs, which compress worse and are
 * fetched one by one; and each answer has headers.
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
            test: /^\0module:|rolldown[\\/]runtime|node_modules[\\/](?:react|react-dom|scheduler|react-router|react-router-dom)[\\/]/,
            priority: 3,
          },
          {
            // A page that sends nothing has no use for what sends.
            name: 'queries',
            test: /node_modules[\\/]@tanstack[\\/](?!.*(?:mutationObserver|useMutation)\.js)|src[\\/](?:site|shared)[\\/]lib[\\/](?:errors|page-|query-client|re(?:st|ad)|with-queries)/,
            priority: 3,
          },
          { name: firstOf, debugName: 'site', priority: 2 },
          { name: sharedOf, debugName: 'shared', minShareCount: 2, priority: 1 },
        ],
      },
    },
  },
};

const ENTRY = /[\\/]main\.tsx$/;
const HOME = /[\\/]home-page\.tsx$/;
const LATER = /[\\/]home-sections\.tsx$/;

const OURS = /^\0vite[\\/]preload|[\\/]src[\\/]|[\\/]lucide-react[\\/]/;

/** Icons are imported by way of one module, whoever uses them: those of the header and the footer, and the others. */
const FRAME_ICON = /[\\/]icons[\\/](?:menu|x|arrow-up-right)\.mjs$/;
const ICON = /[\\/]icons[\\/]/;

/** What every page starts with: what the entry imports, and what the home page has in common with others. */
function firstOf(id: string, graph: ModuleGraph): string | null {
  if (!OURS.test(id)) return null;
  if (ICON.test(id)) return FRAME_ICON.test(id) ? 'site' : null;
  const loaded = loadedWith(id, graph);
  const first =
    loaded.some((one) => ENTRY.test(one)) || (loaded.length > 1 && loaded.some((one) => HOME.test(one)));
  return first ? 'site' : null;
}

/** What else of ours several pages share: what the home page has under its first screen, and what it has not at all. */
function sharedOf(id: string, graph: ModuleGraph): string | null {
  if (!OURS.test(id)) return null;
  return ICON.test(id) || loadedWith(id, graph).some((one) => LATER.test(one)) ? 'later' : 'parts';
}

/** The modules that are loaded by themselves (the entry, pages, what comes when asked for) and bring this one along. */
const loadedWith = (id: string, graph: ModuleGraph): string[] =>
  withImporters(id, graph).filter(
    (one) => ENTRY.test(one) || graph.getModuleInfo(one)?.dynamicImporters.length,
  );
