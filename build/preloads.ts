const PRELOAD = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;
const SCRIPT = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/g;

/**
 * The document, asking at once for the scripts that it needs beside its entry: those it already asked for and the ones
 * given, each once, the largest first. A host without HTTP/2 answers six requests at a time, and crumbs in front would
 * have the largest wait for a turn.
 *
 * @param html as the bundler writes it: an entry that has nothing of its own is the scripts it would import, in order
 * @param sizeOf size of a script by its address
 * @throws Error when the document has no entry
 */
export function withPreloads(
  html: string,
  scripts: readonly string[],
  sizeOf: (href: string) => number,
): string {
  const hrefsOf = (pattern: RegExp) => Array.from(html.matchAll(pattern), ([, href = '']) => href);
  const entries = hrefsOf(SCRIPT);
  const entry = entries.pop();
  if (!entry) throw new Error('index.html has lost its entry.');
  const others = new Set([...entries, ...hrefsOf(PRELOAD), ...scripts]);
  others.delete(entry);
  const links = [...others]
    .toSorted((left, right) => sizeOf(right) - sizeOf(left))
    .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  const tag = `<script type="module" crossorigin src="${entry}"></script>`;
  return html
    .replace(PRELOAD, '')
    .replace(SCRIPT, (script, href: string) => (href === entry ? script : ''))
    .replace(tag, () => links.join('') + tag);
}
