import type { BuildOptions } from 'vite';
import { type ModuleGraph, withImporters } from './module-graph.ts';

/** Lists without a form: what they share comes in one piece, and forms bring none of theirs into it. */
const LIST =
  /[\\/]src[\\/]admin[\\/]features[\\/](?:tours[\\/](tours)|contacts[\\/](contacts)|trip-plans[\\/](trip-plans))-page\.tsx$/;

/**
 * How the back office's scripts are cut: the libraries it starts with (they keep their name from one release to the
 * next), its own part of the start, what lists share, what one list shares with its forms, and what other screens
 * share. Left to itself the bundler makes forty crumbs before the first list, and browsers fetch six at a time from a
 * host without HTTP/2.
 */
export const officeChunks: BuildOptions = {
  manifest: true,
  // Browsers know modulepreload since 2023.
  modulePreload: { polyfill: false },
  rolldownOptions: {
    output: {
      codeSplitting: {
        includeDependenciesRecursively: false,
        groups: [
          {
            name: 'office-kit',
            tags: ['$initial'],
            test: /^\0module:|node_modules[\\/]|rolldown[\\/]runtime/,
            priority: 4,
          },
          { name: 'office', tags: ['$initial'], priority: 3 },
          {
            name: (id, graph) => {
              const [first, second] = listsOf(id, graph);
              return first === undefined ? null : second === undefined ? `${first}-parts` : 'lists';
            },
            debugName: 'lists',
            minShareCount: 2,
            priority: 2,
          },
          {
            name: (id, graph) => (isLight(id, graph) ? 'shared' : null),
            debugName: 'shared',
            minShareCount: 2,
            entriesAware: true,
            entriesAwareMergeThreshold: 12_000,
            priority: 1,
          },
        ],
      },
    },
  },
};

/** Libraries that the back office starts with anyway, and icons; any other is too heavy to come for its neighbours. */
const HEAVY = /node_modules[\\/](?!react|scheduler|@tanstack|lucide-react|@supabase[\\/]postgrest)/;

/** Whether a module brings no heavy library along. */
function isLight(id: string, graph: ModuleGraph, seen = new Set<string>()): boolean {
  if (seen.has(id)) return true;
  seen.add(id);
  if (HEAVY.test(id)) return false;
  return (graph.getModuleInfo(id)?.importedIds ?? []).every((next) => isLight(next, graph, seen));
}

/** The names of the lists that a module comes with. */
const listsOf = (id: string, graph: ModuleGraph): Set<string> =>
  new Set(withImporters(id, graph).flatMap((one) => LIST.exec(one)?.slice(1).find(Boolean) ?? []));
