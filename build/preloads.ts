const PRELOAD = /\s*<link rel="modulepreload"[^>]*href="([^"]+)"[^>]*>/g;
const ENTRY = '<script type="module" crossorigin';

/**
 * The document, asking at once for the scripts that it needs beside its entry: those it already asked for and the ones
 * given, the largest first. A host without HTTP/2 answers six requests at a time, and crumbs in front would have the
 * largest wait for a turn.
 *
 * @param sizeOf size of a script by its address
 * @throws Error when the document has no entry
 */
export function withPreloads(
  html: string,
  scripts: readonly string[],
  sizeOf: (href: string) => number,
): string {
  if (!html.includes(ENTRY)) throw new Error('index.html has lost its entry.');
  const all = [...Array.from(html.matchAll(PRELOAD), ([, href = '']) => href), ...scripts];
  const links = all
    .toSorted((left, right) => sizeOf(right) - sizeOf(left))
    .map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
  return html.replace(PRELOAD, '').replace(ENTRY, () => links.join('') + ENTRY);
}
