import type { Manifest } from 'vite';

/**
 * The script of a module that is loaded by itself, and those it imports, as the site serves them.
 *
 * @param source the module's source file; one that the manifest does not know has none
 */
export function chunksOf(manifest: Manifest, source: string): string[] {
  return [...reached(manifest, source)].map((key) => `/${manifest[key]?.file}`);
}

function reached(manifest: Manifest, from: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[from];
  if (!chunk || seen.has(from)) return seen;
  seen.add(from);
  for (const next of chunk.imports ?? []) reached(manifest, next, seen);
  return seen;
}
