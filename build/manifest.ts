import type { Manifest } from 'vite';

/**
 * The scripts of a page and what they import, as the site serves them; those of the entry are in the template.
 *
 * @param source the page's source file; one that the manifest does not know has none
 */
export function chunksOf(manifest: Manifest, source: string): string[] {
  const ofEntry = reached(manifest, 'index.html');
  return [...reached(manifest, source)]
    .filter((key) => !ofEntry.has(key))
    .map((key) => `/${manifest[key]?.file}`);
}

function reached(manifest: Manifest, from: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[from];
  if (!chunk || seen.has(from)) return seen;
  seen.add(from);
  for (const next of chunk.imports ?? []) reached(manifest, next, seen);
  return seen;
}
