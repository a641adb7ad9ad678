import type { Rolldown } from 'vite';

/** What the bundler says of the modules, while it cuts the scripts. */
export type ModuleGraph = { getModuleInfo: Rolldown.GetModuleInfo };

/** A module and all those that bring it along, at any depth; not those that only load it when it is asked for. */
export function withImporters(id: string, graph: ModuleGraph): string[] {
  const found = new Set([id]);
  // What is added meanwhile has its turn.
  for (const one of found) {
    for (const importer of graph.getModuleInfo(one)?.importers ?? []) found.add(importer);
  }
  return [...found];
}
